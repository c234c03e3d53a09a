"""A request to the local API for a terminal; the same in every language. No widget."""

from __future__ import annotations

import json

ANY_MODEL = "MODEL"


def example(url: str, model: str, key: str) -> str:
    """With curl, for a POSIX shell. ``model`` may come from a stranger: it stays inside its quotes."""
    asked = {"model": model, "messages": [{"role": "user", "content": "Hello"}]}
    body = json.dumps(asked, ensure_ascii=False).replace("'", "'\\''")
    return (
        f"curl {url}/chat/completions \\\n"
        f'  -H "Authorization: Bearer {key}" \\\n'
        '  -H "Content-Type: application/json" \\\n'
        f"  -d '{body}'"
    )
