#!/usr/bin/env bash
# Signs the app, makes the disk image anew from it, and has Apple notarise that. Does nothing without a certificate.
#
# MACOS_CERTIFICATE is a "Developer ID Application" certificate with its key (a P12 file in base64),
# MACOS_CERTIFICATE_PASSWORD its password, MACOS_IDENTITY its name. To notarise: MACOS_NOTARY_KEY (a key of App Store
# Connect, the text of the P8 file), MACOS_NOTARY_KEY_ID, MACOS_NOTARY_ISSUER; without these it is signed alone.
set -euo pipefail

cd "$(dirname "$0")/../.."
if [ -z "${MACOS_CERTIFICATE:-}" ]; then
    echo "sign-macos.sh: there is no certificate, so the app stays unsigned"
    exit 0
fi
folder=$(mktemp -d)
keychain="$folder/release.keychain-db"
secret=$(openssl rand -hex 24)
cleanup() {
    security delete-keychain "$keychain" || true
    rm -rf "$folder"
}
trap cleanup EXIT

base64 --decode <<<"$MACOS_CERTIFICATE" >"$folder/certificate.p12"
security create-keychain -p "$secret" "$keychain"
security set-keychain-settings -lut 7200 "$keychain"
security unlock-keychain -p "$secret" "$keychain"
security import "$folder/certificate.p12" -k "$keychain" -P "$MACOS_CERTIFICATE_PASSWORD" -T /usr/bin/codesign
security set-key-partition-list -S apple-tool:,apple: -s -k "$secret" "$keychain" >/dev/null
security list-keychains -d user -s "$keychain" login.keychain-db

app=build/bundle/Meshnet.app
entitlements=packaging/macos/entitlements.plist
# From the inside out: what an app contains must be signed before the app. --deep would give all of it the entitlements.
while IFS= read -r -d '' file; do
    if file -b "$file" | grep -q '^Mach-O'; then
        codesign --force --timestamp --options runtime --sign "$MACOS_IDENTITY" "$file"
    fi
done < <(find "$app/Contents/Frameworks" "$app/Contents/Resources" -type f -print0)
codesign --force --timestamp --options runtime --entitlements "$entitlements" --sign "$MACOS_IDENTITY" \
    "$app/Contents/MacOS/meshnet"
codesign --force --timestamp --options runtime --entitlements "$entitlements" --sign "$MACOS_IDENTITY" "$app"
codesign --verify --strict --deep "$app"

image=$(PYTHONPATH=packaging .venv/bin/python -c '
from installers import macos, places
print(macos.build_dmg(places.BUILD / "Meshnet.app", places.DIST))
' | tail -n 1)
codesign --force --timestamp --sign "$MACOS_IDENTITY" "$image"
if [ -z "${MACOS_NOTARY_KEY:-}" ]; then
    echo "sign-macos.sh: there is no key for notarising, so the image is signed alone"
    exit 0
fi
printf '%s\n' "$MACOS_NOTARY_KEY" >"$folder/notary.p8"
xcrun notarytool submit "$image" --wait --key "$folder/notary.p8" --key-id "$MACOS_NOTARY_KEY_ID" \
    --issuer "$MACOS_NOTARY_ISSUER"
xcrun stapler staple "$image"
