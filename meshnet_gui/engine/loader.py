"""A span's weights from a model folder into a ``TorchModelShard``: only our own tensors, every one accounted for.

Knows no sessions and no network; reads local files only and never runs code from them.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import torch
from transformers import AutoConfig, PretrainedConfig, PreTrainedModel
from transformers.models.auto.configuration_auto import CONFIG_MAPPING
from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING
from transformers.utils import logging as transformers_logging

from meshnet_gui.engine.cuts import allowed_cuts, check_cuts
from meshnet_gui.engine.device import bound_caches, find_device, move, release_memory, set_num_threads
from meshnet_gui.engine.kv_sessions import SessionCacheStore
from meshnet_gui.engine.lean.choice import Wanted, lean_runner
from meshnet_gui.engine.lean.golden import Piece
from meshnet_gui.engine.lean.kinds import KINDS, LeanKind
from meshnet_gui.engine.runner import Compute
from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.engine.span_model import SpanRunner, span_class
from meshnet_gui.engine.stored_codes import take_codes_as_numbers
from meshnet_gui.engine.tokenizer import load_tokenizer
from meshnet_gui.errors import BadModelFile, MachineError, UserError
from meshnet_gui.modelstore.certified import Needs, certified_needs
from meshnet_gui.modelstore.folder_check import check_weights, span_files
from meshnet_gui.modelstore.manifest import read_json
from meshnet_gui.modelstore.spec import read_sizes
from meshnet_gui.types import Span

_log = logging.getLogger(__name__)
_DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}
_AGAIN = "Get or import the model again."


def load_shard(
    path: Path,
    span: Span,
    *,
    identity: str,
    name: str = "",
    dtype: str = "float32",
    device: str = "cpu",
    store: SessionCacheStore | None = None,
    num_threads: int | None = None,
    runner: str = "generic",
    precision: str = "fp32",
    kv_precision: str = "auto",
    needs: Needs | None = None,
    uncertified: bool = False,
    gpu_max_bytes: int = 0,
    progress: Callable[[str], None] | None = None,
) -> TorchModelShard:
    """Load layers ``span`` of the model in folder ``path`` and run a first step through them.

    ``runner``: ``generic`` is the library's own forward; ``lean`` the graph of the common families where it agrees
    with that; ``auto`` likewise, but only where it is faster too. ``precision`` ``fp32`` and ``auto`` fall back to the
    library where need be; all others are always lean. ``kv_precision`` ``int8`` keeps full attention in 8 bit, which
    only the generic runner does. Of a GPU's memory this process takes ``gpu_max_bytes`` at most
    (0: all). ``progress`` is called with a short text before each stage.
    Threads: the compute thread; blocks for the whole load.
    Raises UserError (span or dtype; layers that are not held), BadModelFile (missing, truncated or incomplete files),
    MachineError (memory).
    """
    started = time.monotonic()
    tell = progress or _silent
    if dtype not in _DTYPES:
        raise UserError(f"The dtype must be one of {', '.join(_DTYPES)}, not {dtype}.")
    place = find_device(device)
    num_threads = set_num_threads(num_threads)
    if needs is None:
        _check_config(path)
    config = _load_config(path)
    num_layers = _num_layers(config)
    if span.end > num_layers:
        raise UserError(
            f"Layers {span} are not all in this model.", f"It has {num_layers} layers: choose inside 0-{num_layers}."
        )
    _model_class(config)
    num_stored = None
    if needs is None:
        needs = certified_needs(config.model_type, uncertified=uncertified)
        num_stored = check_weights(path, span, with_layers=not uncertified)
    check_cuts(config, span, num_layers)
    if needs.is_decoder and getattr(config, "is_decoder", None) is False:
        raise BadModelFile("This model reads in both directions and cannot write.", "Choose another model.")
    store = SessionCacheStore() if store is None else store  # an empty store is false
    store.release = release_memory
    tell("reading the weights")
    source = _Source(path, config, needs, num_stored, gpu_max_bytes)
    eight_bit_caches = kv_precision == "int8"
    kind = _lean_kind(precision, "generic" if eight_bit_caches else runner, dtype, device)
    if eight_bit_caches and kind is not None:
        raise UserError(f"With weights in {kind.words} session caches are kept as computed.", "Choose one of the two.")
    compute = None
    if kind is not None:
        wanted = Wanted(path, config, span, num_threads, tell, unless_slower=runner != "lean")
        lean = lean_runner(kind, wanted, source)
        if lean is not None:
            compute = Compute(lean, kind.runner_name, lean.weight_bytes, torch.float32, torch.device("cpu"))
    if compute is None:
        compute = source.generic(span, _DTYPES[dtype], place, eight_bit_caches)
    shard = TorchModelShard(
        compute,
        config,
        span,
        identity=identity,
        name=name,
        store=store,
        tokenizer=load_tokenizer(path) if span.end == num_layers else None,
        needs=needs,
    )
    tell("computing a first token")
    _first_steps(shard, config)
    bound_caches(store, place, gpu_max_bytes)
    _log.info("loaded layers %s of %s in %.1f s", span, name or path.name, time.monotonic() - started)
    return shard


def _lean_kind(precision: str, runner: str, dtype: str, device: str) -> LeanKind | None:
    """The kind of lean runner to try; None for the library's own forward."""
    if precision in KINDS and not KINDS[precision].falls_back:
        return KINDS[precision]
    return KINDS["fp32"] if runner != "generic" and (dtype, device) == ("float32", "cpu") else None


