#!/usr/bin/env bash
# Installs what was built on this machine as a user would, runs the self-test of the installed program, removes it again.
#
# try-installed.sh FOLDER, which has the installers of one system. For the machines of the workflow: it uses sudo.
set -euo pipefail

if [ $# -ne 1 ]; then
    echo "usage: try-installed.sh FOLDER" >&2
    exit 2
fi
folder=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
export MESHNET_DATA_DIR="$scratch/data" MESHNET_CONFIG_DIR="$scratch/config" MESHNET_CACHE_DIR="$scratch/cache"

# The one file with that ending; there must be one.
only() {
    local found=("$folder"/*"$1")
    if [ ${#found[@]} -ne 1 ] || ! [ -e "${found[0]}" ]; then
        echo "try-installed.sh: not exactly one file *$1 in $folder" >&2
        exit 1
    fi
    printf '%s' "${found[0]}"
}

linux() {
    local deb run image
    deb=$(only .deb)
    run=$(only .run)
    image=$(only .AppImage)
    echo "--- $deb"
    sudo apt-get install -q --yes "$deb"
    (cd / && xvfb-run --auto-servernum meshnet self-test)
    sudo apt-get remove -q --yes "$(dpkg-deb --field "$deb" Package)"
    echo "--- $run"
    sh "$run" --accept --quiet -- --target "$scratch/installed"
    xvfb-run --auto-servernum "$scratch/installed/meshnet" self-test
    "$scratch/installed/uninstall.sh" --quiet
    echo "--- $image"
    chmod +x "$image"
    APPIMAGE_EXTRACT_AND_RUN=1 xvfb-run --auto-servernum "$image" self-test
}

windows() {
    local setup place
    setup=$(only -setup.exe)
    place="$(cygpath "$LOCALAPPDATA")/Programs/Meshnet"
    echo "--- $setup"
    MSYS2_ARG_CONV_EXCL='*' "$setup" /S
    "$place/meshnet.exe" self-test
    # Without its last option it goes on in a copy of itself, and nobody hears how it ended.
    MSYS2_ARG_CONV_EXCL='*' "$place/uninstall-meshnet.exe" /S "_?=$(cygpath -w "$place")"
}

macos() {
    local image
    image=$(only .dmg)
    echo "--- $image"
    hdiutil attach -quiet -nobrowse -readonly -mountpoint "$scratch/volume" "$image"
    cp -R "$scratch/volume/Meshnet.app" "$scratch/Meshnet.app"
    hdiutil detach -quiet "$scratch/volume"
    "$scratch/Meshnet.app/Contents/MacOS/meshnet" self-test
}

case $(uname -s) in
    Linux) linux ;;
    Darwin) macos ;;
    MINGW* | MSYS*) windows ;;
    *)
        echo "try-installed.sh: nothing is built for $(uname -s)" >&2
        exit 1
        ;;
esac
