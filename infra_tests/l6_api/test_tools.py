"""The model calls a tool when it is given one."""

import json

from fixtures.marks import smoke
from fixtures.outcomes import declared


@smoke
async def test_tool_is_called(answers, cluster):
    """Asked for the weather in Paris, the model calls the weather tool with that city.

    Remedy: start the engine with --enable-auto-tool-choice and the declared --tool-call-parser.
    """
    declared(cluster.engine and cluster.engine.tool_parser, "[engine] tool_parser")
    calls = [(call.name, json.loads(call.arguments)) for call in answers.tool.tool_calls]
    assert calls == [("get_weather", {"city": "Paris"})], answers.tool.content
