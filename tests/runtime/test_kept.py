"""Conversations on a disk, behind the same door that faces use; and that what stands in for it does the same."""

import json
import sqlite3
import threading
from pathlib import Path

import pytest

from meshnet_gui.archive.chat_layout import FILE_NAME
from meshnet_gui.archive.facts import AnswerFacts
from meshnet_gui.archive.tree import Attachment, StoredMessage
from meshnet_gui.errors import DiskFull, MachineError, UserError
from meshnet_gui.events import (
    EventBus,
    GenerationFailed,
    GenerationFinished,
    GenerationNote,
    GenerationStarted,
    GenerationText,
)
from meshnet_gui.runtime import kept, recorder
from meshnet_gui.runtime.kept import KeptConversations
from meshnet_gui.types import GenerationResult, Hop, Route, Span
from tests.unkept import UnkeptConversations

WAIT_S = 20.0
ROUTE = Route((Hop("http://127.0.0.1:8000", Span(0, 4)),))


def result(text: str, finish: str = "eos") -> GenerationResult:
    return GenerationResult(text, (1, 2, 3), 7, finish, ROUTE, 12.5, 0.4, 0, True)


@pytest.fixture
def bus():
    return EventBus()


@pytest.fixture
def chats(tmp_path, bus):
    conversations = KeptConversations(bus, tmp_path / "data")
    yield conversations
    conversations.close()


@pytest.fixture(params=[KeptConversations, UnkeptConversations])
def either(request, tmp_path, bus):
    if request.param is UnkeptConversations:
        yield UnkeptConversations(bus)
    else:
        conversations = KeptConversations(bus, tmp_path / "data")
        yield conversations
        conversations.close()


def question(name: str = "q", content: str = "why?") -> StoredMessage:
    return StoredMessage(name, "", "user", content, 5.0)


def partial(name: str = "a", parent: str = "q", content: str = "") -> StoredMessage:
    return StoredMessage(name, parent, "assistant", content, 6.0, "partial")


def begin(conversations, name: str = "c") -> None:
    conversations.create(name, "Title")
    conversations.put_message(name, question(f"q-{name}"))


def stored(conversations, name: str = "c", which: str = "a") -> StoredMessage:
    tree = conversations.load(name).result(WAIT_S)
    return next(message for message in tree.messages if message.id == which)


def test_calls_take_effect_in_order_and_without_being_waited_for(either):
    begin(either)
    either.put_message("c", partial())
    either.rename("c", "Other")
    either.set_draft("", "draft")
    tree = either.load("c").result(WAIT_S)
    assert [message.id for message in tree.messages] == ["q-c", "a"]
    assert (tree.info.title, tree.leaf_id) == ("Other", "a")
    assert either.draft().result(WAIT_S) == "draft"
    either.delete("c")
    assert either.list().result(WAIT_S) == ()
    with pytest.raises(UserError, match="gone"):
        either.load("c").result(WAIT_S)
    either.restore("c")
    assert [info.id for info in either.search("WHY").result(WAIT_S)] == ["c"]


def test_an_answer_is_kept_up_to_its_end(either, bus):
    begin(either)
    either.record("g", "c", partial(parent="q-c"))
    bus.publish(GenerationStarted("g", ROUTE, 7))
    bus.publish(GenerationText("g", "be", 1))
    bus.publish(GenerationText("g", "cause", 2))
    bus.publish(GenerationFinished("g", result("because")))
    message = stored(either)
    assert (message.content, message.state) == ("because", "complete")


def test_an_answer_that_fails_keeps_what_there_was_and_why(either, bus):
    begin(either)
    either.record("g", "c", partial(parent="q-c"))
    bus.publish(GenerationText("g", "beca", 1))
    bus.publish(GenerationFailed("g", "The swarm is gone.", "Try again.", "beca"))
    message = stored(either)
    assert (message.content, message.state) == ("beca", "failed")
    assert AnswerFacts.read(message.facts).error == "The swarm is gone."


