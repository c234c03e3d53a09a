"""One end of a tunnel: a local connection whose bytes travel as frames to the other end, and back.

Both ends are alike. At the head the local connection is half of a socket pair, at the node a connection to its own
server; TLS runs between these two, so that whoever carries the frames sees nothing but its records. What is not known
here: how frames travel, and what the bytes mean.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import cast

from meshnet_gui.swarm.tunnel_frame import MAX_PAYLOAD_BYTES, Frame, Kind

WINDOW_BYTES = 1024 * 1024  # sent and not yet taken in by the other end, at most; also what either end may have to keep
CREDIT_EVERY_BYTES = WINDOW_BYTES // 4
LINGER_S = 5.0  # how long the last bytes of a closed connection wait for room at the other end


class Tunnel(asyncio.Protocol):
    """``send`` carries a frame to the other end; ``on_end`` is called once, when nothing more will come or go.

    Threads: its loop only.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        tunnel_id: bytes,
        me: str,
        peer: str,
        send: Callable[[Frame], None],
        on_end: Callable[[Tunnel], None],
    ) -> None:
        self._loop = loop
        self.tunnel_id = tunnel_id
        self.peer = peer
        self._me = me
        self._send = send
        self._on_end = on_end
        self._transport: asyncio.Transport | None = None
        self._before: list[bytes] = []  # came before the local connection was there
        self._out: deque[bytes] = deque()  # waits for room at the other end
        self._num_out_bytes = 0
        self._num_sent_frames = self._num_sent_bytes = self._num_credited_bytes = 0
        self._num_got_frames = self._num_got_bytes = self._num_told_bytes = 0
        self._is_local_full = self._is_local_gone = self._is_remote_gone = self._has_ended = False
        self._linger: asyncio.TimerHandle | None = None
        self.moved_at = loop.time()

    @property
    def num_received_frames(self) -> int:
        return self._num_got_frames

    def end(self, *, tell: bool = True) -> None:
        """Ends it at once, whatever still waits; ``tell``: the other end too."""
        if self._has_ended:
            return
        self._has_ended = True
        if self._linger is not None:
            self._linger.cancel()
        if tell and not self._is_remote_gone:
            self._tell(Kind.CLOSE, self._num_sent_frames)
        self._out.clear()
        self._before.clear()
        if self._transport is not None:
            if self._is_remote_gone:
                self._transport.close()  # what it was sent is still written
            else:
                self._transport.abort()
        self._on_end(self)

    # -- the other end's side ---------------------------------------------------------------------------------------

    def frame_received(self, frame: Frame) -> None:
        """Takes a frame of the other end; one that breaks the order ends the tunnel."""
        if self._has_ended or frame.sender != self.peer:
            return
        self.moved_at = self._loop.time()
        if frame.kind == Kind.CREDIT:
            if self._num_credited_bytes < frame.number <= self._num_sent_bytes:
                self._num_credited_bytes = frame.number
                self._pump()
        elif frame.number != self._num_got_frames or frame.kind == Kind.OPEN:
            self.end()  # a frame was lost on the way: the stream is broken
        elif frame.kind == Kind.CLOSE:
            self._is_remote_gone = True
            if self._transport is not None or not self._before:
                self.end()
        else:
            self._take(frame.payload)

    def _take(self, data: bytes) -> None:
        self._num_got_frames += 1
        self._num_got_bytes += len(data)
        if self._num_got_bytes - self._num_told_bytes > WINDOW_BYTES:
            self.end()  # more than it was given room for
        elif self._transport is None:
            self._before.append(data)
        elif not self._is_local_gone:
            self._transport.write(data)
            self._give_credit()

    def _give_credit(self) -> None:
        if not self._is_local_full and self._num_got_bytes - self._num_told_bytes >= CREDIT_EVERY_BYTES:
            self._num_told_bytes = self._num_got_bytes
            self._tell(Kind.CREDIT, self._num_got_bytes)

    # -- the local connection's side --------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if self._has_ended:
            transport.close()
            return
        self._transport = cast("asyncio.Transport", transport)
        self._transport.set_write_buffer_limits(high=CREDIT_EVERY_BYTES)
        for data in self._before:
            self._transport.write(data)
        self._before.clear()
        self._give_credit()
        if self._is_remote_gone:
            self.end()

    def data_received(self, data: bytes) -> None:
        self.moved_at = self._loop.time()
        for start in range(0, len(data), MAX_PAYLOAD_BYTES):
            self._out.append(data[start : start + MAX_PAYLOAD_BYTES])
        self._num_out_bytes += len(data)
        self._pump()
        if self._num_out_bytes and self._transport is not None:
            self._transport.pause_reading()

    def pause_writing(self) -> None:
        self._is_local_full = True

    def resume_writing(self) -> None:
        self._is_local_full = False
        self._give_credit()

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_local_gone = True
        if not self._out:
            self.end()
        elif not self._has_ended:
            self._linger = self._loop.call_later(LINGER_S, self.end)

    def _pump(self) -> None:
        """Sends what the other end has room for."""
        while self._out:
            data = self._out[0]
            if self._num_sent_bytes + len(data) - self._num_credited_bytes > WINDOW_BYTES:
                return
            self._out.popleft()
            self._num_out_bytes -= len(data)
            self._num_sent_bytes += len(data)
            self._tell(Kind.DATA, self._num_sent_frames, data)
            self._num_sent_frames += 1
        if self._is_local_gone:
            self.end()
        elif self._transport is not None and not self._transport.is_reading():
            self._transport.resume_reading()

    def _tell(self, kind: Kind, number: int, payload: bytes = b"") -> None:
        self._send(Frame(kind, self.tunnel_id, self._me, number, payload))
