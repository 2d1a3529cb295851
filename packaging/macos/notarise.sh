#!/bin/sh
# Signs, notarises and staples what packaging/macos/bundle.py made. On a Mac with Xcode's command line tools.
# UNTESTED: written from Apple's documentation, never yet run.
#
#   packaging/macos/notarise.sh "dist/Defense Desk.app" dist/defense-desk-0.1.0-macos-arm64.dmg
#
# Asks for two things that a release manager has and the repository never holds:
#   SIGNING_IDENTITY   the name of a "Developer ID Application" certificate in the keychain
#   NOTARY_PROFILE     made once with: xcrun notarytool store-credentials NAME --apple-id ... --team-id ...
set -eu
app=$1 image=$2
: "${SIGNING_IDENTITY:?the name of a Developer ID Application certificate}"
: "${NOTARY_PROFILE:?the name under which notarytool stored its credentials}"
here=$(dirname "$0")

sign() {
    codesign --force --timestamp --options runtime --sign "$SIGNING_IDENTITY" "$@"
}

# From the inside out: a signature covers what it encloses. First the libraries, then the programs, then the bundle.
desk="$app/Contents/Resources/desk"
find "$desk" -type f \( -name '*.dylib' -o -name '*.so' \) -print | while IFS= read -r file; do
    sign "$file"
done
find "$desk" -type d -name '*.framework' -prune -print | while IFS= read -r framework; do
    sign "$framework"
done
for program in "$desk/worker"/defense-desk-worker-* "$desk/defense-desk-worker" "$desk/defense-desk"; do
    if [ -f "$program" ]; then
        sign --entitlements "$here/entitlements.plist" "$program"
    fi
done
sign --entitlements "$here/entitlements.plist" "$app"
codesign --verify --deep --strict --verbose=2 "$app"

# The image is made again around the signed bundle, signed itself, and looked at by Apple; the ticket is stapled to it,
# so that a Mac without a network trusts it.
python3 - "$here" "$app" "$(dirname "$image")" <<'PYTHON'
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import bundle
bundle.make_image(Path(sys.argv[2]), Path(sys.argv[3]))
PYTHON
sign "$image"
xcrun notarytool submit "$image" --keychain-profile "$NOTARY_PROFILE" --wait
xcrun stapler staple "$image"
xcrun stapler validate "$image"
spctl --assess --type open --context context:primary-signature --verbose=2 "$image"
