"""The colours of the window, each under the name of its use; a test computes their contrast."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Palette:
    """One theme. Every value is `#rrggbb`.

    Text tokens reach WCAG AA (4.5:1) on the grounds they are used on, `field`, `focus` and `accent` reach 3:1;
    `disabled`, `border` and `guide` are decoration and promise nothing.
    """

    name: str
    dark: bool
    # grounds
    ground: str  # behind the panels
    panel: str
    sunken: str  # console, quiet areas inside a panel
    raised: str  # buttons, menus, tool tips
    code: str  # behind inline code and code blocks
    # lines
    border: str
    border_strong: str
    field: str  # the edge of what can be typed into
    # words
    text: str
    muted: str
    faint: str  # placeholders, line numbers
    disabled: str
    # the one accent
    accent: str
    accent_hover: str
    on_accent: str
    accent_tint: str
    focus: str
    # what happened
    ok: str
    ok_tint: str
    warn: str
    warn_tint: str
    error: str
    error_tint: str
    # editor
    editor: str
    current_line: str
    selection: str
    bracket: str
    marked: str  # lines pointed at: a traceback, a question
    guide: str
    keyword: str
    builtin: str
    string: str
    comment: str
    number: str
    definition: str


LIGHT = Palette(
    name="light",
    dark=False,
    ground="#eff1f5",
    panel="#ffffff",
    sunken="#f6f7f9",
    raised="#ffffff",
    code="#eef1f5",
    border="#e0e4ea",
    border_strong="#c8cfd9",
    field="#7f8997",
    text="#1a222d",
    muted="#535e6c",
    faint="#626d7b",
    disabled="#9aa3af",
    accent="#3353d9",
    accent_hover="#2843b8",
    on_accent="#ffffff",
    accent_tint="#eaeefd",
    focus="#3353d9",
    ok="#14713c",
    ok_tint="#e3f4ea",
    warn="#825300",
    warn_tint="#fdf1d8",
    error="#b3242f",
    error_tint="#fcebec",
    editor="#ffffff",
    current_line="#f3f5fa",
    selection="#cddaff",
    bracket="#d3dffe",
    marked="#fdf1d0",
    guide="#e4e8ee",
    keyword="#8227bb",
    builtin="#0d5cab",
    string="#176b36",
    comment="#626d7b",
    number="#9d4406",
    definition="#2f4fd4",
)
DARK = Palette(
    name="dark",
    dark=True,
    ground="#12151a",
    panel="#1b1f26",
    sunken="#161a20",
    raised="#252a34",
    code="#272d38",
    border="#2d333e",
    border_strong="#414957",
    field="#717b8b",
    text="#e4e8ee",
    muted="#a6b0be",
    faint="#8f9aaa",
    disabled="#626c7a",
    accent="#869cff",
    accent_hover="#9cafff",
    on_accent="#0c1020",
    accent_tint="#252d4a",
    focus="#93a7ff",
    ok="#66d394",
    ok_tint="#1a3226",
    warn="#f0bb60",
    warn_tint="#372f1c",
    error="#ff8a92",
    error_tint="#3d2327",
    editor="#171a20",
    current_line="#1f242d",
    selection="#2f3f70",
    bracket="#37446f",
    marked="#3d3417",
    guide="#2a303b",
    keyword="#d4a0ff",
    builtin="#7bbcff",
    string="#93d898",
    comment="#8f9aaa",
    number="#f2b473",
    definition="#9ab0ff",
)
LIGHT_CONTRAST = replace(
    LIGHT,
    name="light contrast",
    ground="#ffffff",
    sunken="#ffffff",
    code="#f2f2f2",
    border="#5c5c5c",
    border_strong="#333333",
    field="#000000",
    text="#000000",
    muted="#1f1f1f",
    faint="#3d3d3d",
    disabled="#6b6b6b",
    accent="#0b2a9e",
    accent_hover="#061a66",
    accent_tint="#e8ecff",
    focus="#0b2a9e",
    ok="#004d20",
    ok_tint="#e2f5e8",
    warn="#573700",
    warn_tint="#fff0cf",
    error="#8a0010",
    error_tint="#ffe6e8",
    current_line="#f0f0f0",
    selection="#b9ccff",
    bracket="#ffe27a",
    marked="#fff0a8",
    guide="#8c8c8c",
    keyword="#5b0a91",
    builtin="#003c7a",
    string="#00461c",
    comment="#3d3d3d",
    number="#6b2b00",
    definition="#0b2a9e",
)
DARK_CONTRAST = replace(
    DARK,
    name="dark contrast",
    ground="#000000",
    panel="#000000",
    sunken="#000000",
    raised="#111111",
    code="#1c1c1c",
    border="#8c8c8c",
    border_strong="#bfbfbf",
    field="#ffffff",
    text="#ffffff",
    muted="#e6e6e6",
    faint="#cccccc",
    disabled="#8f8f8f",
    accent="#b3c3ff",
    accent_hover="#d4ddff",
    on_accent="#000000",
    accent_tint="#10163a",
    focus="#ffe14d",
    ok="#8df0b4",
    ok_tint="#062e18",
    warn="#ffd58a",
    warn_tint="#33260a",
    error="#ffb3b8",
    error_tint="#3d1216",
    editor="#000000",
    current_line="#1a1a1a",
    selection="#1f3a8a",
    bracket="#4a4200",
    marked="#3d3500",
    guide="#6b6b6b",
    keyword="#e6c2ff",
    builtin="#a8d4ff",
    string="#b6f0ba",
    comment="#cccccc",
    number="#ffd0a1",
    definition="#c2d0ff",
)
PALETTES = (LIGHT, DARK, LIGHT_CONTRAST, DARK_CONTRAST)


def palette_for(dark: bool, contrast: bool = False) -> Palette:
    """The theme for a dark or light desktop, in high contrast where that is asked for."""
    if contrast:
        return DARK_CONTRAST if dark else LIGHT_CONTRAST
    return DARK if dark else LIGHT


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, "contrast ratio" and "relative luminance")."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
