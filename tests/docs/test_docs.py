"""Documentation is tested: examples run, made pages are fresh, links lead somewhere, commands exist."""

from __future__ import annotations

import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import saltroad
from saltroad.cli.main import app
from saltroad.protocol.messages import RELOAD
from saltroad.server.refusals import server_messages

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
README = (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "docs/guide/python.md",
        "docs/guide/learning.md",
        "docs/guide/many-machines.md",
        "docs/reference/dataset.md",
    ],
)
def test_the_examples_of_a_page_run(page: str, tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)
    assert blocks
    script = tmp_path / "examples.py"
    script.write_text("\n".join(blocks), "utf-8")
    done = subprocess.run(
        [sys.executable, script], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    for promised in re.findall(r"^\s*# (BZ-.*)$|print\(.*# (\[.*\])$", "\n".join(blocks), re.MULTILINE):
        assert "".join(promised) in done.stdout


def test_made_pages_are_fresh() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "make.py"), run_name="docs")
    for path, text in made["pages"]():
        assert path.read_text("utf-8") == text, f"{path.name} is stale: run `make docs`"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_readme_names_commands_that_exist() -> None:
    commands = re.findall(r"^saltroad (.*?)(?:\s+#.*)?$", README, re.MULTILINE)
    assert len(commands) >= 6
    for command in commands:
        words = shlex.split(command)
        shown = CliRunner().invoke(app, [words[0], "--help"] if words[0] != "--help" else ["--help"])
        assert shown.exit_code == 0, command
        for option in (word for word in words[1:] if word.startswith("--")):
            assert option in shown.output, f"{command}: {option}"


def test_the_strength_page_is_what_the_games_say() -> None:
    strength = runpy.run_path(str(ROOT / "docs" / "strength.py"), run_name="docs")
    assert strength["PAGE"].read_text("utf-8") == strength["page"](), "stale: run `python docs/strength.py`"
    kept = {path.name for path in strength["PLAYED"].glob("*.jsonl")}
    assert kept <= {match.file.name for match in strength["MATCHES"]}, "games of a match that is no longer asked for"


def test_the_makefile_has_what_the_docs_name() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for page in PAGES:
        for found in re.findall(r"`make ([a-z ]+)`", page.read_text("utf-8")):
            assert set(found.split()) <= targets, f"{page.name} names make {found}"


def test_the_api_page_names_every_code_with_which_a_socket_closes() -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / "src" / "saltroad" / "server").glob("**/*.py")]
    codes = {
        code for text in sources for code in re.findall(r"(?:[.]close[(]|^RESTART: Final = )(1[0-9]{3})", text, re.M)
    } | {str(RELOAD)}
    assert len(codes) >= 6
    page = (ROOT / "docs" / "reference" / "api.md").read_text("utf-8")
    rows = re.findall(r"^[|] ([14][0-9, ]+) [|]", page.partition("## When the socket closes")[2], re.MULTILINE)
    assert codes == {code for row in rows for code in row.split(", ")}


def test_the_codes_that_the_api_page_names_exist() -> None:
    page = (ROOT / "docs" / "reference" / "api.md").read_text("utf-8")
    section = page.partition("## When a message is refused")[2].partition("\n## ")[0]
    named = [
        code for row in re.findall(r"^[|] (`.*?) [|]", section, re.MULTILINE) for code in re.findall("`(.*?)`", row)
    ]
    assert len(named) >= 10
    assert all(f"refused-{code}" in server_messages("en") for code in named)


def test_the_readme_says_whose_games_these_are() -> None:
    assert "not affiliated" in README
    for name in saltroad.GAMES:
        assert saltroad.info(name).title in README
        words = " ".join(README.replace("*", "").split())
        assert saltroad.info(name).reconstructed.split(",")[0].split(";")[0] in words


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = (folder / "README.md").read_text("utf-8")
    for path in folder.glob("0*.md"):
        assert f"({path.name})" in listed
        text = path.read_text("utf-8")
        assert "**Choice.**" in text
        assert "**What would change our mind.**" in text


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_every_action_that_the_notation_page_shows_can_be_read(name: str) -> None:
    game = saltroad.load(name)
    page = (ROOT / "docs" / "reference" / "notation.md").read_text("utf-8")
    section = page.partition(f"\n## {game.info.title}\n")[2].partition("\n## ")[0]
    rows = [line.split("|") for line in section.splitlines() if re.match(r"\| (player|left neighbour|chance) ", line)]
    shown = [text for row in rows for text in re.findall("`([^`]+)`", row[2])]
    assert len(shown) >= 6
    for text in shown:
        assert str(game.parse(text)) == text


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_the_actions_that_a_refusal_suggests_can_be_read(name: str) -> None:
    game = saltroad.load(name)
    with pytest.raises(saltroad.UnreadableAction) as caught:
        game.parse("xyzzy")
    examples = str(caught.value).partition("look like: ")[2].partition(" (")[0].rstrip(".").split(", ")
    assert len(examples) >= 2
    for text in examples:
        assert str(game.parse(text)) == text
