"""Whether the system has a network, and whether it is paid by volume, as the system itself says.

Where the system says nothing there is a network and nobody knows what it costs: nothing is held back for that.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QNetworkInformation

_Feature = QNetworkInformation.Feature


class NetworkWatch(QObject):
    """``metered`` carries True, False or None (it cannot be told), ``offline`` a bool; both at once and on a change.

    Threads: that of the QApplication, which must be there.
    """

    metered = Signal(object)
    offline = Signal(bool)

    def __init__(
        self, parent: QObject | None = None, find: Callable[[], QNetworkInformation | None] | None = None
    ) -> None:
        super().__init__(parent)
        self._find = find or _of_system
        self._is_closed = False
        self._is_offline: bool | None = None

    def begin(self) -> None:
        """Asks the system, which takes some milliseconds, and goes on listening."""
        source = self._find()
        if source is None:
            self.metered.emit(None)
            return
        if source.supports(_Feature.Reachability):
            source.reachabilityChanged.connect(self._see_reach)
            self._see_reach(source.reachability())
        if source.supports(_Feature.Metered):
            source.isMeteredChanged.connect(self._see_price)
            self.metered.emit(source.isMetered())
        else:
            self.metered.emit(None)

    def close(self) -> None:
        """Hears nothing from here on; the source is the application's and stays."""
        self._is_closed = True

    def _see_reach(self, reach: QNetworkInformation.Reachability) -> None:
        """A network without the internet is one: the others of a swarm may be in the same house."""
        is_offline = reach == QNetworkInformation.Reachability.Disconnected
        if is_offline != self._is_offline and not self._is_closed:
            self._is_offline = is_offline
            self.offline.emit(is_offline)

    def _see_price(self, is_metered: bool) -> None:
        if not self._is_closed:
            self.metered.emit(is_metered)


def _of_system() -> QNetworkInformation | None:
    """None where Qt has nothing here that could ask the system."""
    both = _Feature.Reachability | _Feature.Metered
    if QNetworkInformation.loadBackendByFeatures(both) or QNetworkInformation.loadBackendByFeatures(
        _Feature.Reachability
    ):
        return QNetworkInformation.instance()
    return None
