from concurrent.futures import Future
from datetime import date, datetime

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit

from meshnet_gui.archive.tree import ConversationInfo, StoredMessage
from meshnet_gui.errors import MachineError, UserError
from meshnet_gui.gui import chat_list, undo_bar
from meshnet_gui.gui.chat_list import ChatList
from meshnet_gui.gui.chat_rows import ChatRows, Heading, heading_of, rows_of, shown_title, when_text
from tests.gui.fakes import FakeConversations

TODAY = date(2026, 11, 30)


def at(*when: int) -> float:
    return datetime(*when).timestamp()


def info(name: str, updated_at: float = 0.0, **values: object) -> ConversationInfo:
    return ConversationInfo(name, values.pop("title", name), updated_at, updated_at, **values)


class Clock:
    now = datetime.now().timestamp() - 1000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture
def chats(core):
    core.conversations = FakeConversations(core.events, Clock())
    for name, text in (("c1", "about kettles"), ("c2", "about toast"), ("c3", "about tea")):
        core.conversations.create(name, f"Title of {name}")
        core.conversations.put_message(name, StoredMessage(name + "q", "", "user", text, 1.0))
    return core.conversations


@pytest.fixture
def sidebar(qtbot, theme, chats, bridge, monkeypatch):
    monkeypatch.setattr(chat_list, "SEARCH_AFTER_MS", 1)
    sidebar = ChatList(chats, bridge)
    sidebar.resize(260, 500)
    qtbot.addWidget(sidebar)
    sidebar.show()
    qtbot.waitExposed(sidebar)
    qtbot.waitUntil(lambda: sidebar.rows.rowCount() > 0)
    return sidebar


def texts(sidebar: ChatList) -> list[str]:
    rows = sidebar.rows
    return [rows.data(rows.index(number)) for number in range(rows.rowCount())]


def press(sidebar: ChatList, key: Qt.Key) -> None:
    QTest.keyClick(sidebar.view, key)


def go_to(sidebar: ChatList, name: str) -> None:
    sidebar.view.setFocus()
    sidebar.view.setCurrentIndex(sidebar.rows.index_of(name))


def place_of(sidebar: ChatList, name: str) -> QPoint:
    return sidebar.view.visualRect(sidebar.rows.index_of(name)).center()


# -- rows -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("updated_at", "pinned", "heading"),
    [
        (at(2026, 11, 30, 0, 1), False, "Today"),
        (at(2026, 12, 3), False, "Today"),
        (at(2026, 11, 29, 23, 59), False, "Yesterday"),
        (at(2026, 11, 23), False, "Previous 7 days"),
        (at(2026, 10, 31), False, "Previous 30 days"),
        (at(2026, 3, 31), False, "March"),
        (at(2025, 12, 31), False, "2025"),
        (at(2019, 1, 1), True, "Pinned"),
        (1e30, False, "1970"),
    ],
)
def test_chats_are_grouped_by_date(qapp, updated_at, pinned, heading):
    QLocale.setDefault(QLocale("en_US"))
    assert heading_of(info("c", updated_at, pinned=pinned), TODAY) == heading


def test_each_group_has_one_heading(qapp):
    infos = [info("a", at(2026, 11, 30, 8), pinned=True), *(info(n, at(2026, 11, 30, 9)) for n in "bc")]
    rows = rows_of(infos, TODAY)
    assert [row.text if isinstance(row, Heading) else row.id for row in rows] == ["Pinned", "a", "Today", "b", "c"]
    assert rows_of(infos, TODAY, "x")[0] == Heading("3 chats found")
    assert rows_of([], TODAY, "x") == []


def test_a_date_is_as_short_as_it_can_be(qapp):
    QLocale.setDefault(QLocale("en_US"))
    assert when_text(at(2026, 11, 30, 9, 5), TODAY).startswith("9:05")
    assert when_text(at(2026, 11, 28), TODAY) == "Sat"
    assert when_text(at(2026, 3, 1), TODAY) == "3/1"
    assert when_text(at(2025, 3, 1), TODAY) == "3/1/25"


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("\u202egnp.exe\u2066", "gnp.exe"),
        ("two\nlines\tand \0 more", "two lines and more"),
        ("", "New chat"),
        ("\u202e", "New chat"),
        ("<b>bold</b>", "<b>bold</b>"),
        ("x" * 10_000_000, "x" * 200),
    ],
)
def test_a_title_of_anybodys_is_one_harmless_line(qapp, title, shown):
    assert shown_title(info("c", title=title)) == shown


