#!/bin/sh
# Installs Meshnet for one user, or a newer one in its place; nothing but in that user's own folders, and not as root.
# Beside it lie files.tar.xz (meshnet/ and share/), uninstall.sh, and about.sh, which says for what computer that is.
set -eu

usage() {
    cat <<END
Installs Meshnet for you alone.

  --target FOLDER  where to (default: ~/.local/lib/meshnet)
  --quiet          say nothing but what went wrong
  --accept         taken for unattended use; nothing is asked
  --help           this

What is there of an older Meshnet is replaced; models, chats and settings stay as they are.
END
}

say() { [ "$quiet" = y ] || printf '%s\n' "$1"; }

# Whoever started it from a file manager sees no terminal.
show() {
    if ! [ -t 2 ] && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && command -v notify-send >/dev/null; then
        notify-send --app-name=Meshnet Meshnet "$1" 2>/dev/null || :
    fi
}

refuse() {
    printf 'meshnet: %s\n' "$1" >&2
    show "$1"
    exit "${2:-1}"
}

# An absolute path for one that was given from where the archive was started.
absolute() {
    case $1 in
        /*) printf '%s' "$1" ;;
        *) printf '%s' "${USER_PWD:-$PWD}/$1" ;;
    esac
}

# The nearest folder above a path that there is.
existing() {
    folder=$1
    while ! [ -d "$folder" ]; do folder=$(dirname -- "$folder"); done
    printf '%s' "$folder"
}

# Makes a folder and notes each one that was not there, for whoever removes them again.
make_dir() {
    if [ -d "$1" ]; then return; fi
    make_dir "$(dirname -- "$1")"
    mkdir -- "$1" || refuse "The folder $1 cannot be made."
    printf '%s/\n' "$1" >>"$list"
}

put() {
    make_dir "$(dirname -- "$2")"
    cp -- "$1" "$2"
    printf '%s\n' "$2" >>"$list"
}

# A command, unless something else already has its name.
link() {
    if [ -e "$2" ] && ! { [ -L "$2" ] && [ -e "$(dirname -- "$(readlink -f -- "$2")")/installed.txt" ]; }; then
        say "$2 is something else and stays as it is."
        return
    fi
    make_dir "$(dirname -- "$2")"
    ln -sfn -- "$1" "$2"
    printf '%s\n' "$2" >>"$list"
}

# As the Desktop Entry Specification wants a path: quoted for the command line, then for the value.
quoted() { printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"`$]/\\&/g; s/%/%%/g; s/\\/\\\\/g')"; }

write_entry() {
    make_dir "$(dirname -- "$2")"
    command=$(quoted "$target/meshnet-gui")
    while IFS= read -r line; do
        case $line in
            Exec=meshnet-gui*) printf 'Exec=%s%s\n' "$command" "${line#Exec=meshnet-gui}" ;;
            *) printf '%s\n' "$line" ;;
        esac
    done <"$1" >"$2"
    printf '%s\n' "$2" >>"$list"
}

# The processes of the program that is to be replaced, by its files and not by its name.
running() {
    find /proc/[0-9]*/exe -maxdepth 0 -printf '%p %l\n' 2>/dev/null | while read -r link program; do
        case $program in
            "$1"/*) link=${link#/proc/} && printf '%s ' "${link%/exe}" ;;
        esac
    done
}

check_place() {
    case $target in
        *'
'*) refuse "The name of a folder must be one line." 2 ;;
    esac
    if [ -e "$target" ] && ! [ -e "$target/installed.txt" ] && [ -n "$(ls -A -- "$target" 2>/dev/null || echo a file)" ]; then
        refuse "There is something else in $target. Choose another folder with --target." 2
    fi
    processes=$(running "$target")
    [ -z "$processes" ] || refuse "Meshnet is running (process ${processes% }). Quit it (in the menu of its tray icon, or: meshnet drain --all), then try again."
}

check_computer() {
    case " $machines " in
        *" $(uname -m) "*) ;;
        *) refuse "This archive is for computers of the type ${machines%% *}, and this one is a $(uname -m)." 2 ;;
    esac
    command -v xz >/dev/null || refuse "Unpacking takes the program xz. Install it (often the package xz-utils), then try again."
    place=$(existing "$(dirname -- "$target")")
    [ -w "$place" ] || refuse "Nothing can be written in $place."
    room=$(df -Pk -- "$place" | awk 'END { for (i = 2; i <= NF; i++) if ($i ~ /%$/) { print $(i - 1); exit } }')
    [ "$room" -gt "$size_kib" ] || refuse "There is too little room in $place: $((room / 1024)) MB, and $((size_kib / 1024)) are needed."
}

# One installation at a time; the lock of one that was killed is taken over.
take_lock() {
    if ! mkdir -- "$lock" 2>/dev/null; then
        other=$(cat -- "$lock/process" 2>/dev/null || :)
        if [ -n "$other" ] && kill -0 "$other" 2>/dev/null; then
            refuse "Meshnet is being installed there already (process $other). Wait for that to end."
        fi
        mkdir -p -- "$lock"
    fi
    echo $$ >"$lock/process"
}

# Half of a new one is taken away, and the old one is there again.
clear_away() {
    rm -rf -- "$new"
    if [ -d "$old" ] && ! [ -e "$target" ]; then mv -- "$old" "$target"; fi
    rm -rf -- "$old"
}

# However it ends.
clean_up() {
    clear_away
    rm -rf -- "$lock"
    printf '%s\n' "$made" | while IFS= read -r folder; do rmdir -- "$folder" 2>/dev/null || :; done
}

unpack() {
    mkdir -- "$new"
    tar -xJf files.tar.xz -C "$new" || refuse "It could not be unpacked."
    cp -- uninstall.sh "$new/meshnet/uninstall.sh"
    "$new/meshnet/meshnet" --version >/dev/null 2>"$new/said" ||
        refuse "The program does not start on this computer: $(head -n 1 "$new/said")"
}

# What an older one put elsewhere is still ours.
swap() {
    printf '%s\n' "$made" >"$list"
    if [ -e "$target/installed.txt" ]; then cat -- "$target/installed.txt" >>"$list"; fi
    cp -- "$list" "$new/meshnet/installed.txt"
    if [ -d "$target" ]; then mv -- "$target" "$old"; fi
    mv -- "$new/meshnet" "$target"
    if [ -d "$old" ]; then keep_others; fi
}

# What somebody put beside the program is theirs.
keep_others() {
    for file in "$old"/* "$old"/.[!.]*; do
        case ${file##*/} in
            _internal | meshnet | meshnet-gui | installed.txt | uninstall.sh) ;;
            *) if [ -e "$file" ] || [ -L "$file" ]; then mv -- "$file" "$target/"; fi ;;
        esac
    done
}

