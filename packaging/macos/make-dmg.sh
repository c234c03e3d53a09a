#!/bin/bash
# Makes the disk image that people download: the app, and beside it the folder to drag it into.
#
#     make-dmg.sh Meshnet.app meshnet.dmg
#
# With MESHNET_SIGN_IDENTITY the image itself is signed, too; the app must have been before.

. "$(dirname "$0")/steps.sh"

app="${1:-}"
image="${2:-}"
[ -d "$app/Contents" ] || fail "give the app, such as build/bundle/Meshnet.app"
[ -n "$image" ] || fail "give the name of the image"

stage="$(mktemp -d)"
trap 'rm -rf "$stage"' EXIT
cp -pPR "$app" "$stage/"
ln -s /Applications "$stage/Applications"

# A disk image that is being indexed is busy now and then; so it is tried again.
attempt hdiutil create -volname Meshnet -srcfolder "$stage" -fs HFS+ -format ULMO -ov -quiet "$image"
if [ -n "${MESHNET_SIGN_IDENTITY:-}" ]; then
    attempt codesign --force --timestamp --sign "$MESHNET_SIGN_IDENTITY" "$image"
fi
hdiutil verify -quiet "$image"