def test_only_rows_that_changed_are_touched(qapp, qtbot):
    rows = ChatRows()
    rows.show_rows([info(name) for name in "abcde"])
    kept = rows.createIndex(4, 0)
    assert rows.info_at(kept).id == "e"
    with qtbot.assertNotEmitted(rows.rowsRemoved), qtbot.waitSignal(rows.dataChanged) as changed:
        rows.show_rows([info("a"), info("b", title="renamed"), *(info(name) for name in "cde")])
    assert (changed.args[0].row(), changed.args[1].row()) == (1, 1)
    with qtbot.waitSignal(rows.rowsRemoved) as removed, qtbot.waitSignal(rows.rowsInserted) as inserted:
        rows.show_rows([info("d"), info("a"), info("b", title="renamed"), info("c"), info("f"), info("e")])
    assert (removed.args[1:], inserted.args[1:]) == ([0, 3], [0, 4])
    rows.show_rows([])
    assert rows.rowCount() == 0


# -- the list ---------------------------------------------------------------------------------------------------------


def test_chats_are_listed_the_latest_first(sidebar):
    assert texts(sidebar) == ["Today", "Title of c3", "Title of c2", "Title of c1"]


def test_a_click_or_enter_opens_a_chat(qtbot, sidebar):
    with qtbot.waitSignal(sidebar.chosen) as chosen:
        qtbot.mouseClick(sidebar.view.viewport(), Qt.MouseButton.LeftButton, pos=place_of(sidebar, "c2"))
    assert chosen.args == ["c2"]
    go_to(sidebar, "c1")
    with qtbot.waitSignal(sidebar.chosen) as chosen:
        press(sidebar, Qt.Key.Key_Return)
    assert chosen.args == ["c1"]


def test_a_click_on_a_heading_opens_nothing(qtbot, sidebar):
    with qtbot.assertNotEmitted(sidebar.chosen):
        place = sidebar.view.visualRect(sidebar.rows.index(0)).center()
        qtbot.mouseClick(sidebar.view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_arrows_skip_headings(qtbot, sidebar, chats):
    chats.pin("c1", True)
    sidebar.refresh()
    qtbot.waitUntil(lambda: texts(sidebar)[0] == "Pinned")
    go_to(sidebar, "c1")
    press(sidebar, Qt.Key.Key_Down)
    assert sidebar.rows.info_at(sidebar.view.currentIndex()).id == "c3"


def test_a_new_chat_is_asked_for(qtbot, sidebar):
    with qtbot.waitSignal(sidebar.new_requested):
        sidebar.new_chat.click()


def test_a_chat_is_renamed_in_its_place(qtbot, sidebar, chats):
    go_to(sidebar, "c2")
    press(sidebar, Qt.Key.Key_F2)
    edit = sidebar.view.findChild(QLineEdit)
    assert edit.text() == "Title of c2"
    chats.rename("c1", "changed elsewhere")
    sidebar.refresh()
    edit.setText("  Toast\n ")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "Toast" in texts(sidebar) and "changed elsewhere" in texts(sidebar))
    assert chats.tree("c2").info.title == "Toast"


def test_an_empty_title_renames_nothing(qtbot, sidebar, chats):
    go_to(sidebar, "c2")
    press(sidebar, Qt.Key.Key_F2)
    edit = sidebar.view.findChild(QLineEdit)
    edit.setText("   ")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not sidebar.view.is_editing())
    assert chats.tree("c2").info.title == "Title of c2"


def test_a_chat_is_deleted_and_brought_back(qtbot, sidebar, chats):
    go_to(sidebar, "c2")
    with qtbot.waitSignal(sidebar.deleted) as deleted:
        press(sidebar, Qt.Key.Key_Delete)
    assert deleted.args == ["c2"]
    qtbot.waitUntil(lambda: "Title of c2" not in texts(sidebar))
    assert sidebar.undo_bar.isVisible()
    assert sidebar.undo_bar.text == "“Title of c2” was deleted."
    with qtbot.waitSignal(sidebar.chosen) as chosen:
        sidebar.undo_bar.undo.click()
    assert chosen.args == ["c2"]
    qtbot.waitUntil(lambda: "Title of c2" in texts(sidebar))
    assert not sidebar.undo_bar.isVisible()