def test_how_an_answer_was_made_is_kept_with_it(chats, bus):
    begin(chats)
    chats.record("g", "c", partial(parent="q-c"))
    bus.publish(GenerationNote("g", "kitchen laptop left"))
    bus.publish(GenerationFinished("g", result("because")))
    facts = AnswerFacts.read(stored(chats).facts)
    assert (facts.tokens_per_s, facts.first_token_s, facts.finish) == (12.5, 0.4, "eos")
    assert facts.hops[0].address == "http://127.0.0.1:8000"
    assert facts.notes == ("kitchen laptop left",)


def test_text_that_came_before_it_was_asked_to_record_is_not_missed(chats, bus):
    begin(chats)
    bus.publish(GenerationText("g", "be", 1))
    bus.publish(GenerationFinished("h", result("done before")))
    chats.record("g", "c", partial(parent="q-c"))
    chats.record("h", "c", partial("b", "q-c"))
    bus.publish(GenerationText("g", "cause", 2))
    bus.publish(GenerationFailed("g", "x", "", ""))
    assert stored(chats).content == "because"
    assert stored(chats, which="b").content == "done before"


def test_an_answer_that_goes_on_after_a_failure_is_followed_again(chats, bus):
    begin(chats)
    chats.record("g", "c", partial(parent="q-c"))
    bus.publish(GenerationText("g", "be", 1))
    bus.publish(GenerationFailed("g", "x", "", "be"))
    chats.record("g", "c", partial(parent="q-c", content="be"))
    bus.publish(GenerationText("g", "cause", 2))
    bus.publish(GenerationFinished("g", result("because", "length")))
    message = stored(chats)
    assert (message.content, message.state) == ("because", "complete")
    assert "error" not in message.facts


def test_an_answer_is_saved_while_it_is_written(tmp_path, bus, monkeypatch):
    monkeypatch.setattr(recorder, "SAVE_EVERY_S", 0.01)
    chats = KeptConversations(bus, tmp_path)
    begin(chats)
    chats.record("g", "c", partial(parent="q-c"))
    seen = threading.Event()
    put = chats._recorder._save
    chats._recorder._save = lambda *what: (put(*what), seen.set() if what[1].content == "so far" else None)
    bus.publish(GenerationText("g", "so far", 1))
    assert seen.wait(WAIT_S)
    other = KeptConversations(EventBus(), tmp_path)
    assert stored(other).content == "so far"
    assert stored(other).state == "partial"
    other.close()
    chats.close()


def test_many_tokens_are_saved_once_in_a_while_only(bus):
    calls: list[tuple[float, object]] = []
    saved: list[str] = []
    follower = recorder.Recorder(
        lambda conversation, message: saved.append(message.content), lambda s, c: calls.append((s, c))
    )
    bus.subscribe(follower.hear)
    follower.follow("g", "c", partial())
    for number in range(1000):
        bus.publish(GenerationText("g", "x", number))
    assert [seconds for seconds, _ in calls] == [0.0]
    calls.pop()[1]()
    bus.publish(GenerationText("g", "y", 1001))
    bus.publish(GenerationText("g", "z", 1002))
    assert [seconds for seconds, _ in calls] == [pytest.approx(recorder.SAVE_EVERY_S, abs=0.01)]
    calls.pop()[1]()
    assert saved == ["x" * 1000, "x" * 1000 + "yz"]


@pytest.mark.allow_warnings("could not be saved")
def test_what_a_full_disk_refused_is_tried_again(bus):
    calls: list[tuple[float, object]] = []
    saved: list[StoredMessage] = []

    def save(conversation: str, message: StoredMessage) -> None:
        if not saved and len(calls) == 0 and not full.is_set():
            full.set()
            raise DiskFull("The disk is full.")
        saved.append(message)

    full = threading.Event()
    follower = recorder.Recorder(save, lambda s, c: calls.append((s, c)))
    follower.follow("g", "c", partial())
    calls.pop()[1]()
    assert [seconds for seconds, _ in calls] == [recorder.TRY_AGAIN_S]
    follower.hear(GenerationFinished("g", result("because")))
    calls.pop()[1]()
    assert [message.content for message in saved] == ["because"]


