"""A client of OpenAI-compatible servers that keeps what it saw, for judgement."""

from probes.api.client import Api
from probes.api.profiles import PROFILES, EngineProfile
from probes.api.recording import Ending
from probes.api.replies import ChatReply, ModelCard, RawReply, ToolCall, Usage
from probes.api.stream import StreamedReply, StreamEvent

__all__ = [
    "PROFILES",
    "Api",
    "ChatReply",
    "Ending",
    "EngineProfile",
    "ModelCard",
    "RawReply",
    "StreamEvent",
    "StreamedReply",
    "ToolCall",
    "Usage",
]
