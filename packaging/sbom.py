"""Says what is inside the packaged program, as CycloneDX JSON, and lays the licences beside it.

    ENVIRONMENT/bin/python packaging/sbom.py WORK PROGRAM TARGET RELEASE

WORK is where PyInstaller left its lists of collected files: a package is named if one of its files was really taken,
a library of the system's if it was. The result is checked against the schema of CycloneDX 1.6.
"""

from __future__ import annotations

import ast
import hashlib
import json
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import Distribution, distributions
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

ROOT = Path(__file__).resolve().parents[1]
NAMES = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "AUTHORS")


def main() -> int:
    work, program, target = map(Path, sys.argv[1:4])
    told = json.loads(sys.argv[4])
    taken = taken_files(work)
    packages = sorted(bundled(taken), key=lambda package: package.name.lower())
    bom = Bom(components=[*(as_component(package) for package in packages), python(), *libraries(program, taken)])
    bom.metadata.component = Component(
        name="Defense Desk", version=told["version"], type=ComponentType.APPLICATION, bom_ref="defense-desk",
        licenses=[LicenseFactory().make_from_string("MIT")],
        properties=[Property(name="defense-desk:commit", value=told["commit"])],
    )  # fmt: skip
    bom.metadata.timestamp = datetime.fromtimestamp(int(told["epoch"]), UTC)
    bom.serial_number = uuid5(NAMESPACE_URL, f"defense-desk {told['version']} {told['commit']} {platform.machine()}")
    bom.register_dependency(bom.metadata.component, bom.components)
    text = JsonV1Dot6(bom).output_as_string(indent=1)
    if fault := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        print(f"The list does not fit its schema: {fault}", file=sys.stderr)
        return 1
    target.write_text(text + "\n", "utf-8")
    lay_licences(packages, program / "licences")
    print(f"{target.name}: {len(packages)} packages, {len(bom.components) - len(packages)} others.")
    return 0


def taken_files(work: Path) -> set[Path]:
    """The sources of everything collected, from the lists (Python literals) that PyInstaller leaves.

    A module that was compiled to a file of its own is known by its place in the library alone.
    """
    taken: set[Path] = set()
    for listed in [*work.rglob("PYZ-*.toc"), *work.rglob("COLLECT-*.toc")]:
        for name, source, kind in _entries(ast.literal_eval(listed.read_text("utf-8"))):
            if kind != "SYMLINK":
                taken.add(Path(source).resolve())
            if name.endswith(".pyc"):
                taken.add(Path(name).with_suffix(".py"))
    return taken


def _entries(found: object) -> Iterator[tuple[str, str, str]]:
    if isinstance(found, tuple) and len(found) == 3 and all(isinstance(part, str) for part in found):
        yield found  # type: ignore[misc] - three texts
    elif isinstance(found, (tuple, list)):
        for inside in found:
            yield from _entries(inside)


def bundled(taken: set[Path]) -> Iterator[Distribution]:
    for package in distributions():
        files = [Path(str(package.locate_file(file))) for file in package.files or [] if ".dist-info" not in str(file)]
        if any(file.resolve() in taken for file in files) or any(Path(file) in taken for file in package.files or []):
            yield package


def as_component(package: Distribution) -> Component:
    licence = package.metadata.get("License-Expression") or package.metadata.get("License") or ""
    name = package.metadata["Name"]
    return Component(
        name=name, version=package.version, type=ComponentType.LIBRARY, bom_ref=f"pypi:{name}",
        purl=PackageURL("pypi", None, name.lower().replace("_", "-"), package.version),
        licenses=[LicenseFactory().make_from_string(licence)] if licence and len(licence) < 100 else [],
    )  # fmt: skip


def python() -> Component:
    return Component(
        name="CPython", version=platform.python_version(), type=ComponentType.PLATFORM, bom_ref="cpython",
        licenses=[LicenseFactory().make_from_string("PSF-2.0")],
    )  # fmt: skip


def libraries(program: Path, taken: set[Path]) -> Iterator[Component]:
    """Shared libraries that came from the building system and not from a package of Python's."""
    prefixes = (sys.prefix, sys.base_prefix)
    for source in sorted(taken):
        if not source.is_absolute() or ".so" not in source.name or str(source).startswith(prefixes):
            continue
        package, version = _owner(source)
        here = next(program.rglob(source.name), None) or next(program.rglob(source.name.split(".so")[0] + "*"), source)
        yield Component(
            name=source.name, version=version, type=ComponentType.LIBRARY, bom_ref=f"library:{source.name}",
            purl=PackageURL("deb", "debian", package, version) if package else None,
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=hashlib.sha256(here.read_bytes()).hexdigest())],
        )  # fmt: skip


def _owner(source: Path) -> tuple[str, str]:
    for path in (source, Path("/usr", *source.parts[1:]), Path("/", *source.parts[2:])):
        try:
            said = subprocess.run(["dpkg", "-S", str(path)], capture_output=True, text=True, check=False).stdout
        except OSError:
            return "", ""
        if package := said.partition(":")[0].strip():
            shown = ["dpkg-query", "-W", "-f", "${Version}", package]
            return package, subprocess.run(shown, capture_output=True, text=True, check=False).stdout.split("\n")[0]
    return "", ""


def lay_licences(packages: list[Distribution], folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for package in packages:
        for file in package.files or []:
            if ".dist-info" in str(file) and file.name.upper().startswith(NAMES):
                target = folder / package.metadata["Name"] / file.name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(str(package.locate_file(file)), target)
    ours = folder / "Defense Desk"
    ours.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / "LICENSE", ours / "LICENSE")
    python_licence = Path(sys.base_prefix) / "lib" / "python{}.{}".format(*sys.version_info[:2]) / "LICENSE.txt"
    if python_licence.exists():
        (folder / "CPython").mkdir(exist_ok=True)
        shutil.copyfile(python_licence, folder / "CPython" / "LICENSE.txt")


if __name__ == "__main__":
    sys.exit(main())
