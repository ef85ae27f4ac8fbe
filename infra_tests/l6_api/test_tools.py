"""The model calls a tool when it is given one."""

import json

from fixtures.outcomes import declared

WEATHER = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "Get the weather of a city",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}
QUESTION = [{"role": "user", "content": "What is the weather in Paris?"}]


async def test_tool_is_called(api, cluster):
    """Asked for the weather in Paris, the model calls the weather tool with that city.

    Remedy: start the engine with --enable-auto-tool-choice and the declared --tool-call-parser.
    """
    declared(cluster.engine and cluster.engine.tool_parser, "[engine] tool_parser")
    reply = await api.chat(QUESTION, tools=[WEATHER], max_tokens=400, temperature=0)
    calls = [(call.name, json.loads(call.arguments)) for call in reply.tool_calls]
    assert calls == [("get_weather", {"city": "Paris"})], reply.content