def test_generations_that_nobody_keeps_do_not_pile_up(bus):
    follower = recorder.Recorder(lambda *what: None, lambda *what: None)
    for number in range(100):
        follower.hear(GenerationText(f"g{number}", "x", 1))
    assert len(follower._known) == recorder.MAX_KNOWN


def test_at_the_end_what_is_being_written_is_saved_as_partial(tmp_path, bus):
    chats = KeptConversations(bus, tmp_path)
    begin(chats)
    chats.record("g", "c", partial(parent="q-c"))
    bus.publish(GenerationText("g", "the last", 1))
    bus.publish(GenerationText("g", " words", 2))
    chats.close()
    again = KeptConversations(EventBus(), tmp_path)
    assert (stored(again).content, stored(again).state) == ("the last words", "partial")
    again.close()
    with pytest.raises(MachineError, match="ending"):
        chats.list().result(WAIT_S)


def test_an_answer_that_the_end_of_the_program_stops_is_partial(tmp_path, bus):
    chats = KeptConversations(bus, tmp_path)
    begin(chats)
    chats.record("g", "c", partial(parent="q-c"))
    chats.record("h", "c", partial("b", "q-c"))
    bus.publish(GenerationFinished("h", result("enough", "stopped")))
    chats.expect_end()
    bus.publish(GenerationFinished("g", result("the last words", "stopped")))
    chats.close()
    again = KeptConversations(EventBus(), tmp_path)
    assert (stored(again).content, stored(again).state) == ("the last words", "partial")
    assert stored(again, which="b").state == "complete"
    again.close()


def test_an_answer_to_a_chat_that_is_gone_is_dropped_quietly(chats, bus):
    chats.record("g", "never made", partial())
    bus.publish(GenerationFinished("g", result("because")))
    assert chats.list().result(WAIT_S) == ()


def test_an_answer_to_a_deleted_chat_is_there_when_it_is_restored(chats, bus):
    begin(chats)
    chats.record("g", "c", partial(parent="q-c"))
    chats.delete("c")
    bus.publish(GenerationFinished("g", result("because")))
    chats.restore("c")
    assert stored(chats).content == "because"


def test_nothing_is_opened_before_something_is_asked_for(tmp_path, bus):
    chats = KeptConversations(bus, tmp_path / "data")
    bus.publish(GenerationText("g", "x", 1))
    chats.close()
    assert not (tmp_path / "data").exists()


def test_a_damaged_file_is_told_of_and_chats_go_on(tmp_path, bus):
    (tmp_path / FILE_NAME).write_bytes(bytes(100_000))
    chats = KeptConversations(bus, tmp_path)
    assert "was damaged" in chats.notice().result(WAIT_S)
    begin(chats)
    assert len(chats.list().result(WAIT_S)) == 1
    chats.close()


def test_a_file_that_is_damaged_while_it_is_used_is_begun_anew_and_the_call_is_done(tmp_path, bus, monkeypatch):
    chats = KeptConversations(bus, tmp_path)
    begin(chats)
    assert chats.list().result(WAIT_S)
    broken = sqlite3.DatabaseError("database disk image is malformed")
    broken.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    real, raised = chats._chats.put_message, []

    def put(*what):
        if not raised:
            raised.append(what)
            raise MachineError("The file is damaged.") from broken
        real(*what)

    monkeypatch.setattr(chats._chats, "put_message", put)
    chats.put_message("c", question("new")).result(WAIT_S)
    assert "was damaged" in chats.notice().result(WAIT_S)
    assert [message.id for message in chats.load("c").result(WAIT_S).messages] == ["q-c", "new"]
    chats.close()


@pytest.mark.allow_warnings("a question to the chats failed")
def test_what_goes_wrong_within_is_an_error_for_a_person(chats, monkeypatch):
    begin(chats)
    assert chats.list().result(WAIT_S)
    monkeypatch.setattr(chats._chats, "list", lambda: 1 / 0)
    with pytest.raises(MachineError, match="Something went wrong"):
        chats.list().result(WAIT_S)


