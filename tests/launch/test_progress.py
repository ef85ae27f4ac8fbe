import io

from rich.console import Console

from launch.progress import PlainLines, RichLines


def test_plain_lines_say_each_state_once():
    out = io.StringIO()
    plain = PlainLines(out)
    plain.begun("weights")
    plain.at("weights", "1/2")
    plain.at("weights", "1/2")
    plain.ended("weights", 3.2)
    assert [line.partition("s  ")[2] for line in out.getvalue().splitlines()] == [
        "weights …",
        "weights: 1/2",
        "weights done in 3.2 s",
    ]


def test_what_a_node_says_is_no_markup():
    console = Console(file=io.StringIO(), force_terminal=True)
    rich = RichLines(console)
    rich.begun("[bold]x")
    rich.at("x", "[red]1/2[/]")
    rich.line("[bold]as it is")
    rich.ended("x", 1.0)
    assert "[bold]as it is" in console.file.getvalue()
