"""What the head keeps of a session so that a lost hop can be replaced: all that was sent into each of its layers.

In the dtype in which it travelled, since that is what the lost hop has read. Bounded over all sessions of a head; a
history that would go beyond the bound is given up as a whole, and the session is then computed anew from its ids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from meshnet_gui.head.step import Step, joined

MAX_HISTORY_BYTES = 1 << 30  # 65,000 tokens before one hop at a hidden size of 4096 in 32 bit


class HistoryBudget:
    """The bytes that all histories together may hold. ``on_full`` gives some back, or says that it cannot."""

    def __init__(self, max_bytes: int = MAX_HISTORY_BYTES) -> None:
        self.max_bytes = max_bytes
        self.used_bytes = 0
        self.on_full: Callable[[], bool] = lambda: False

    def take(self, num_bytes: int) -> bool:
        """False, and nothing taken, where it is too much."""
        while self.used_bytes + num_bytes > self.max_bytes and self.on_full():
            pass
        if self.used_bytes + num_bytes > self.max_bytes:
            return False
        self.used_bytes += num_bytes
        return True

    def give_back(self, num_bytes: int) -> None:
        self.used_bytes -= num_bytes


class History:
    """Everything that was sent to whoever runs the layers from one layer on."""

    def __init__(self, budget: HistoryBudget) -> None:
        self._budget = budget
        self._steps: list[Step] = []
        self._num_bytes = 0
        self.num_tokens = 0
        self.is_complete = True

    def add(self, step: Step) -> None:
        """Keeps what goes on where it ends; what it holds already, as when a hop computes again, changes nothing."""
        if step.past_len != self.num_tokens or not self.is_complete:
            return
        if not self._budget.take(step.tensor.num_bytes):
            self.give_up()
            return
        self._steps.append(step)
        self._num_bytes += step.tensor.num_bytes
        self.num_tokens = step.num_held

    def since(self, num_tokens: int, max_tokens: int) -> Iterator[Step]:
        """All behind the first ``num_tokens``, in steps of at most ``max_tokens`` where none was longer.

        ``num_tokens`` is where one of them ended. The last step that was added is never divided.
        """
        batch: list[Step] = []
        for step in self._behind(num_tokens):
            if batch and (step.tensor.dtype != batch[0].tensor.dtype or _num_tokens(batch, step) > max_tokens):
                yield joined(batch)
                batch = []
            batch.append(step)
        if batch:
            yield joined(batch)

    def crop(self, num_tokens: int) -> None:
        """Keeps the first so many tokens."""
        while self._steps and self._steps[-1].num_held > num_tokens:
            step = self._steps.pop()
            rest = step.first(num_tokens - step.past_len) if step.past_len < num_tokens else None
            freed = step.tensor.num_bytes - (rest.tensor.num_bytes if rest is not None else 0)
            self._budget.give_back(freed)
            self._num_bytes -= freed
            if rest is not None:
                self._steps.append(rest)
        self.num_tokens = min(self.num_tokens, num_tokens)

    def give_up(self) -> None:
        """Keeps nothing, and nothing of what follows."""
        self.clear()
        self.is_complete = False

    def clear(self) -> None:
        """Begins anew."""
        self._budget.give_back(self._num_bytes)
        self._steps.clear()
        self._num_bytes = self.num_tokens = 0
        self.is_complete = True

    def _behind(self, num_tokens: int) -> Iterator[Step]:
        return (step for step in tuple(self._steps) if step.past_len >= num_tokens)


class Histories:
    """One session's, by the layer that they enter."""

    def __init__(self, budget: HistoryBudget) -> None:
        self._budget = budget
        self._of_layer: dict[int, History] = {}

    def before(self, layer: int) -> History:
        history = self._of_layer.get(layer)
        if history is None:
            history = self._of_layer[layer] = History(self._budget)
        return history

    def crop(self, num_tokens: int) -> None:
        for history in self._of_layer.values():
            history.crop(num_tokens)

    def give_up(self) -> None:
        for history in self._of_layer.values():
            history.give_up()

    def clear(self) -> None:
        for history in self._of_layer.values():
            history.clear()
        self._of_layer.clear()


def _num_tokens(batch: list[Step], step: Step) -> int:
    return step.num_held - batch[0].past_len