# -- files ------------------------------------------------------------------------------------------------------------


def fill(chats: KeptConversations, num: int) -> None:
    for number in range(num):
        name = f"c{number}"
        chats.create(name, f"Title {number}", {"temperature": 0.5})
        chats.put_message(name, StoredMessage("q" + name, "", "user", f"why {number}?", 5.0, "complete", (FILE,)))
        chats.put_message(name, StoredMessage("a" + name, "q" + name, "assistant", "so", 6.0, facts={"finish": "eos"}))
        chats.put_message(name, StoredMessage("b" + name, "q" + name, "assistant", "or so", 7.0))
        chats.set_draft(name, "draft")


FILE = Attachment("notes.txt", "```\ncode\n```")


def shape(conversations, name: str) -> list[object]:
    tree = conversations.load(name).result(WAIT_S)
    place = {message.id: number for number, message in enumerate(tree.messages)}
    rows = [
        (place.get(m.parent_id, ""), m.role, m.content, m.state, m.attachments, dict(m.facts)) for m in tree.messages
    ]
    return [tree.info.title, tree.info.pinned, place[tree.leaf_id], tree.draft, dict(tree.options), rows]


def test_what_was_exported_comes_back_under_new_ids(chats, tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "AT_ONCE", 3)
    fill(chats, 10)
    chats.pin("c3", True)
    path = tmp_path / "chats é.json"
    assert chats.export_json(path).result(WAIT_S) == 10
    assert json.loads(path.read_text("utf-8"))["version"] == 1
    assert chats.import_json(path).result(WAIT_S) == 10
    infos = chats.list().result(WAIT_S)
    assert len({info.id for info in infos}) == 20
    (copy,) = [info for info in infos if info.title == "Title 3" and info.id != "c3"]
    assert shape(chats, copy.id) == shape(chats, "c3")
    assert len(chats.search("why 3?").result(WAIT_S)) == 2


def test_one_chat_is_exported_alone(chats, tmp_path):
    fill(chats, 3)
    assert chats.export_json(tmp_path / "one.json", "c1").result(WAIT_S) == 1
    assert json.loads((tmp_path / "one.json").read_text())["conversations"][0]["title"] == "Title 1"


def test_markdown_has_the_path_that_is_shown_with_its_attachments(chats, tmp_path):
    fill(chats, 1)
    chats.set_leaf("c0", "ac0")
    chats.export_markdown("c0", tmp_path / "chat.md").result(WAIT_S)
    text = (tmp_path / "chat.md").read_text("utf-8")
    assert text.startswith("# Title 0\n")
    assert "## Question\n\n**notes.txt**\n\n````\n```\ncode\n```\n````\n\nwhy 0?\n\n## Answer\n\nso\n" in text
    assert "or so" not in text


def test_a_file_that_cannot_be_written_is_named_and_no_half_of_it_stays(chats, tmp_path):
    fill(chats, 1)
    for future in (
        chats.export_json(tmp_path / "none" / "chats.json"),
        chats.export_markdown("c0", tmp_path / "none" / "chat.md"),
    ):
        with pytest.raises(MachineError, match="could not be written"):
            future.result(WAIT_S)
    with pytest.raises(UserError, match="gone"):
        chats.export_json(tmp_path / "x.json", "never made").result(WAIT_S)
    assert {each.name for each in tmp_path.iterdir()} == {"data"}


GOOD = {"title": "fine", "messages": [{"id": "1", "role": "user", "content": "hello", "created_at": 1}]}


def file_of(path: Path, *conversations: object, **head: object) -> Path:
    whole = {"format": "meshnet-chats", "version": 1, **head, "conversations": list(conversations)}
    path.write_text(json.dumps(whole), "utf-8")
    return path