def test_the_way_back_goes_by_itself(qtbot, sidebar, monkeypatch):
    monkeypatch.setattr(undo_bar, "SHOWN_MS", 1)
    sidebar.undo_bar.offer("“x” was deleted.", info("x"))
    qtbot.waitUntil(lambda: not sidebar.undo_bar.isVisible())


def test_a_chat_is_pinned_and_unpinned_from_its_menu(qtbot, sidebar, chats):
    def choose(name: str, text: str) -> None:
        menu = sidebar.menu_of(sidebar.rows.info_at(sidebar.rows.index_of(name)))
        next(action for action in menu.actions() if action.text() == text).trigger()
        menu.close()

    choose("c1", "Pin")
    qtbot.waitUntil(lambda: texts(sidebar)[:2] == ["Pinned", "Title of c1"])
    choose("c1", "Unpin")
    qtbot.waitUntil(lambda: texts(sidebar)[0] == "Today")


def test_the_menu_opens_at_the_mark_and_by_keyboard(qtbot, sidebar):
    opened: list[str] = []
    sidebar.view.menu_requested.disconnect()
    sidebar.view.menu_requested.connect(lambda index, _: opened.append(sidebar.rows.info_at(index).id))
    area = sidebar.view.visualRect(sidebar.rows.index_of("c2"))
    mark = sidebar.view.painter_of_rows.menu_area(area).center()
    with qtbot.assertNotEmitted(sidebar.chosen):
        qtbot.mouseClick(sidebar.view.viewport(), Qt.MouseButton.LeftButton, pos=mark)
    assert opened == ["c2"]


def test_what_is_typed_is_searched_in_titles_and_messages(qtbot, sidebar):
    sidebar.activateWindow()
    sidebar.focus_search()
    qtbot.waitUntil(sidebar.search.hasFocus)
    sidebar.search.setText("kettle")
    qtbot.waitUntil(lambda: texts(sidebar) == ["1 chat found", "Title of c1"])
    assert sidebar.rows.info_at(sidebar.rows.index_of("c1")).found == "about kettles"
    QTest.keyClick(sidebar.search, Qt.Key.Key_Down)
    assert sidebar.view.hasFocus()
    assert sidebar.rows.info_at(sidebar.view.currentIndex()).id == "c1"
    QTest.keyClick(sidebar.search, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: len(texts(sidebar)) == 4)


def test_an_answer_to_an_older_search_is_not_shown(qtbot, sidebar, chats, monkeypatch):
    asked: list[tuple[str, Future[object]]] = []

    def search(text: str, limit: int) -> Future[object]:
        asked.append((text, Future()))
        return asked[-1][1]

    monkeypatch.setattr(chats, "search", search)
    sidebar.search.setText("old")
    qtbot.waitUntil(lambda: len(asked) == 1)
    sidebar.search.setText("new")
    qtbot.wait(20)
    assert len(asked) == 1  # one at a time
    asked[0][1].set_result((info("wrong"),))
    qtbot.waitUntil(lambda: len(asked) == 2)
    asked[1][1].set_result((info("right"),))
    qtbot.waitUntil(lambda: "right" in texts(sidebar))
    assert [text for text, _ in asked] == ["old", "new"]
    assert "wrong" not in texts(sidebar)


def test_nothing_found_and_nothing_there_are_said(qtbot, sidebar, chats):
    sidebar.search.setText("zzz\u202e")
    qtbot.waitUntil(lambda: sidebar.empty.isVisible())
    assert sidebar.empty.text() == "No chat has “zzz” in it."
    for name in ("c1", "c2", "c3"):
        chats.delete(name)
    sidebar.search.clear()
    qtbot.waitUntil(lambda: sidebar.empty.text() == "Your chats will be listed here.")


def test_chats_that_cannot_be_read_are_said_and_asked_for_again(qtbot, theme, chats, bridge):
    chats.fail_with = MachineError("The file chats.sqlite3 could not be used.", "Check the folder.")
    sidebar = ChatList(chats, bridge)
    qtbot.addWidget(sidebar)
    sidebar.show()
    qtbot.waitUntil(lambda: sidebar.problem.isVisible())
    assert "could not be used" in sidebar.problem.text()
    chats.fail_with = None
    sidebar.retry.click()
    qtbot.waitUntil(lambda: len(texts(sidebar)) == 4)
    assert not sidebar.retry.isVisible()


