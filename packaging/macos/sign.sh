#!/bin/bash
# Signs an app for the hardened runtime, from the inside out: libraries, frameworks, executables, the app itself.
#
#     MESHNET_SIGN_IDENTITY="Developer ID Application: ..." sign.sh Meshnet.app
#
# Every piece gets the same identity, so the app needs no exception from library validation.

. "$(dirname "$0")/steps.sh"

app="${1:-}"
[ -d "$app/Contents/MacOS" ] || fail "give the app to be signed, such as build/bundle/Meshnet.app"
identity="${MESHNET_SIGN_IDENTITY:-}"
[ -n "$identity" ] || fail "MESHNET_SIGN_IDENTITY names no identity, so nothing is signed"
entitlements="$(cd "$(dirname "$0")" && pwd)/entitlements.plist"

sign() {
    attempt codesign --force --timestamp --options runtime --sign "$identity" "$@" </dev/null
}

deepest_first() {
    awk -F/ '{ print NF "\t" $0 }' | sort -rn | cut -f 2-
}

# The files' own magic numbers tell, not their names or rights. Not the executables: they come last.
libraries() {
    find "$app/Contents" -type f ! -path "$app/Contents/MacOS/*" | while IFS= read -r path; do
        case "$(file -b "$path")" in
            Mach-O*) printf '%s\n' "$path" ;;
        esac
    done | deepest_first
}

frameworks() {
    find "$app/Contents" -type d -name '*.framework' | deepest_first
}

list="$(mktemp)"
trap 'rm -f "$list"' EXIT
libraries >"$list"
[ -s "$list" ] || fail "there is no library in $app, so it is no app of ours"
while IFS= read -r path; do
    sign "$path"
done <"$list"

frameworks >"$list"
while IFS= read -r path; do
    sign "$path"
done <"$list"

# The window's executable is the app's own: who signs it signs the app.
find "$app/Contents/MacOS" -type f ! -name meshnet-gui >"$list"
while IFS= read -r path; do
    sign --entitlements "$entitlements" "$path"
done <"$list"

sign --entitlements "$entitlements" "$app"
codesign --verify --deep --strict --verbose=2 "$app"
