"""What macOS wants to know of the program: the keys of Info.plist. Standard library only; untested on a real Mac."""

from __future__ import annotations

import plistlib
from pathlib import Path

IDENTIFIER = "io.github.defense_desk.DefenseDesk"
OLDEST = "13.0"  # of Qt 6.11


def keys(version: str, built: str) -> dict[str, object]:
    """`version` as in 0.1.0, `built` a date (YYYY-MM-DD). No document types: the window does not yet hear of files that
    the Finder hands over, and a double click that does nothing is worse than none."""
    return {
        "CFBundleName": "Defense Desk",
        "CFBundleDisplayName": "Defense Desk",
        "CFBundleIdentifier": IDENTIFIER,
        "CFBundleExecutable": "defense-desk",
        "CFBundleIconFile": "defense-desk.icns",
        "CFBundlePackageType": "APPL",
        "CFBundleShortVersionString": version,
        "CFBundleVersion": f"{version}.{built.replace('-', '')}",
        "CFBundleDevelopmentRegion": "en",
        "CFBundleLocalizations": ["en", "zh-Hans"],
        "LSMinimumSystemVersion": OLDEST,
        "LSApplicationCategoryType": "public.app-category.education",
        "NSHighResolutionCapable": True,
        "NSSupportsAutomaticGraphicsSwitching": True,
        "NSRequiresAquaSystemAppearance": False,  # dark colours are ours, too
        "NSHumanReadableCopyright": "MIT licence",
        # a lab's endpoint is often plain HTTP inside its own network; certificates of https ones are still checked
        "NSAppTransportSecurity": {"NSAllowsLocalNetworking": True},
        "NSLocalNetworkUsageDescription": "Defense Desk talks to a language model in your network if you choose one.",
    }


def write(bundle: Path, version: str, built: str) -> Path:
    """Into `bundle`, a folder that ends in .app."""
    target = bundle / "Contents" / "Info.plist"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(plistlib.dumps(keys(version, built)))
    return target
