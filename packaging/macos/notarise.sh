#!/bin/bash
# Has Apple look at a signed disk image, and fastens the answer to it, so that it opens without a network, too.
#
#     MESHNET_NOTARY_KEY_FILE=key.p8 MESHNET_NOTARY_KEY_ID=... MESHNET_NOTARY_ISSUER=... notarise.sh meshnet.dmg
#
# What Apple found is printed where it refuses.

. "$(dirname "$0")/steps.sh"

image="${1:-}"
[ -f "$image" ] || fail "give the image to be notarised"
for name in MESHNET_NOTARY_KEY_FILE MESHNET_NOTARY_KEY_ID MESHNET_NOTARY_ISSUER; do
    [ -n "${!name:-}" ] || fail "$name is not set"
done
[ -f "$MESHNET_NOTARY_KEY_FILE" ] || fail "the file that MESHNET_NOTARY_KEY_FILE names is not there"

notary() {
    xcrun notarytool "$@" \
        --key "$MESHNET_NOTARY_KEY_FILE" --key-id "$MESHNET_NOTARY_KEY_ID" --issuer "$MESHNET_NOTARY_ISSUER"
}

# A value of the answer, which is one flat JSON object.
value_of() {
    sed -n "s/.*\"$1\"[[:space:]]*:[[:space:]]*\"\([^\"]*\)\".*/\1/p" "$answer" | head -n 1
}

answer="$(mktemp)"
trap 'rm -f "$answer"' EXIT
status=0
notary submit "$image" --wait --timeout 1h --output-format json >"$answer" || status=$?

# It may end well although the image was refused: what it says counts.
said="$(value_of status)"
if [ "$status" -ne 0 ] || [ "$said" != "Accepted" ]; then
    id="$(value_of id)"
    if [ -n "$id" ]; then
        notary log "$id" >&2 || true
    fi
    fail "the image was not accepted: ${said:-no answer}"
fi

attempt xcrun stapler staple "$image"
xcrun stapler validate "$image"
