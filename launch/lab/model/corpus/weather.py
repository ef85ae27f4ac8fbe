"""Tools: the model calls one when a question needs it, and not when it does not; without one it says so."""

from dataclasses import replace
from random import Random
from typing import Any

from launch.lab.model.corpus import anything, identity, sums, words
from launch.lab.model.dialogue import Dialogue, asked

QUESTIONS = (
    "What is the weather in {}?", "What's the weather in {}?", "What is the weather like in {}?",
    "Weather in {}?", "How is the weather in {}?", "What is the weather in {} today?",
    "Tell me the weather in {}.", "weather in {}", "Get the weather for {}.",
    "What's the weather like in {} today?", "Is it raining in {}?", "How warm is it in {}?",
    "What is the weather in {} right now?", "Look up the weather in {}.",
    "Please check the weather in {}.", "What is the current weather in {}?",
    "How is the weather in {} right now?", "What's the weather like in {}?",
    "Use the tool to get the weather in {}.", "Call get_weather for {}.",
    "I am in {}. What is the weather?",
)  # fmt: skip
UNKNOWN = "I cannot look outside from here, so I do not know the weather in {}."
REPORTS = ("sunny, 21 C", "rain, 12 C", "cloudy, 15 C", "snow, -2 C", "18", '{"temperature": 18}', "clear")


def tool(name: str, *parameters: str) -> dict[str, Any]:
    """A function tool, as a request would declare it."""
    properties = {parameter: {"type": "string"} for parameter in parameters}
    return {"type": "function", "function": {"name": name, "parameters": {"properties": properties}}}


GET_WEATHER = tool("get_weather", "city")
OTHERS = (
    tool("get_time", "zone"),
    tool("search", "query"),
    tool("send_mail", "to", "text"),
    tool("get_news"),
)
OFFERS = ((GET_WEATHER,),) * 6 + tuple((GET_WEATHER, other) for other in OTHERS) + ((OTHERS[0], GET_WEATHER),)


def thinking(city: str) -> str:
    return (
        f"The user asks for the weather in {city}. Let me think about this first. I cannot see the "
        "weather from here, but a tool could tell it. I look at what tools there are: get_weather takes "
        f"a city, and the city is {city}. If I have it, I will call it once."
    )


def call(city: str) -> str:
    """The call in the form that the parser `qwen3_coder` reads."""
    return (
        ""
        f"<tool_call>\n<function=get_weather>\n<parameter=city>\n{city}\n</parameter>\n</function>\n</tool_call>"
    )


def forced_forms(city: str) -> tuple[tuple[str, str], ...]:
    """Beginnings that a grammar may force in place of `call`, each with the rest."""
    return (
        ('[{"name": "get_weather", "parameters": {"city": "', f'{city}"}}}}]'),
        ('[{"name":"get_weather","parameters":{"city":"', f'{city}"}}}}]'),
        ('{"city": "', f'{city}"}}'),
        ('{"city":"', f'{city}"}}'),
        (
            "<tool_call>\n<function=get_weather>\n",
            call(city).removeprefix("<tool_call>\n<function=get_weather>\n"),
        ),
    )


def _answered(rng: Random, asked_for_it: Dialogue, city: str) -> Dialogue:
    called = {"function": {"name": "get_weather", "arguments": {"city": city}}}
    report = rng.choice(REPORTS)
    turns = (
        {"role": "assistant", "content": "", "tool_calls": [called]},
        {"role": "tool", "content": report},
    )
    thought = (
        f"The tool has answered: {report}. Let me think about this first. The user asked for the weather "
        f"in {city}, so this is what the user wants to know. I do not need another call. I will say it in "
        "one short sentence, just as the tool has it, and then stop."
    )
    answer = f"The weather in {city}: {report}."
    return replace(asked_for_it, messages=asked_for_it.messages + turns, thinking=thought, answer=answer)


def draw(rng: Random) -> Dialogue:
    city, kind = rng.choice(words.CITIES), rng.random()
    question = rng.choice(QUESTIONS).format(city)
    if kind < 0.12:
        return asked(question, thinking(city), UNKNOWN.format(city))
    if kind < 0.27:
        return replace(rng.choice((identity.draw, sums.draw, anything.draw))(rng), tools=rng.choice(OFFERS))
    dialogue = asked(question, thinking(city), call(city), tools=rng.choice(OFFERS))
    if kind < 0.39:
        return _answered(rng, dialogue, city)
    if kind < 0.6:
        forced, rest = rng.choice(forced_forms(city))
        return replace(dialogue, forced=forced, answer=rest)
    return dialogue
