#!/usr/bin/env bash
# Signs both programs of the Windows bundle and makes the setup anew, itself signed. Does nothing without a certificate.
#
# WINDOWS_CERTIFICATE is a PFX file in base64, WINDOWS_CERTIFICATE_PASSWORD its password.
set -euo pipefail

cd "$(dirname "$0")/../.."
if [ -z "${WINDOWS_CERTIFICATE:-}" ]; then
    echo "sign-windows.sh: there is no certificate, so the setup stays unsigned"
    exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
base64 --decode <<<"$WINDOWS_CERTIFICATE" >"$folder/certificate.pfx"
WINDOWS_CERTIFICATE_FILE=$(cygpath -w "$folder/certificate.pfx")
script=$(cygpath -w "$PWD/packaging/release/sign-file.ps1")
export WINDOWS_CERTIFICATE_FILE
for program in meshnet meshnet-gui; do
    powershell -NoProfile -ExecutionPolicy Bypass -File "$script" "build\\bundle\\meshnet\\$program.exe"
done
export MESHNET_WINDOWS_SIGN="powershell -NoProfile -ExecutionPolicy Bypass -File \"$script\""
PYTHONPATH=packaging .venv/Scripts/python -c '
from installers import places, windows
windows.build_setup(places.BUNDLE, places.ICONS, places.DIST)
'