def test_what_is_wrong_with_the_file_is_said(qtbot, theme, chats, bridge, monkeypatch):
    said: Future[str] = Future()
    said.set_result("The file chats.sqlite3 is of a newer version of Meshnet, so it is only read.")
    monkeypatch.setattr(chats, "notice", lambda: said)
    sidebar = ChatList(chats, bridge)
    qtbot.addWidget(sidebar)
    sidebar.show()
    qtbot.waitUntil(lambda: sidebar.notice.isVisible())
    assert "only read" in sidebar.notice.text()


def test_a_change_that_fails_is_said_and_the_row_stays(qtbot, sidebar, chats):
    chats.fail_with = UserError("This chat is gone.")
    go_to(sidebar, "c2")
    with qtbot.assertNotEmitted(sidebar.deleted):
        press(sidebar, Qt.Key.Key_Delete)
        qtbot.waitUntil(lambda: sidebar.problem.isVisible())
    assert sidebar.problem.text() == "This chat is gone."
    assert "Title of c2" in texts(sidebar)
    assert not sidebar.undo_bar.isVisible()


def test_the_shown_chat_is_marked_and_stays_so(qtbot, sidebar, chats):
    sidebar.show_current("c1")
    assert sidebar.rows.info_at(sidebar.view.currentIndex()).id == "c1"
    chats.put_message("c1", StoredMessage("new", "c1q", "assistant", "x", 1.0))
    sidebar.refresh()
    qtbot.waitUntil(lambda: texts(sidebar)[1] == "Title of c1")
    assert sidebar.rows.info_at(sidebar.view.currentIndex()).id == "c1"


def test_chats_are_exported_and_imported_where_the_dialog_says(qtbot, sidebar, chats, monkeypatch, tmp_path):
    calls: list[tuple[object, ...]] = []

    def ended(*what: object, num: int | None = None) -> Future[object]:
        calls.append(what)
        future: Future[object] = Future()
        future.set_result(num)
        return future

    monkeypatch.setattr(QFileDialog, "open", lambda dialog: dialog.fileSelected.emit(str(tmp_path / "x.json")))
    monkeypatch.setattr(chats, "export_markdown", lambda *a: ended("markdown", *a))
    monkeypatch.setattr(chats, "export_json", lambda *a: ended("json", *a, num=1 if len(a) > 1 else 3))
    monkeypatch.setattr(chats, "import_json", lambda *a: ended("import", *a, num=2))
    one = info("c1", title="a/b: “c”?")
    sidebar.files.export_markdown(one)
    qtbot.waitUntil(lambda: sidebar.problem.text() == "Exported to x.json.")
    assert sidebar.files.dialog.selectedFiles()[0].endswith("a b “c”.md")
    sidebar.problem.setText("")
    sidebar.files.export_json(one)
    qtbot.waitUntil(lambda: sidebar.problem.text() == "Exported to x.json.")
    sidebar.files.export_all()
    qtbot.waitUntil(lambda: sidebar.problem.text() == "3 chats were exported to x.json.")
    sidebar.files.import_json()
    qtbot.waitUntil(lambda: sidebar.problem.text() == "2 chats were imported.")
    path = tmp_path / "x.json"
    assert calls == [("markdown", "c1", path), ("json", path, "c1"), ("json", path), ("import", path)]
    monkeypatch.setattr(chats, "import_json", lambda path: failed(UserError("Chat 2 of this file cannot be used.")))
    sidebar.files.import_json()
    qtbot.waitUntil(lambda: sidebar.problem.text() == "Chat 2 of this file cannot be used.")


def failed(error: Exception) -> Future[object]:
    future: Future[object] = Future()
    future.set_exception(error)
    return future


def test_everything_has_a_name_and_is_reached_by_keyboard(sidebar):
    for widget in (sidebar.new_chat, sidebar.more, sidebar.search, sidebar.view):
        assert widget.accessibleName()
        assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    pinned = info("p", title="Tea", pinned=True, found="a piece")
    sidebar.rows.show_rows([pinned])
    spoken = sidebar.rows.data(sidebar.rows.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Tea, pinned, a piece"
