"""One model type put to the test: a tiny random model, run whole by the library and as spans by our loader and shards.

The whole run is the library's own ``generate`` and ``forward``; the spans take the same way as a request from the
network. Nothing here knows a model type by name. Knows no results file and no processes.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, cast

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedModel
from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING
from transformers.utils import logging as transformers_logging

from meshnet_gui.engine.cuts import allowed_cuts
from meshnet_gui.engine.kv_sessions import SessionCacheStore
from meshnet_gui.engine.loader import first_line, load_shard, text_part
from meshnet_gui.engine.piece_needs import with_piece_needs
from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.engine.span_model import find_layers
from meshnet_gui.engine.tiny_configs import VOCAB_SIZE, WINDOW, tiny_config
from meshnet_gui.errors import MeshnetError, UserError
from meshnet_gui.modelstore.certified import NO_NEEDS, Needs, Row, certified_types
from meshnet_gui.types import Span
from meshnet_gui.wire.messages import CacheMode, ForwardRequest, HiddenReply, TensorPayload
from meshnet_gui.wire.refusals import KVCacheMiss, Refusal

TOLERANCE = 1e-4
PROMPT = tuple((index * 37) % (VOCAB_SIZE - 10) + 5 for index in range(21))
CHUNKS = (5, 2, 9)
NUM_STEPS = 5
TRIES = (NO_NEEDS, Needs(single_steps=True), Needs(token_ids=True), Needs(token_ids=True, single_steps=True))
_IDENTITY = "tiny@1:0123456789abcdef:float32"
_STREAM_FIELDS = ("hc_mult", "hc_count", "altup_num_inputs")
_SPREAD = 0.2  # large enough for attention to matter


class _Differs(Exception):
    """A run as spans is not what the whole model computes."""


def certify(model_type: str, folder: Path, *, tries: Sequence[Needs] = TRIES, max_chains: int | None = None) -> Row:
    """Put ``model_type`` to the test; ``folder`` takes the tiny model's files. Raises UserError for an unknown type.

    ``tries`` are the needs to go through until one does; ``max_chains`` leaves some of the cuts out.
    """
    transformers_logging.set_verbosity_error()
    torch.set_num_threads(1)
    row = Row("refused", "")
    for as_decoder in (False, True):
        try:
            whole = write_tiny_model(model_type, folder, as_decoder=as_decoder)
            whole(torch.tensor([PROMPT]))
        except UserError:
            raise
        except Exception as exc:  # not ours: the library cannot do it alone
            return Row("refused", f"the library itself cannot run it on text alone: {first_line(exc)}")
        for needs in tries:
            trial = Trial(whole, folder, needs, max_chains)
            row = trial.outcome()
            if row.result == "ok":
                needs = with_piece_needs(needs, folder, trial.some_spans(), trial.num_layers)
                return replace(row, needs=replace(needs, is_decoder=as_decoder))
        if getattr(whole.config, "is_decoder", None) is not False:
            break
    return row


def check_as_certified(model_type: str, folder: Path) -> Row:
    """Whether a type that the table has as certified still runs in parts as it does whole; quicker than ``certify``.

    One cut in the middle, a prompt and some steps with session caches, or without where the type keeps none.
    """
    transformers_logging.set_verbosity_error()
    torch.set_num_threads(1)
    needs = certified_types()[model_type].needs
    try:
        whole = write_tiny_model(model_type, folder, as_decoder=needs.is_decoder)
    except Exception as exc:  # the library's own, of any class
        return Row("refused", first_line(exc))
    tried = Needs(token_ids=needs.token_ids, single_steps=needs.single_steps)
    return Trial(whole, folder, tried, max_chains=1, is_brief=True).outcome()


def write_tiny_model(model_type: str, folder: Path, *, as_decoder: bool = False, seed: int = 0) -> PreTrainedModel:
    """A random model of that type in ``folder``, like a downloaded one, and the same in memory."""
    whole_config = tiny_config(model_type)
    if as_decoder:
        whole_config.is_decoder = True
    base = cast("type[PreTrainedModel]", MODEL_FOR_CAUSAL_LM_MAPPING[type(whole_config)])
    config = text_part(whole_config, base)
    torch.manual_seed(seed)
    model = cast(Any, base)(config).eval()
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if parameter.ndim > 1 or "bias" in name:
                parameter.normal_(0.0, _SPREAD)
            elif parameter.is_floating_point():
                parameter.add_(torch.randn_like(parameter) * _SPREAD / 4)
    model.generation_config.eos_token_id = None
    model.generation_config.pad_token_id = 0
    model.save_pretrained(folder)
    whole_config.save_pretrained(folder)
    names = {f"w{index}": index for index in range(VOCAB_SIZE)}
    tokenizer = Tokenizer(models.WordLevel(names, unk_token="w3"))
    tokenizer.pre_tokenizer = cast(Any, pre_tokenizers.WhitespaceSplit())
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "PreTrainedTokenizerFast"}))
    whole = cast(Any, base).from_pretrained(folder, config=config, dtype=torch.float32, local_files_only=True)
    return cast(PreTrainedModel, whole.eval().requires_grad_(False))


class Trial:
    """All runs of one tiny model."""

    def __init__(
        self,
        whole: PreTrainedModel,
        folder: Path,
        needs: Needs,
        max_chains: int | None = None,
        *,
        is_brief: bool = False,
    ) -> None:
        self._is_brief = is_brief
        self._needs = needs
        self._max_chains = max_chains
        self._whole = whole
        self._folder = folder
        self._shards: dict[Span, TorchModelShard] = {}
        self._logits: list[torch.Tensor] = []
        self._worst = 0.0
        self._notes: list[str] = []

    def outcome(self) -> Row:
        """Everything in turn, up to the first difference."""
        try:
            with torch.inference_mode():
                self._run()
        except MeshnetError as exc:
            return Row("refused", exc.text, self._worst)
        except (_Differs, Refusal) as exc:
            return Row("differs", str(exc), self._worst)
        return Row("ok", "; ".join(self._notes), self._worst, streams=self._streams())

    def _run(self) -> None:
        if not self._is_brief:
            self._check_library()
            self._check_refused_cuts()
        chains = list(islice(self._chains(), self._max_chains))
        for cuts in chains or ([()] if self._is_brief else []):
            chain = [self._shard(Span(a, b)) for a, b in pairwise((0, *cuts, self.num_layers))]
            for run in self._runs(chain):
                run(chain)

    def _runs(self, chain: Sequence[TorchModelShard]) -> Sequence[Callable[[Sequence[TorchModelShard]], None]]:
        if not self._is_brief:
            return self._steps, self._chunks, self._several, self._stateless, self._rollback
        return (self._steps if all(shard.supports_kv_cache for shard in chain) else self._stateless,)

    # -- the whole model ---------------------------------------------------------------------------------------

    @cached_property
    def num_layers(self) -> int:
        return len(find_layers(self._whole))

    @cached_property
    def _generated(self) -> tuple[list[int], list[torch.Tensor]]:
        """Greedy ids by the library's plain forward, everything at every step, and the logits of each."""
        ids: list[int] = []
        rows: list[torch.Tensor] = []
        for _ in range(NUM_STEPS + 1):
            rows.append(self._forward([*PROMPT, *ids])[-1])
            ids.append(int(rows[-1].argmax()))
        return ids, rows

    def _forward(self, ids: Sequence[int]) -> torch.Tensor:
        """The library's logits at every position of ``ids``, computed at once. Shapes: ``(n, vocab)``."""
        return cast(torch.Tensor, cast(Any, self._whole)(torch.tensor([list(ids)]), use_cache=False).logits[0].float())

    def _check_library(self) -> None:
        """Take note where the library's own generation is not what its plain forward says."""
        prompt = torch.tensor([PROMPT])
        output = cast(Any, self._whole).generate(
            prompt, attention_mask=torch.ones_like(prompt), max_new_tokens=NUM_STEPS + 1, do_sample=False
        )
        if output[0, len(PROMPT) :].tolist() != self._generated[0]:
            self._note("the library's own generate goes another way than its plain forward")

    def some_spans(self) -> list[Span]:
        """The first layers, the last ones, and some between."""
        cuts = [0, *allowed_cuts(self._whole.config, self.num_layers), self.num_layers]
        return [
            Span(*ends) for ends in sorted({tuple(cuts[:2]), tuple(cuts[-2:]), tuple(cuts[len(cuts) // 2 - 1 :][:2])})
        ]

    # -- chains ------------------------------------------------------------------------------------------------

    def _chains(self) -> Iterator[tuple[int, ...]]:
        """Where to cut: in the middle, behind the first, before the last, in three, and around one of each kind."""
        count = self.num_layers
        wanted = [(count // 2,), (1,), (count - 1,), (count // 3, 2 * count // 3)]
        wanted += [(index, index + 1) for index in self._one_of_each_kind()]
        cuts = set(allowed_cuts(self._whole.config, count))
        if cuts != set(range(1, count)):
            self._note(f"can be cut at {', '.join(map(str, sorted(cuts)))} of {count} layers only")
        possible = [tuple(cut for cut in chain if cut in cuts) for chain in wanted]
        yield from dict.fromkeys(chain for chain in [*possible, *((cut,) for cut in sorted(cuts)[:1])] if chain)

    def _one_of_each_kind(self) -> list[int]:
        """The index of a layer of each kind, by what its modules and plain attributes are."""
        kinds = {_kind(layer): index for index, layer in enumerate(find_layers(self._whole))}
        return sorted(kinds.values())

    def _shard(self, span: Span) -> TorchModelShard:
        if span not in self._shards:
            store = SessionCacheStore(max_sessions=64)
            shard = load_shard(self._folder, span, identity=_IDENTITY, store=store, num_threads=1, needs=self._needs)
            shard.on_logits = self._logits.append
            self._shards[span] = shard
        return self._shards[span]

    def _send(
        self, chain: Sequence[TorchModelShard], ids: Sequence[int], mode: CacheMode | None, **more: Any
    ) -> torch.Tensor:
        """One step through ``chain``; the tail's logits. Shapes: ``(num_logits, vocab)``."""
        tensor = TensorPayload((1, len(ids)), "int64", struct.pack(f"<{len(ids)}q", *ids))
        session = "0" * 32 if mode else None
        for shard in chain:
            is_told = self._needs.token_ids or shard.is_tail
            sent_ids = tuple(ids) if is_told and not tensor.is_token_ids else None
            request = ForwardRequest(tensor, session, mode, model=_IDENTITY, token_ids=sent_ids, **more)
            reply = shard.forward(request)
            if isinstance(reply, HiddenReply):
                tensor = reply.tensor
        return self._logits.pop()

    def _check_refused_cuts(self) -> None:
        """A cut that would part what belongs together is refused before anything is loaded."""
        for cut in set(range(1, self.num_layers)) - set(allowed_cuts(self._whole.config, self.num_layers)):
            try:
                load_shard(self._folder, Span(cut, self.num_layers), identity=_IDENTITY)
            except UserError:
                continue
            raise _Differs(f"a cut at {cut} is not refused")

    # -- the runs ----------------------------------------------------------------------------------------------

    def _steps(self, chain: Sequence[TorchModelShard]) -> None:
        if not all(shard.supports_kv_cache for shard in chain):
            self._note("keeps no session cache: every step is computed anew")
            return
        first = self._generated[1][0]
        self._compare(chain, "prefill", self._send(chain, PROMPT, "prefill")[-1], first)
        self._single_steps(chain, len(PROMPT), "step")

    def _single_steps(self, chain: Sequence[TorchModelShard], past_len: int, what: str) -> None:
        ids, rows = self._generated
        for step in range(NUM_STEPS):
            logits = self._send(chain, ids[step : step + 1], "decode", past_len=past_len + step)
            self._compare(chain, f"{what} {step + 1}", logits[-1], rows[step + 1])

    def _chunks(self, chain: Sequence[TorchModelShard]) -> None:
        if not all(shard.supports_kv_cache for shard in chain):
            return
        done = 0
        for length in (*CHUNKS, len(PROMPT) - sum(CHUNKS)):
            mode: CacheMode = "decode" if done else "prefill"
            more = {"past_len": done} if done else {}
            logits = self._send(chain, PROMPT[done : done + length], mode, **more)
            done += length
        self._compare(chain, "chunked prefill", logits[-1], self._generated[1][0])
        self._single_steps(chain, done, "step after chunks")

    def _several(self, chain: Sequence[TorchModelShard]) -> None:
        if not all(shard.supports_kv_cache for shard in chain):
            return
        ids, rows = self._generated
        self._send(chain, PROMPT[:-1], "prefill")
        draft = [PROMPT[-1], *ids[:NUM_STEPS]]
        logits = self._send(chain, draft, "decode", past_len=len(PROMPT) - 1, verify=True)
        for index, row in enumerate(logits):
            self._compare(chain, f"position {index + 1} of several", row, rows[index])

    def _stateless(self, chain: Sequence[TorchModelShard]) -> None:
        ids, _ = self._generated
        for count in (0, 1, NUM_STEPS):
            text = [*PROMPT, *ids[:count]]
            self._compare(chain, f"stateless {count}", self._send(chain, text, None)[-1], self._forward(text)[-1])

    def _rollback(self, chain: Sequence[TorchModelShard]) -> None:
        if not all(shard.supports_kv_cache for shard in chain):
            return
        for length, keep in ((WINDOW - 3, 2), (len(PROMPT) + 4, len(PROMPT) - 3)):
            text = [*PROMPT, 7, 8, 9, 10][:length]
            self._send(chain, text, "prefill")
            rest = PROMPT[keep:]
            try:
                logits = self._send(chain, rest, "decode", past_len=keep, truncate_to=keep)
            except KVCacheMiss:
                continue  # said so before anything was computed: the head prefills again
            self._compare(chain, f"cut back to {keep}", logits[-1], self._generated[1][0])

    def _streams(self) -> tuple[str, int] | None:
        """The configuration's field that says how many hidden states there are per position, and its default."""
        text = self._whole.config.get_text_config(decoder=True)
        is_wide = any(shard.hidden_size != text.hidden_size for shard in self._shards.values())
        field = next((name for name in _STREAM_FIELDS if hasattr(text, name)), None) if is_wide else None
        return None if field is None else (field, int(getattr(text, field)))

    def _note(self, text: str) -> None:
        if text not in self._notes:
            self._notes.append(text)

    def _compare(self, chain: Sequence[TorchModelShard], what: str, ours: torch.Tensor, whole: torch.Tensor) -> None:
        difference = _difference(ours, whole)
        self._worst = max(self._worst, difference)
        if not difference < TOLERANCE or int(ours.argmax()) != int(whole.argmax()):
            spans = ", ".join(str(shard.span) for shard in chain)
            raise _Differs(f"{what} over {spans}: off by {difference:.1g}")


def _difference(a: torch.Tensor, b: torch.Tensor) -> float:
    return float((a - b).abs().max() / b.abs().max())


def _kind(layer: torch.nn.Module) -> str:
    inner = sorted({f"{name}:{type(module).__name__}" for name, module in layer.named_modules() if "." not in name})
    plain = {n: v for n, v in vars(layer).items() if isinstance(v, (str, bool)) and not n.startswith("_")}
    attention = next((m for n, m in layer.named_modules() if "attn" in n or "attention" in n), None)
    window = {n: v for n, v in vars(attention).items() if "window" in n or "sliding" in n} if attention else {}
    return repr((type(layer).__name__, inner, plain, window))
