#!/usr/bin/env bash
# Makes one file of an AppDir: appimage.sh APPDIR OUT. Both programs that it downloads are pinned by version and digest.
#
# The versions and digests are variables of the repository, so that whoever releases has looked at them:
#   APPIMAGETOOL_RELEASE      a release of appimagetool
#   APPIMAGE_RUNTIME_RELEASE  a release of the type 2 runtime, which starts the result
#   APPIMAGE_SHA256SUMS       lines as sha256sum writes them, for the files appimagetool-ARCH.AppImage and runtime-ARCH
set -euo pipefail

if [ $# -ne 2 ]; then
    echo "usage: appimage.sh APPDIR OUT" >&2
    exit 2
fi
app_dir=$(realpath "$1")
out=$(realpath -m "$2")
for name in APPIMAGETOOL_RELEASE APPIMAGE_RUNTIME_RELEASE APPIMAGE_SHA256SUMS; do
    if [ -z "${!name:-}" ]; then
        echo "appimage.sh: the variable $name is not set; docs/releases.md says what it is" >&2
        exit 1
    fi
done

arch=$(uname -m)
tool="appimagetool-$arch.AppImage"
runtime="runtime-$arch"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fetch() { curl --fail --silent --show-error --location --retry 3 --proto '=https' --output "$1" "$2"; }
projects=https://github.com/AppImage
fetch "$tool" "$projects/appimagetool/releases/download/$APPIMAGETOOL_RELEASE/$tool"
fetch "$runtime" "$projects/type2-runtime/releases/download/$APPIMAGE_RUNTIME_RELEASE/$runtime"

for file in "$tool" "$runtime"; do
    if ! awk -v file="$file" '$2 == file || $2 == "*" file' <<<"$APPIMAGE_SHA256SUMS" >"$file.sha256" ||
        ! [ -s "$file.sha256" ]; then
        echo "appimage.sh: APPIMAGE_SHA256SUMS has no line for $file" >&2
        exit 1
    fi
    sha256sum --check --strict --quiet "$file.sha256"
done

chmod +x "$tool"
# Unpacks itself, since a runner need not have FUSE.
ARCH=$arch APPIMAGE_EXTRACT_AND_RUN=1 "./$tool" --runtime-file "$folder/$runtime" "$app_dir" "$out"
