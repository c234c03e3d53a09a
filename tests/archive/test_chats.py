import os
import sqlite3
from dataclasses import replace

import pytest

from meshnet_gui.archive import chat_index, chats
from meshnet_gui.archive.chat_layout import FILE_NAME
from meshnet_gui.archive.chats import Chats
from meshnet_gui.archive.tree import Attachment, StoredMessage
from meshnet_gui.errors import MachineError, UserError


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(params=["index", "no index"])
def store(request, tmp_path, clock, monkeypatch):
    if request.param == "no index":
        monkeypatch.setattr(chat_index.ChatIndex, "_prepare", lambda self: False)
    store = Chats(tmp_path, clock)
    assert store._index.is_there == (request.param == "index")
    yield store
    store.close()


def question(name: str, content: str, parent: str = "") -> StoredMessage:
    return StoredMessage(name, parent, "user", content, 5.0)


def answer(name: str, content: str, parent: str, state: str = "complete") -> StoredMessage:
    return StoredMessage(name, parent, "assistant", content, 6.0, state)


def chat(store: Chats, name: str, *contents: str, title: str = "") -> None:
    store.create(name, title or name, {})
    for number, content in enumerate(contents):
        store.put_message(name, question(f"{name}-{number}", content))


def found(store: Chats, text: str, limit: int = 200) -> list[str]:
    return [info.id for info in store.search(text, limit)]


def ids(store: Chats) -> list[str]:
    return [info.id for info in store.list()]


def test_a_conversation_comes_back_as_it_was_after_a_restart(tmp_path, store):
    store.create("c", "Why", {"system_prompt": "be brief"})
    first = replace(question("q", "why?"), attachments=(Attachment("a.txt", "α\n"), Attachment("b.txt", "")))
    second = replace(answer("a", "because", "q"), facts={"tokens_per_s": 3.5, "hops": [{"name": "kitchen laptop"}]})
    store.put_message("c", first)
    store.put_message("c", second)
    store.set_draft("c", "and then")
    store.close()
    again = Chats(tmp_path)
    tree = again.load("c")
    assert tree.messages == (first, second)
    assert tree.path() == (first, second)
    assert (tree.info.title, tree.leaf_id, tree.draft) == ("Why", "a", "and then")
    assert tree.options == {"system_prompt": "be brief"}
    again.close()


def test_a_new_message_becomes_the_leaf_and_one_that_changes_does_not(store):
    chat(store, "c", "one")
    store.put_message("c", answer("a", "x", "c-0"))
    store.put_message("c", answer("b", "y", "c-0"))
    store.put_message("c", answer("a", "x more", "c-0"))
    assert store.load("c").leaf_id == "b"
    store.set_leaf("c", "a")
    assert [message.content for message in store.load("c").path()] == ["one", "x more"]


def test_a_question_that_comes_after_its_answer_is_no_leaf(store):
    chat(store, "c1", "first")
    last = store.load("c1").leaf_id
    store.put_message("c1", StoredMessage("late-answer", "late", "assistant", "yes", 5.0))
    store.put_message("c1", StoredMessage("late", last, "user", "well?", 4.0))
    assert [message.content for message in store.load("c1").path()[-2:]] == ["well?", "yes"]


def test_pinned_come_first_and_then_the_latest(store):
    for name in "abc":
        chat(store, name, "text")
    store.pin("a", True)
    assert ids(store) == ["a", "c", "b"]
    store.put_message("b", question("new", "text"))
    assert ids(store) == ["a", "b", "c"]
    store.rename("c", "later")
    store.set_draft("c", "later")
    assert ids(store) == ["a", "b", "c"]


def test_what_is_deleted_is_nowhere_and_can_be_restored(store):
    chat(store, "c", "unusual")
    store.delete("c")
    assert ids(store) == found(store, "unusual") == found(store, "c") == []
    with pytest.raises(UserError, match="gone"):
        store.load("c")
    store.put_message("c", answer("late", "what was still being written", "c-0"))
    store.restore("c")
    assert ids(store) == found(store, "unusual") == ["c"]
    assert len(store.load("c").messages) == 2


def test_what_was_deleted_long_ago_goes_for_good(store, clock, tmp_path):
    chat(store, "old", "unusual", "text")
    chat(store, "kept", "unusual")
    store.delete("old")
    clock.now += chats.KEPT_DELETED_S - 100
    assert not store.tidy()
    clock.now += 200
    assert store.tidy()
    assert not store.tidy()
    with pytest.raises(UserError, match="gone"):
        store.restore("old")
    assert found(store, "unusual") == ["kept"]
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    assert connection.execute("SELECT count(*) FROM messages").fetchone() == (1,)
    connection.close()


