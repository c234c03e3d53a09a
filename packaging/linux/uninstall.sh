#!/bin/sh
# Removes the Meshnet in whose folder this lies, with all that its installation put elsewhere. What belongs to its user
# stays: models, chats, settings.
set -eu

quiet=n
case ${1:-} in
    '') ;;
    --quiet) quiet=y ;;
    *) echo "usage: uninstall.sh [--quiet]" >&2 && exit 2 ;;
esac
target=$(dirname -- "$(readlink -f -- "$0")")
list=$target/installed.txt
if ! [ -e "$list" ]; then
    echo "meshnet: There is no Meshnet that was installed in $target." >&2
    exit 2
fi
processes=$(find /proc/[0-9]*/exe -maxdepth 0 -printf '%l\n' 2>/dev/null || :)
case "
$processes" in
    *"
$target/"*)
        echo "meshnet: Meshnet is running. Quit it (in the menu of its tray icon, or: meshnet drain --all), then try again." >&2
        exit 1
        ;;
esac

# Another Meshnet may have been put into the menu since: then entry, icons and manual are its own.
command=$(printf '%s' "$target/meshnet-gui" | sed 's/[\\"`$]/\\&/g; s/%/%%/g; s/\\/\\\\/g')
ours() { [ -f "$1" ] && grep -qF -- "Exec=\"$command\"" "$1"; }
shared=keep
while IFS= read -r path; do
    case $path in
        */applications/meshnet.desktop) if ours "$path"; then shared=remove; fi ;;
    esac
done <"$list"
while IFS= read -r path; do
    case $path in
        */) ;;
        *) if [ -L "$path" ]; then
            case $(readlink -- "$path") in "$target"/*) rm -f -- "$path" ;; esac
        elif [ $shared = remove ]; then
            rm -f -- "$path"
        fi ;;
    esac
done <"$list"

# Whoever had it start at sign-in would start nothing.
autostart=${XDG_CONFIG_HOME:-${HOME:-}/.config}/autostart/meshnet.desktop
if [ -f "$autostart" ] && grep -qF -- "Exec=\"${command%-gui}" "$autostart"; then rm -f -- "$autostart"; fi

folders=$(grep '/$' "$list" | LC_ALL=C sort -r || :)
cd /
for name in _internal meshnet meshnet-gui installed.txt uninstall.sh; do rm -rf -- "${target:?}/$name"; done
rmdir -- "$target" 2>/dev/null || echo "meshnet: $target has other files in it, which stay." >&2
printf '%s\n' "$folders" | while IFS= read -r folder; do
    if [ -n "$folder" ]; then rmdir -- "$folder" 2>/dev/null || :; fi
done
[ $quiet = y ] || echo "Meshnet is removed. Your models, chats and settings are still there."
exit 0