@pytest.mark.parametrize(
    ("bad", "text"),
    [
        ("text", "it is no chat"),
        ({"messages": "x"}, "no list of messages"),
        ({"messages": [{"id": "1", "role": "system", "content": "x"}]}, "neither a question nor an answer"),
        ({"messages": [{"role": "user"}]}, "no id of its own"),
        ({"messages": [GOOD["messages"][0]] * 2}, "no id of its own"),
        ({"messages": [{"id": "1", "role": "user", "content": 5}]}, "its content is no text"),
        ({"messages": [{"id": "1", "role": "user", "content": "", "attachments": [3]}]}, "an attachment is none"),
        ({"messages": [{"id": "1", "role": "user", "content": "", "facts": []}]}, "its facts are none"),
        ({"title": 5}, "its title is no text"),
        ({"updated_at": "now"}, "its updated_at is no time"),
        ({"options": {"x": float("inf")}}, "its options cannot be kept"),
    ],
)
def test_a_file_with_one_bad_chat_brings_in_nothing_and_says_which(chats, tmp_path, bad, text):
    path = file_of(tmp_path / "bad.json", GOOD, bad)
    with pytest.raises(UserError, match=f"Chat 2 of this file cannot be used.*{text}"):
        chats.import_json(path).result(WAIT_S)
    assert chats.list().result(WAIT_S) == ()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b'{"a": 1}',
        b"{" * 100_000,
        b'{"format": "meshnet-chats", "version": 1, "conversations": [' + b"[" * 100_000,
        b'{"format": "meshnet-chats", "version": 1, "conversations": [{}',
        b'{"format": "other", "version": 1, "conversations": []}',
    ],
)
def test_a_file_that_holds_no_chats_is_named_so(chats, tmp_path, content):
    (tmp_path / "bad.json").write_bytes(content)
    with pytest.raises(UserError, match="holds no chats"):
        chats.import_json(tmp_path / "bad.json").result(WAIT_S)


def test_a_file_of_a_newer_version_or_none_at_all_is_named_so(chats, tmp_path):
    with pytest.raises(UserError, match="newer version"):
        chats.import_json(file_of(tmp_path / "new.json", version=2)).result(WAIT_S)
    with pytest.raises(MachineError, match="could not be read"):
        chats.import_json(tmp_path / "none.json").result(WAIT_S)


def test_what_a_file_says_of_parents_makes_no_circle(chats, tmp_path):
    messages = [
        {"id": "1", "parent_id": "2", "role": "user", "content": "a\u0000b\ud800"},
        {"id": "2", "parent_id": "1", "role": "assistant", "content": "c", "state": "odd"},
    ]
    assert chats.import_json(file_of(tmp_path / "odd.json", {"messages": messages, "leaf_id": "9"})).result(WAIT_S) == 1
    tree = chats.load(chats.list().result(WAIT_S)[0].id).result(WAIT_S)
    assert [message.content for message in tree.path()] == ["a\ufffdb\ufffd", "c"]


def test_chats_are_used_while_many_are_brought_in(chats, tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "AT_ONCE", 1)
    path = file_of(tmp_path / "many.json", *[GOOD] * 50)
    order: list[str] = []
    coming = chats.import_json(path)
    coming.add_done_callback(lambda _: order.append("import"))
    begin(chats)
    chats.load("c").add_done_callback(lambda _: order.append("load"))
    assert coming.result(WAIT_S) == 50
    assert order == ["load", "import"]


def test_what_was_brought_in_half_goes_again_when_the_disk_is_full(chats, tmp_path, monkeypatch):
    begin(chats)
    assert chats.list().result(WAIT_S)
    add, added = chats._chats.add_tree, []

    def add_two(tree):
        if len(added) == 2:
            raise DiskFull("The disk is full.")
        added.append(add(tree))

    monkeypatch.setattr(chats._chats, "add_tree", add_two)
    with pytest.raises(DiskFull):
        chats.import_json(file_of(tmp_path / "many.json", *[GOOD] * 5)).result(WAIT_S)
    assert [info.id for info in chats.list().result(WAIT_S)] == ["c"]