def model_cuts(path: Path) -> tuple[int, ...]:
    """Where the model in folder ``path`` may be cut. Raises BadModelFile."""
    _check_config(path)
    config = _load_config(path)
    return allowed_cuts(config, _num_layers(config))


@dataclass(frozen=True, slots=True)
class _Source:
    """Where the library's own models of spans come from."""

    path: Path
    config: PretrainedConfig
    needs: Needs
    num_stored: int | None = None
    gpu_max_bytes: int = 0

    def generic(self, span: Span, dtype: torch.dtype, device: torch.device, eight_bit_caches: bool) -> Compute:
        """The library's forward as the one that serves."""
        model = _load_model(self.path, self.config, span, dtype, self.needs, self.num_stored)
        weight_bytes = sum(parameter.nbytes for parameter in model.parameters())
        move(model, device, weight_bytes, self.gpu_max_bytes)
        runner = SpanRunner(model, span, self.needs, eight_bit_caches=eight_bit_caches)
        name = "generic, 8-bit caches" if eight_bit_caches else "generic"
        return Compute(runner, name, weight_bytes, model.dtype, model.device)

    def piece(self, span: Span) -> Piece:
        """The same in float32, for golden outputs only."""
        model = _load_model(self.path, self.config, span, torch.float32, self.needs, self.num_stored)
        runner = SpanRunner(model, span, self.needs)
        runner.learn_form(int(self.config.get_text_config(decoder=True).hidden_size))
        return Piece(runner, getattr(cast(Any, model).get_decoder(), "rotary_emb", None))

    def rotary(self) -> Any:
        """The model's module of rotary embeddings, of which only the configuration is needed."""
        base = _model_class(self.config)
        with torch.device("meta"):
            model: Any = base(text_part(self.config, base))
        return type(model.get_decoder().rotary_emb)(model.config)


def _first_steps(shard: TorchModelShard, config: PretrainedConfig) -> None:
    try:
        shard.probe()
    except BadModelFile:
        raise
    except Exception as exc:  # a model's layers raise what they like where they cannot run as a span
        raise BadModelFile(
            f"Models of type {config.model_type} cannot be run as layers {shard.span} here: {first_line(exc)}",
            "Choose another model.",
        ) from exc


def _silent(_text: str) -> None:
    """No progress is wanted."""


def _check_config(path: Path) -> None:
    """See that the configuration can be one, before the library makes anything of it. Raises BadModelFile."""
    if not path.is_dir():
        raise BadModelFile(f"There is no model folder {path}.", _AGAIN)
    config = read_json(path / "config.json")
    model_type = read_sizes(config, path.name).model_type
    if model_type not in CONFIG_MAPPING:
        text = f"Models of type {model_type[:60]} are not known here."
        code = "It asks for code of its own, which is never run."
        raise BadModelFile(f"{text} {code}" if "auto_map" in config else text, "Choose another model.")


