# shellcheck shell=bash
# What the scripts beside this one share; they read it in. Works with the bash 3.2 of macOS.

set -euo pipefail

fail() {
    printf '%s: %s\n' "${0##*/}" "$1" >&2
    exit 1
}

# Runs a command that asks a service, or a disk that may be busy, up to three times.
attempt() {
    local tries=3 status
    while true; do
        status=0
        "$@" || status=$?
        tries=$((tries - 1))
        if [ "$status" -eq 0 ] || [ "$tries" -eq 0 ]; then
            return "$status"
        fi
        printf '%s: %s failed and is tried again\n' "${0##*/}" "$1" >&2
        sleep "${MESHNET_RETRY_S:-10}"
    done
}
