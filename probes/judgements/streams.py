"""What is wrong with a stream, by kind; a stream with any of these failed, whatever its HTTP status."""

from collections.abc import Callable
from enum import StrEnum

from probes.api.recording import Ending
from probes.api.stream import StreamedReply


class StreamFault(StrEnum):
    """In order of suspicion: the first that holds is what the stream is counted under."""

    REFUSED = "no connection"
    HTTP_ERROR = "HTTP error"
    NO_ANSWER = "no answer within the deadline"
    CONNECTION_LOST = "connection lost"
    ERROR_EVENT = "error inside the stream"
    ABORTED = "aborted by the server"
    NEVER_ENDED = "never ended"
    EMPTY = "empty stream"
    CUT_OFF = "cut off"
    MALFORMED = "events that are no JSON"
    NO_FINISH_REASON = "no finish_reason"
    NO_USAGE = "no usage"
    NO_DONE = "no [DONE]"
    NO_TOKENS = "no tokens"


Rule = Callable[[StreamedReply], bool]


def _is_unanswered(stream: StreamedReply) -> bool:
    return stream.status is None and stream.ending is Ending.DEADLINE


def _is_lost_early(stream: StreamedReply) -> bool:
    return stream.status is None and stream.ending is not Ending.REFUSED


def _is_cut_off(stream: StreamedReply) -> bool:
    is_silent_end = stream.finish_reason is None and not stream.is_done_seen
    return stream.ending is not Ending.CLOSED or stream.is_cut_inside_event or is_silent_end


RULES: tuple[tuple[StreamFault, Rule], ...] = (
    (StreamFault.REFUSED, lambda s: s.status is None and s.ending is Ending.REFUSED),
    (StreamFault.HTTP_ERROR, lambda s: s.status not in {200, None}),
    (StreamFault.NO_ANSWER, _is_unanswered),
    (StreamFault.CONNECTION_LOST, _is_lost_early),
    (StreamFault.ERROR_EVENT, lambda s: s.error is not None),
    (StreamFault.ABORTED, lambda s: s.finish_reason in {"abort", "error"}),
    (StreamFault.NEVER_ENDED, lambda s: s.ending is Ending.DEADLINE),
    (StreamFault.EMPTY, lambda s: not s.events),
    (StreamFault.CUT_OFF, _is_cut_off),
    (StreamFault.MALFORMED, lambda s: s.malformed_events > 0),
    (StreamFault.NO_FINISH_REASON, lambda s: s.finish_reason is None),
    (StreamFault.NO_USAGE, lambda s: s.usage is None or s.usage.completion_tokens is None),
    (StreamFault.NO_DONE, lambda s: not s.is_done_seen),
    (StreamFault.NO_TOKENS, lambda s: s.usage is not None and s.usage.completion_tokens == 0),
)


def stream_faults(stream: StreamedReply) -> tuple[StreamFault, ...]:
    """Every kind that holds, the likeliest first; none for a whole stream."""
    return tuple(fault for fault, holds in RULES if holds(stream))


def stream_fault(stream: StreamedReply) -> StreamFault | None:
    """The one kind that a failed stream is counted under; None for a whole stream."""
    return next(iter(stream_faults(stream)), None)
