"""What computes, in what, and how session caches are kept: left to a measurement unless somebody knows better."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from meshnet_gui.gui.translation import mark, sentence, tr, tr_marked
from meshnet_gui.gui.widgets import Combo, plain_tooltip
from meshnet_gui.settings import DEVICES, DTYPES, KV_PRECISIONS, Settings, help_text

_MEASURED = mark("as measured")


class ComputeFields(QObject):
    """Three combo boxes for whoever lays them out. ``changed`` follows every choice."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.device = _box("device", tr("Computes on"), DEVICES, {"auto": tr_marked(_MEASURED), "cpu": tr("processor")})
        self.dtype = _box("dtype", tr("Computes in"), DTYPES, {"auto": tr_marked(_MEASURED)})
        self.kv_precision = _box(
            "kv_precision", tr("Session caches"), KV_PRECISIONS, {"auto": tr("as computed"), "int8": tr("8 bit")}
        )
        self._boxes = {"device": self.device, "dtype": self.dtype, "kv_precision": self.kv_precision}
        for box in self._boxes.values():
            box.currentIndexChanged.connect(self.changed)

    def show_settings(self, settings: Settings) -> None:
        """Takes up what is saved."""
        self.blockSignals(True)
        for name, box in self._boxes.items():
            box.setCurrentIndex(box.findData(getattr(settings, name)))
        self.blockSignals(False)

    def changes(self, settings: Settings) -> dict[str, object]:
        """The settings that would become others."""
        chosen = {name: str(box.currentData()) for name, box in self._boxes.items()}
        return {name: value for name, value in chosen.items() if value != getattr(settings, name)}

    @property
    def boxes(self) -> tuple[Combo, ...]:
        return tuple(self._boxes.values())

    @property
    def takes_main_memory(self) -> bool:
        """Whether the layers must fit beside the programs; what a named GPU has free only the load finds out."""
        return self.device.currentData() in ("auto", "cpu")


def _box(setting: str, name: str, values: tuple[str, ...], words: dict[str, str]) -> Combo:
    box = Combo(name)
    box.setToolTip(plain_tooltip(sentence(help_text(setting))))
    for value in values:
        box.addItem(words.get(value, value), value)
    return box
