"""The published description: every endpoint with the key and its errors; and programs made from it find no fault.

The second part needs schemathesis, which is no dependency: ``pip install schemathesis``, then
``python -m pytest -m slow tests/api/test_description.py``.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from meshnet_gui.modelstore.spec import ModelSpec
from tests.api.service import KEY, running_api
from tests.fleet import in_loop

Tiny = Callable[[str], ModelSpec]
ANSWERS = ("/v1/chat/completions", "/v1/completions", "/v1/responses", "/api/chat", "/api/generate")
DOCUMENTED_5XX = (503, 507)


@in_loop
async def test_description_names_every_endpoint_with_its_errors_and_the_key(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        assert (await service.client.get("/openapi.json", headers={"authorization": ""})).status_code == 401
        told = (await service.client.get("/openapi.json")).json()
        assert told["security"] == [{"key": []}]
        assert told["components"]["securitySchemes"]["key"]["scheme"] == "bearer"
        for path in ANSWERS:
            replies = told["paths"][path]["post"]["responses"]
            assert {"200", "400", "401", "403", "404", "408", "413", "415", "429", "503", "507"} == set(replies)
            assert len(replies["200"]["content"]) == 2
        assert {"/v1/models", "/v1/models/{name}", "/api/tags", "/api/show", "/api/ps", "/api/version"} < set(
            told["paths"]
        )


@contextmanager
def running_beside(spec: ModelSpec) -> Iterator[str]:
    """The API in a thread, for a client that waits for its replies; its address."""
    begun, ends, address = threading.Event(), list[Callable[[], object]](), list[str]()

    async def run() -> None:
        ended, loop = asyncio.Event(), asyncio.get_running_loop()
        async with running_api(spec) as service:
            service.backend.most_tokens = 3
            address.append(service.url)
            ends.append(lambda: loop.call_soon_threadsafe(ended.set))
            begun.set()
            await ended.wait()

    thread = threading.Thread(target=lambda: asyncio.run(run()), name="API beside")
    thread.start()
    assert begun.wait(60)
    try:
        yield address[0]
    finally:
        ends[0]()
        thread.join(30)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_no_request_made_from_the_description_finds_an_undocumented_fault(tiny: Tiny) -> None:
    schemathesis = pytest.importorskip("schemathesis")
    hypothesis = pytest.importorskip("hypothesis")
    from schemathesis import checks
    from schemathesis.specs.openapi import checks as of_openapi

    wanted = [
        of_openapi.status_code_conformance,
        of_openapi.content_type_conformance,
        of_openapi.response_schema_conformance,
        of_openapi.ignored_auth,
    ]
    settings = hypothesis.settings(
        max_examples=60,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    statuses: dict[str, set[int]] = {}
    with running_beside(tiny("llama")) as url:
        headers = {"Authorization": f"Bearer {KEY}"}
        schema = schemathesis.openapi.from_url(f"{url}/openapi.json", headers=headers)
        for made in schema.get_all_operations():
            operation = made.ok()
            for mode in (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE):

                @settings
                @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
                def ask(case: object) -> None:
                    if isinstance(getattr(case, "body", None), dict) and "model" in case.body:
                        case.body["model"] = "tiny-llama"
                    reply = case.call(headers=headers, timeout=30)
                    statuses.setdefault(case.operation.label, set()).add(reply.status_code)
                    assert reply.status_code < 500 or reply.status_code in DOCUMENTED_5XX, reply.text
                    case.validate_response(reply, checks=wanted, headers=headers)

                with suppress(hypothesis.errors.Unsatisfiable):  # nothing of it can be wrong
                    ask()
    print(statuses)
    assert checks is not None