def test_drafts_are_kept_for_each_chat_and_for_one_that_has_not_begun(store):
    assert store.draft() == ""
    store.create("c", "", {})
    store.set_draft("c", "of c")
    store.set_draft("", "of none")
    assert (store.load("c").draft, store.draft()) == ("of c", "of none")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("kettle", ["c"]),
        ("KETTLE", ["c"]),
        ("ettl", ["c"]),
        ("the kettle is", ["c"]),
        ("kettle xx", []),
        ("zz", ["e"]),
        ("ÄPFEL", ["d"]),
        ("東京", ["e"]),
        ("京", ["e"]),
        ("end", ["e"]),
        ("d!", ["e"]),
        ("!", ["e"]),
        ('"quoted" AND', ["d"]),
        ("100%", ["d"]),
        ("00_", []),
        ("title", ["e", "d", "c"]),
        ("  kettle  ", ["c"]),
        ("", ["e", "d", "c"]),
        ("NEAR(", []),
        ("x\0\ud800", []),
    ],
)
def test_titles_and_messages_are_searched_whatever_the_letters(store, text, wanted):
    chat(store, "c", "something", "put the kettle is on", title="Title one")
    chat(store, "d", 'Äpfel, "quoted" and 100% fresh', title="TITLE two")
    chat(store, "e", "buzz in 東京", "end!", title="title three")
    assert found(store, text) == wanted


def test_what_was_found_is_shown_with_its_surroundings(store):
    chat(store, "c", "before\n" * 50 + "the Needle is\there\n" + "after\n" * 100)
    (info,) = store.search("needle", 10)
    assert info.found.startswith("…")
    assert info.found.endswith("…")
    assert "before the Needle is here after" in info.found
    assert len(info.found) < 200


def test_an_answer_is_found_while_it_is_written_and_when_it_has_changed(store):
    chat(store, "c", "question")
    store.put_message("c", answer("a", "half of the appl", "c-0", "partial"))
    assert found(store, "appl") == ["c"]
    store.put_message("c", answer("a", "half of the apple", "c-0"))
    assert found(store, "apple") == ["c"]
    store.put_message("c", answer("a", "a pear instead", "c-0"))
    assert found(store, "apple") == []
    assert found(store, "pear") == ["c"]


def test_of_very_many_the_newest_are_found_and_pinned_ones_in_any_case(store):
    for number in range(12):
        chat(store, f"c{number}", "the same words")
    store.pin("c0", True)
    assert found(store, "same", limit=3) == ["c0", "c11", "c10"]


def test_messages_from_a_time_without_an_index_are_indexed_later(tmp_path, monkeypatch):
    monkeypatch.setattr(chats, "INDEXED_AT_ONCE", 2)
    with monkeypatch.context() as patch:
        patch.setattr(chat_index.ChatIndex, "_prepare", lambda self: False)
        store = Chats(tmp_path)
        chat(store, "c", "one kettle", "two kettles", "three kettles")
        store.close()
    store = Chats(tmp_path)
    assert found(store, "kettle") == ["c"]
    assert store.tidy()
    assert not store.tidy()
    assert found(store, "kettle") == ["c"]
    assert found(store, "kettle s") == []
    store.close()


def test_a_short_and_very_common_text_is_found_by_reading(store, monkeypatch):
    monkeypatch.setattr(chat_index, "MAX_TERMS", 2)
    chat(store, "c", "abc abd abe abf")
    assert found(store, "ab") == ["c"]


@pytest.mark.parametrize("nasty", ["a\0b", "half \ud83d", "\udcff", "x" * 1_000_000, "\u202eevil <b>", "🙂" * 9])
def test_any_text_can_be_kept_in_any_place(store, nasty):
    store.create("c", nasty, {"system_prompt": nasty})
    message = replace(
        question("q", nasty),
        attachments=(Attachment(nasty, nasty),),
        facts={"error": nasty[:100], "notes": [nasty[:9]]},
    )
    store.put_message("c", message)
    store.set_draft("c", nasty)
    tree = store.load("c")
    wanted = nasty.replace("\0", "\ufffd").replace("\ud83d", "\ufffd").replace("\udcff", "\ufffd")
    assert tree.messages[0].content == tree.draft == tree.messages[0].attachments[0].text == wanted
    assert len(tree.info.title) <= 200
    assert "\0" not in tree.info.title + tree.messages[0].attachments[0].name
    assert found(store, wanted[:5].lower()) == ["c"]


def test_facts_that_are_no_json_do_not_cost_the_message(store, caplog):
    caplog.set_level("CRITICAL", "meshnet_gui")
    chat(store, "c", "q")
    store.put_message("c", replace(answer("a", "x", "c-0"), facts={"speed": float("nan"), "what": object()}))
    assert store.load("c").messages[1].content == "x"


