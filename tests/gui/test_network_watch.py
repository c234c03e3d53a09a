from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QNetworkInformation

from meshnet_gui.gui.network_watch import NetworkWatch

Reach = QNetworkInformation.Reachability
Feature = QNetworkInformation.Feature


class System(QObject):
    """What the system says of its network."""

    reachabilityChanged = Signal(Reach)
    isMeteredChanged = Signal(bool)

    def __init__(self, reach: Reach, metered: bool | None) -> None:
        super().__init__()
        self.reach = reach
        self.metered = metered

    def supports(self, feature: Feature) -> bool:
        return feature != Feature.Metered or self.metered is not None

    def reachability(self) -> Reach:
        return self.reach

    def isMetered(self) -> bool:
        return bool(self.metered)


def watched(system: System | None) -> tuple[NetworkWatch, list[Any]]:
    watch = NetworkWatch(find=lambda: system)  # type: ignore[arg-type, return-value]
    heard: list[Any] = []
    watch.metered.connect(lambda value: heard.append(("metered", value)))
    watch.offline.connect(lambda value: heard.append(("offline", value)))
    watch.begin()
    return watch, heard


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("metered", [True, False])
def test_what_the_system_says_of_the_network_is_told_at_once_and_on_a_change(metered: bool) -> None:
    system = System(Reach.Online, metered)
    watch, heard = watched(system)
    assert heard == [("offline", False), ("metered", metered)]
    system.isMeteredChanged.emit(not metered)
    system.reachabilityChanged.emit(Reach.Disconnected)
    assert heard[2:] == [("metered", not metered), ("offline", True)]
    watch.close()
    system.isMeteredChanged.emit(metered)
    assert len(heard) == 4


@pytest.mark.usefixtures("qapp")
def test_a_system_that_says_nothing_is_not_offline_and_its_price_unknown() -> None:
    assert watched(None)[1] == [("metered", None)]
    assert watched(System(Reach.Unknown, None))[1] == [("offline", False), ("metered", None)]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("reach", [Reach.Local, Reach.Site, Reach.Online, Reach.Unknown])
def test_a_network_without_the_internet_is_a_network(reach: Reach) -> None:
    system = System(Reach.Disconnected, None)
    _, heard = watched(system)
    system.reachabilityChanged.emit(reach)
    system.reachabilityChanged.emit(reach)
    assert [value for name, value in heard if name == "offline"] == [True, False]


def test_this_system_can_be_asked(qapp: object) -> None:
    watch = NetworkWatch()
    heard: list[object] = []
    watch.metered.connect(heard.append)
    watch.begin()
    assert len(heard) == 1
    watch.close()