put_around() {
    write_entry "$new/share/applications/meshnet.desktop" "$share/applications/meshnet.desktop"
    (cd "$new/share" && find icons man -type f) >"$new/found"
    while IFS= read -r file; do put "$new/share/$file" "$share/$file"; done <"$new/found"
    if [ -d "$share/icons/hicolor" ]; then touch "$share/icons/hicolor"; fi # so that desktops look again
    for name in meshnet meshnet-gui; do link "$target/$name" "$bin/$name"; done
    LC_ALL=C sort -u "$list" >"$target/installed.txt"
}

quiet=n
target=
while [ $# -gt 0 ]; do
    case $1 in
        --target) [ $# -gt 1 ] || refuse "--target wants a folder." 2; target=$(absolute "$2"); shift ;;
        --target=*) target=$(absolute "${1#*=}") ;;
        --quiet | --quiet=y) quiet=y ;;
        --accept | --quiet=n) ;;
        --help) usage && exit ;;
        *) refuse "There is no option $1. See --help." 2 ;;
    esac
    shift
done
case ${HOME:-} in
    /*) ;;
    *) refuse "HOME names no folder." 2 ;;
esac
if [ "$(id -u)" = 0 ] && [ -n "${SUDO_USER:-}" ]; then refuse "It installs for one user: start it without sudo." 2; fi
cd -- "$(dirname -- "$0")"
version='' machines='' size_kib=0
# shellcheck disable=SC1091  # it is made when the archive is
. ./about.sh
target=$(readlink -m -- "${target:-$HOME/.local/lib/meshnet}")
case ${XDG_DATA_HOME:-} in
    /*) share=$XDG_DATA_HOME ;;
    *) share=$HOME/.local/share ;;
esac
bin=$HOME/.local/bin
new=$(dirname -- "$target")/.meshnet-new
old=$(dirname -- "$target")/.meshnet-old
lock=$(dirname -- "$target")/.meshnet-lock
list=$new/list

check_place
check_computer
say "Installing Meshnet $version in $target ..."
first=$(dirname -- "$target")
made=$(while ! [ -d "$first" ]; do printf '%s/\n' "$first" && first=$(dirname -- "$first"); done)
mkdir -p -- "$(dirname -- "$target")"
take_lock
trap clean_up EXIT
trap 'exit 130' INT HUP TERM
clear_away # what one left that was killed
unpack
swap
put_around
say "Meshnet is in your menu now. To remove it: sh '$target/uninstall.sh'"
case ":${PATH:-}:" in
    *":$bin:"*) ;;
    *) say "For the commands meshnet and meshnet-gui put $bin into your PATH." ;;
esac
show "Meshnet is installed and in your menu."
