"""An answer, while it grows, as parts that are shown each in its own way: text, code, formulas, thoughts. No Qt.

Line by line, so that the cost of more text does not grow with what is there; of code and thoughts as many lines at once
as there are. A part that is closed never changes again; only a lone end of a thought (models whose prompt opens it)
turns what came before it into one. After ``MAX_PARTS`` all that follows is text, with its code in it: each part takes a
widget of some 150 kB.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

SECTION_CHARS = 4_000
HARD_CHARS = 5_000
SECTION_LINES = 100
HARD_LINES = 400  # lists and headings take the longest to lay out: 0.1 ms a line
TABLE_BARS = 600
CODE_CHARS = 64_000
CODE_LINES = 1_000
MAX_PARTS = 400
TEXT, CODE, THOUGHT = "text", "code", "thought"
LATEX = "LaTeX"
THOUGHT_MARKS = {
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    "<thought>": "</thought>",
    "<reasoning>": "</reasoning>",
    "[THINK]": "[/THINK]",
    "<|channel|>analysis<|message|>": "<|end|>",
    "<|begin_of_thought|>": "<|end_of_thought|>",
}
_FENCE = re.compile(r"^( *)(```+|~~~+)([^`]*)$")
_HALF_FENCE = re.compile(r"^(?:`{1,2}|~{1,2}|(?:`{3,}|~{3,})[^`]*)$")
_FORMULAS = {"$$": "$$", "\\[": "\\]"}
_MARKS = (*THOUGHT_MARKS, *THOUGHT_MARKS.values(), *_FORMULAS)
_INLINE = re.compile(
    r"(?P<code>(?P<ticks>`+)(?!`).{0,2000}?(?<!`)(?P=ticks)(?!`))"
    r"|\$\$.{1,1000}?\$\$|\\\(.{1,1000}?\\\)|\\\[.{1,1000}?\\\]"
    r"|(?<![\w$\\])\$(?=[^\s$])[^$\n]{0,500}?[\\_^{*][^$\n]{0,500}?(?<=[^\s\\])\$(?!\d)",
    re.DOTALL,
)


@dataclass(slots=True)
class Part:
    """``info`` is the language of code. ``source`` of a text is Markdown, of all else what is between the marks.

    Code that is too long for one part goes on in ``more``, a part that ``is_more``.
    """

    kind: str
    source: str = ""
    info: str = ""
    closed: bool = False
    more: Part | None = None
    is_more: bool = False

    def whole(self) -> str:
        """The source with that of all parts in which it goes on."""
        pieces, part = [self.source], self.more
        while part is not None:
            pieces.append(part.source)
            part = part.more
        return "".join(pieces)


def formulas_as_code(text: str) -> str:
    """The Markdown with its LaTeX as code spans, so that nothing in it is taken for emphasis or an escape."""
    if "$" not in text and "\\(" not in text and "\\[" not in text:
        return text
    return _INLINE.sub(lambda found: found[0] if found["code"] else f"`` {found[0]} ``", text)


class PartReader:
    """``parts`` are those so far; the last one may still grow. ``version`` changes where earlier ones did."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.version = 0
        self._line = ""
        self._shown = ""  # of the unfinished line, what the last part has already
        self._end = ""
        self._indent = 0
        self._table = ""
        self._last = ""
        self._fence = ""  # the line that opened code which is not a part

    def feed(self, text: str) -> None:
        self._take_back()
        text, at = self._line + text, 0
        while True:
            at = self._take_whole_lines(text, at)
            end = text.find("\n", at) + 1
            if (end or len(text)) - at > HARD_CHARS:
                end = at + HARD_CHARS
            if not end:
                break
            self._take(text[at:end])
            at = end
        self._line = text[at:]
        self._show_unfinished()

    def _take_back(self) -> None:
        if self._shown:
            part = self.parts[-1]
            part.source = part.source[: len(part.source) - len(self._shown)]
            self._shown = ""

    def _show_unfinished(self) -> None:
        """Shows the beginning of a line unless a mark may come of it."""
        word = self._line.strip()
        if not word or _HALF_FENCE.match(word) or any(_may_be(mark, word) for mark in _MARKS):
            return
        if self._kind() != TEXT and self._end and self._end.startswith(word):
            return
        self._part(self._kind() or TEXT).source += self._line
        self._shown = self._line

    def _kind(self) -> str:
        return self.parts[-1].kind if self.parts and not self.parts[-1].closed else ""

    def _part(self, kind: str, info: str = "") -> Part:
        if self._kind() != kind:
            self._close()
            self.parts.append(Part(kind, info=info))
        return self.parts[-1]

    def _close(self) -> None:
        if self.parts:
            self.parts[-1].closed = True
        self._table = ""

    def _take_whole_lines(self, text: str, at: int) -> int:
        """Takes at once what surely belongs to the code or thought that is open, and says where the rest begins."""
        if self._kind() not in (CODE, THOUGHT):
            return at
        part, limit = self.parts[-1], len(text)
        if part.kind == CODE:
            limit = min(limit, max(at, at + CODE_CHARS - len(part.source)))
        mark = text.find(self._end, at, limit)
        until = mark if mark >= 0 else limit
        until = text.rfind("\n", at, until) + 1 or at
        lines = text[at:until]
        if part.kind == CODE:
            room = CODE_LINES - part.source.count("\n")
            if lines.count("\n") > room:
                until -= len(lines.split("\n", room)[-1])
                lines = text[at:until]
            if self._indent:
                lines = re.sub(rf"(?m)^ {{1,{self._indent}}}", "", lines)
        part.source += lines
        return until

    def _take(self, line: str) -> None:
        kind = self._kind()
        if kind == CODE:
            self._take_code(line)
        elif kind == THOUGHT:
            self._take_thought(line)
        else:
            self._take_text(line)

    def _take_code(self, line: str) -> None:
        word, part = line.strip(), self.parts[-1]
        if word == self._end or (word.startswith(self._end) and not word.strip(self._end[0])):
            self._close()
            return
        if len(part.source) + len(line) > CODE_CHARS or part.source.count("\n") >= CODE_LINES:
            self._close()
            part.more = self._part(CODE, part.info)
            part = part.more
            part.is_more = True
        spaces = len(line) - len(line.lstrip(" "))
        part.source += line[min(spaces, self._indent) :]

    def _take_thought(self, line: str) -> None:
        before, mark, after = line.partition(self._end)
        self.parts[-1].source += before
        if mark:
            self._close()
            if after.strip():
                self._take_text(after.lstrip())

    def _take_text(self, line: str) -> None:
        word = line.strip()
        only_text = len(self.parts) >= MAX_PARTS
        opener = "" if only_text else next((mark for mark in THOUGHT_MARKS if word.startswith(mark)), "")
        fence = _FENCE.match(line.rstrip("\n"))
        if opener:
            self._end = THOUGHT_MARKS[opener]
            self._part(THOUGHT)
            self._take_thought(line.lstrip()[len(opener) :].lstrip())
        elif word in THOUGHT_MARKS.values() and not any(part.kind == THOUGHT for part in self.parts):
            self._fold_all()
        elif only_text:
            self._add_with_fences(line, fence)
        elif fence:
            self._indent, self._end = len(fence[1]), fence[2]
            self._part(CODE, fence[3].strip()[:40])
        elif word in _FORMULAS:
            self._indent, self._end = 0, _FORMULAS[word]
            self._part(CODE, LATEX)
        else:
            self._add_text(line)

    def _add_text(self, line: str) -> None:
        part = self._part(TEXT)
        if _is_below_a_head(line) and "|" in self._last:
            self._table = self._last + line
        elif "|" not in line:
            self._table = ""
        part.source += line
        self._last = line
        if self._is_full(part, line):
            head = self._table if len(self._table) < SECTION_CHARS // 4 else ""  # repeated, it would be all there is
            self._close()
            if head:
                self._part(TEXT).source, self._table = head, head

    def _is_full(self, part: Part, line: str) -> bool:
        """Whether a text ends with this line: at an empty one where it can, but none may take long to draw."""
        if "|" in line and part.source.count("|") > TABLE_BARS + self._table.count("|"):
            return True
        num_chars, num_lines = len(part.source), part.source.count("\n")
        if num_chars >= HARD_CHARS or num_lines >= HARD_LINES:
            return True
        return not line.strip() and (num_chars > SECTION_CHARS or num_lines > SECTION_LINES)

    def _add_with_fences(self, line: str, fence: re.Match[str] | None) -> None:
        """Code stays in the text that it stands in. Where that goes on in another part, so does the code."""
        word = line.strip()
        is_end = bool(self._fence) and word.startswith(self._end) and not word.strip(self._end[0])
        if is_end:
            self._fence = ""
        elif not self._fence and fence:
            self._fence, self._end = line, fence[2]
        if self._fence:
            self._last = ""  # bars in code make no table
        self._add_text(line)
        if is_end and self._kind() and len(self.parts[-1].source) > SECTION_CHARS // 2:
            self._close()  # much code in one text takes long to draw
        if self._fence and not self._kind():
            self.parts[-1].source += self._end + "\n" if line.endswith("\n") else f"\n{self._end}\n"
            self._part(TEXT).source = self._fence

    def _fold_all(self) -> None:
        marks = {CODE: "```\n"}
        text = "".join(f"{marks.get(p.kind, '')}{p.source}{marks.get(p.kind, '')}" for p in self.parts)
        self.parts = [Part(THOUGHT, text, closed=True)]
        self._fence = ""
        self.version += 1


def _is_below_a_head(line: str) -> bool:
    """Whether it parts a table's head from its rows. No pattern: those take minutes over a line made for it."""
    return "-" in line and not line.strip(" :|-\n")


def _may_be(mark: str, word: str) -> bool:
    return mark.startswith(word) or word.startswith(mark)
