#!/usr/bin/env bash
# Signs the app, makes the disk image anew from it, and has Apple notarise that. Does nothing without a certificate.
#
# MACOS_CERTIFICATE is a "Developer ID Application" certificate with its key (a P12 file in base64),
# MACOS_CERTIFICATE_PASSWORD its password, MACOS_IDENTITY its name. To notarise: MACOS_NOTARY_KEY (a key of App Store
# Connect, the text of the P8 file), MACOS_NOTARY_KEY_ID, MACOS_NOTARY_ISSUER; without these it is signed alone.
# The steps themselves are in packaging/macos.
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

printf '%s' "$MACOS_CERTIFICATE" | base64 --decode >"$folder/certificate.p12"
security create-keychain -p "$secret" "$keychain"
security set-keychain-settings -lut 7200 "$keychain"
security unlock-keychain -p "$secret" "$keychain"
security import "$folder/certificate.p12" -k "$keychain" -P "$MACOS_CERTIFICATE_PASSWORD" -T /usr/bin/codesign
security set-key-partition-list -S apple-tool:,apple: -s -k "$secret" "$keychain" >/dev/null
security list-keychains -d user -s "$keychain" login.keychain-db

export MESHNET_SIGN_IDENTITY="$MACOS_IDENTITY"
if [ -n "${MACOS_NOTARY_KEY:-}" ]; then
    printf '%s\n' "$MACOS_NOTARY_KEY" >"$folder/notary.p8"
    export MESHNET_NOTARY_KEY_FILE="$folder/notary.p8"
    export MESHNET_NOTARY_KEY_ID="$MACOS_NOTARY_KEY_ID" MESHNET_NOTARY_ISSUER="$MACOS_NOTARY_ISSUER"
fi
PYTHONPATH=packaging .venv/bin/python -c '
from installers import macos, places
macos.build_dmg(places.BUILD / "Meshnet.app", places.DIST)
'