def test_what_is_too_long_is_refused_and_changes_nothing(store, monkeypatch):
    chat(store, "c", "q")
    before = store.load("c")
    monkeypatch.setattr(chats, "MAX_CONTENT_CHARS", 10)
    with pytest.raises(UserError, match="too long"):
        store.put_message("c", question("long", "x" * 11))
    with pytest.raises(UserError, match="attachments"):
        store.put_message("c", replace(question("many", "x"), attachments=(Attachment("a", ""),) * 101))
    assert store.load("c") == before


def test_a_chat_that_is_not_there_is_named_so(store):
    for call in (
        lambda: store.load("no"),
        lambda: store.rename("no", "x"),
        lambda: store.pin("no", True),
        lambda: store.put_message("no", question("q", "x")),
    ):
        with pytest.raises(UserError, match="gone"):
            call()
    chat(store, "a", "x")
    chat(store, "b", "x")
    with pytest.raises(UserError, match="another chat"):
        store.put_message("b", question("a-0", "taken over"))


def test_what_a_newer_version_wrote_is_shown_and_not_changed(tmp_path):
    store = Chats(tmp_path)
    chat(store, "c", "old words")
    store.close()
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    connection.execute("UPDATE messages SET role = 'tool', state = 'dreaming', facts = '['")
    connection.execute("PRAGMA user_version = 99")
    connection.commit()
    connection.close()
    store = Chats(tmp_path)
    assert "newer" in store.notice
    assert store.load("c").messages[0].content == "old words"
    assert found(store, "words") == ["c"]
    assert not store.tidy()
    store.close()


# -- damage -----------------------------------------------------------------------------------------------------------


def full(folder) -> Chats:
    store = Chats(folder)
    for number in range(60):
        chat(store, f"c{number}", f"question {number} " + "words " * 400, title=f"Title {number}")
    return store


def test_that_nothing_could_be_read_of_a_damaged_file_is_said(tmp_path):
    (tmp_path / FILE_NAME).write_bytes(b"\0" * 20_000)
    store = Chats(tmp_path)
    assert store.notice.endswith("and a new one was begun. No chat could be read from it.")
    store.close()


def test_what_can_be_read_of_a_damaged_file_is_in_the_new_one(tmp_path):
    full(tmp_path).close()
    path = tmp_path / FILE_NAME
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 3 // 4])
    store = Chats(tmp_path)
    infos = store.list()
    assert len(infos) > 20
    assert store.notice.endswith(f"begun. {len(infos)} chats could be read from it and are here.")
    whole_ones = [tree for info in infos if (tree := store.load(info.id)).messages]
    assert len(whole_ones) > 20
    for tree in whole_ones:
        assert tree.path()[0].content.startswith(f"question {tree.info.id.removeprefix('c')} words")
    while store.tidy():
        pass
    assert len(found(store, "words ")) == len(whole_ones)
    store.close()
    store = Chats(tmp_path)
    assert (store.notice, len(store.list())) == ("", len(infos))
    store.close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
def test_a_pipe_in_the_place_of_the_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / FILE_NAME)
    store = Chats(tmp_path)
    assert "was damaged" in store.notice
    chat(store, "c1", "question")
    store.close()


def test_a_page_that_is_damaged_while_the_program_runs_costs_what_was_on_it(tmp_path):
    store = full(tmp_path)
    store.close()
    path = tmp_path / FILE_NAME
    data = bytearray(path.read_bytes())
    where = data.rindex(b"question 30 words") // 4096 * 4096
    data[where : where + 4096] = b"\xff" * 4096
    path.write_bytes(data)
    store = Chats(tmp_path)
    assert store.notice == ""
    with pytest.raises(MachineError, match="damaged") as failed:
        _ = [store.load(info.id) for info in store.list()]
    assert store.mend(failed.value)
    assert "was damaged" in store.notice
    assert 40 <= len([store.load(info.id) for info in store.list()]) <= 60
    store.close()


@pytest.mark.allow_warnings("search index of the chats is damaged", "constraint failed")
def test_a_damaged_search_index_is_made_anew_and_costs_nothing(tmp_path):
    store = Chats(tmp_path)
    chat(store, "c", "kettle")
    with store._database.transaction() as connection:
        connection.execute("UPDATE found_data SET block = x'00' WHERE id > 1")
    store.close()
    store = Chats(tmp_path)
    with pytest.raises(MachineError) as failed:
        store.put_message("c", question("c-0", "toaster"))
    assert store.mend(failed.value)
    store.put_message("c", question("c-0", "toaster"))
    while store.tidy():
        pass
    assert (found(store, "toast"), found(store, "kettle")) == (["c"], [])
    assert store.notice == ""
    store.close()


def test_other_errors_are_no_damage(store):
    with pytest.raises(UserError) as failed:
        store.load("no")
    assert not store.mend(failed.value)