def _load_config(path: Path) -> PretrainedConfig:
    try:
        config = cast(
            PretrainedConfig, AutoConfig.from_pretrained(path, local_files_only=True, trust_remote_code=False)
        )
    except Exception as exc:
        raise BadModelFile(f"The configuration in {path} cannot be used: {first_line(exc)}", _AGAIN) from exc
    _take_charge(config)
    return config


def _take_charge(config: PretrainedConfig) -> None:
    """A downloaded config may not choose code (kernels are fetched by name) nor the form of the answers."""
    config._attn_implementation = None
    config._experts_implementation = None
    for name in ("output_attentions", "output_hidden_states", "output_router_logits"):
        if getattr(config, name, False):
            setattr(config, name, False)
    config.return_dict = True
    take_codes_as_numbers(config)


def _num_layers(config: PretrainedConfig) -> int:
    count = getattr(config.get_text_config(decoder=True), "num_hidden_layers", None)
    if not isinstance(count, int) or count < 1:
        raise BadModelFile("The model's configuration does not say how many layers it has.", _AGAIN)
    return count


def _load_model(
    path: Path, config: PretrainedConfig, span: Span, dtype: torch.dtype, needs: Needs, num_stored: int | None
) -> PreTrainedModel:
    base = _model_class(config)
    config = text_part(config, base)
    transformers_logging.disable_progress_bar()
    loadable = cast(Any, span_class(base, span, needs, num_stored, span_files(path, span)))
    try:
        model, info = loadable.from_pretrained(
            path,
            config=config,
            dtype=dtype,
            local_files_only=True,
            trust_remote_code=False,
            use_safetensors=True,
            output_loading_info=True,
        )
    except BadModelFile:
        raise
    except MemoryError as exc:
        raise MachineError("There is not enough memory for these layers.", "Serve fewer layers.") from exc
    except (AttributeError, NotImplementedError) as exc:  # its own code reaches into layers that are elsewhere
        raise BadModelFile(
            f"Models of type {config.model_type} cannot be cut into layers here: {first_line(exc)}",
            "Choose another model.",
        ) from exc
    except Exception as exc:  # torch, safetensors and transformers raise what they like at broken files
        raise BadModelFile(f"The model files in {path} cannot be loaded: {first_line(exc)}", _AGAIN) from exc
    _check_complete(model, info)
    return cast(PreTrainedModel, model.eval().requires_grad_(False))


def _model_class(config: PretrainedConfig) -> type[PreTrainedModel]:
    base = cast("type[PreTrainedModel] | None", MODEL_FOR_CAUSAL_LM_MAPPING.get(type(config), None))
    if base is None:
        raise BadModelFile(f"Models of type {config.model_type} cannot be run here.", "Choose another model.")
    return base


def text_part(config: PretrainedConfig, base: type[PreTrainedModel]) -> PretrainedConfig:
    """What ``base`` takes: the text's configuration, where ``base`` is only that part of the model."""
    text = config.sub_configs.get("text_config")
    is_text_only = text is not None and base.config_class is text
    return config.get_text_config() if is_text_only else config


def _check_complete(model: PreTrainedModel, info: dict[str, Any]) -> None:
    """Every parameter of the span came from the files and nothing was left without data. Raises BadModelFile."""
    missing = sorted(info["missing_keys"])
    mismatched = sorted(str(item[0]) for item in info["mismatched_keys"])
    if missing or mismatched:
        first, *others = missing or mismatched
        raise BadModelFile(
            f"The model files {'lack' if missing else 'hold another shape of'} the tensor {first}"
            f"{f' and {len(others)} more' if others else ''}.",
            _AGAIN,
        )
    empty = [n for n, t in (*model.named_parameters(), *model.named_buffers()) if t.is_meta]
    if empty:
        raise BadModelFile(f"The tensor {empty[0]} was left without data.", _AGAIN)


def first_line(exc: Exception) -> str:
    """What an error of the library says, in short."""
    return (str(exc).strip().splitlines() or [type(exc).__name__])[0][:300]
