#!/usr/bin/env bash
# Installs on Debian or Ubuntu what Qt, the tests of windows and the packages for Linux need.
set -euo pipefail

cd "$(dirname "$0")/../.."
mapfile -t packages < <(python3 -c '
import dev
print(*dev.QT_LIBRARIES.values(), *dev.WINDOW_TEST_PROGRAMS.values(), dev.FONT_PACKAGE, sep="\n")
')
packages+=(libdrm2 libwayland-client0 libwayland-cursor0 libwayland-egl1) # so that the .deb can name them
packages+=(appstream binutils desktop-file-utils fakeroot groff lintian makeself shellcheck squashfs-tools xz-utils)
sudo apt-get update -q
sudo apt-get install -q --yes --no-install-recommends "${packages[@]}"
