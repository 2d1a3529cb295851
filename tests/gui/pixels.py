"""Pictures as numbers."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage, QPixmap


def pixels(picture: QPixmap | QImage) -> np.ndarray:
    """Height x width x 3, red, green, blue."""
    image = picture.toImage() if isinstance(picture, QPixmap) else picture
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    flat = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return flat[:, : image.width(), 2::-1].copy()


def few_colours(picture: QImage, most: int = 256) -> QImage:
    """A quarter of the bytes: the colours used most, and for every other the nearest of them."""
    seen = pixels(picture)
    packed = (seen.astype(np.uint32) * (1 << 16, 1 << 8, 1)).sum(axis=2, dtype=np.uint32)
    colours, place, count = np.unique(packed, return_inverse=True, return_counts=True)
    table = colours[np.argsort(-count, kind="stable")[:most]]
    apart = [
        ((colours >> shift) & 255).astype(np.int32)[:, None] - ((table >> shift) & 255).astype(np.int32)
        for shift in (16, 8, 0)
    ]
    nearest = sum(part**2 for part in apart).argmin(axis=1).astype(np.uint8)
    rows = nearest[place.reshape(packed.shape)]
    height, width = rows.shape
    padded = np.zeros((height, (width + 3) // 4 * 4), np.uint8)
    padded[:, :width] = rows
    image = QImage(padded.tobytes(), width, height, padded.shape[1], QImage.Format.Format_Indexed8)
    image.setColorTable([0xFF000000 | int(colour) for colour in table])
    return image.copy()
