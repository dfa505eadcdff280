"""Makes the pages that come from the code: rules, references, pictures (`make docs`); a test holds them fresh."""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import groupby
from pathlib import Path
from typing import get_args, get_type_hints

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from msgspec import inspect as shape

import saltroad
from saltroad import dataset
from saltroad.analysis.reliability import reliability_picture, reliability_table
from saltroad.batch import layout_of
from saltroad.dataset.columns import stored_type
from saltroad.drawing.terminal_picture import terminal_picture
from saltroad.kernel.contract import AnyGame, Outcome
from saltroad.messages import reasons
from saltroad.messages.catalogue import source_of
from saltroad.protocol import analysis as analysis_bodies
from saltroad.protocol import messages
from saltroad.protocol import pages as http_pages
from saltroad.protocol import puzzles as puzzle_bodies
from saltroad.protocol import variations as variation_bodies
from saltroad.protocol.typescript import fields_of, structs_of
from saltroad.records import read_record_file
from saltroad.server import refusals
from saltroad.server.http.refusal_status import status_of
from saltroad.server.settings import ALL_SETTINGS, ENV_PREFIX, SETTINGS_FILE
from saltroad.terminal.scene import Scene

DOCS = Path(__file__).parent
_MADE = "<!-- Made by docs/make.py from the code: change it there. -->"


def pages() -> Iterator[tuple[Path, str]]:
    """Every made page: its path and its text."""
    for name in saltroad.games.BUILT_IN:
        game = saltroad.load(name)
        yield DOCS / "rules" / f"{name}.md", rules_page(game, "en")
        yield DOCS / "rules" / f"{name}.fr.md", rules_page(game, "fr")
        yield DOCS / "reference" / f"{name}.md", reference_page(game)
        yield DOCS / "pictures" / f"{name}.svg", picture(name)
        yield DOCS / "pictures" / f"{name}_shares.svg", reliability_picture(name)
    yield DOCS / "reference" / "settings.md", settings_page()
    yield DOCS / "reference" / "messages.md", messages_page()
    yield DOCS / "reference" / "dataset.md", dataset_page()
    yield DOCS / "architecture.md", architecture_page()
    yield DOCS / "reference" / "analysis.md", analysis_page()


def rules_page(game: AnyGame, language: str) -> str:
    """The rules by number."""
    words = {
        "en": ("our ruling", "Rules marked *our ruling* settle what the printed rules leave open.", "Reconstructed"),
        "fr": (
            "notre interprétation",
            "*Notre interprétation* marque ce que les règles imprimées laissent ouvert.",
            "Reconstitué",
        ),
    }[language]
    lines = [_MADE, f"# {game.info.title} ({game.info.designer})", "", words[1]]
    if language == "en":
        lines += [f"{words[2]} by us: {game.info.reconstructed}."]
    for section, rules in groupby(game.rulebook, key=lambda rule: rule.section[language]):
        lines += ["", f"## {section}", ""]
        lines += [f"- **{r.id}** {r.text[language]}" + (f" *[{words[0]}]*" if r.is_ruling else "") for r in rules]
    return "\n".join(lines) + "\n"


def reference_page(game: AnyGame) -> str:
    """Players, options, endings, actions by index, and what a view holds."""
    info = game.info
    lines = [_MADE, f"# {info.title}: reference", "", f"Name `{info.name}`, rules version {info.rules_version}.", ""]
    lines += ["## Options", "", "| option | values, the default first | what it is |", "|---|---|---|"]
    for option in info.options:
        values = [("off", "on")[value] if isinstance(value, bool) else value for value in option.values]
        lines.append(f"| `{option.name}` | {', '.join(f'`{value}`' for value in values)} | {option.about} |")
    lines += ["", "## Tables", "", "As records write them.", "", "| players | options |", "|---|---|"]
    for options in info.configurations():
        on = ", ".join(f"`{choice}`" for choice in str(options).split()[1:])
        lines.append(f"| {options.players} | {on} |")
    lines += ["", "## Endings", "", "| reason | rule |", "|---|---|"]
    lines += [f"| `{reason}` | {rule} |" for reason, rule in game.end_reasons.items()]
    lines += ["", "## Actions by index", "", "These numbers never move.", "", "| index | actions |", "|---|---|"]
    lines += [f"| {first} to {last} | {texts} |" for first, last, texts in _ranges(game)]
    view = type(game.observe(game.start(), None))
    lines += ["", f"## `{view.__name__}`", "", "What `observe` gives, and bots and browsers get.", ""]
    lines += ["| field | type |", "|---|---|"]
    hints = get_type_hints(view)
    for field in fields(view):
        hint = hints[field.name]
        text = hint.__name__ if isinstance(hint, type) and not hasattr(hint, "__args__") else str(hint)
        lines.append(f"| `{field.name}` | `{re.sub(r'[a-z_]+[.]', '', text)}` |".replace(" | N", " or N"))
    return "\n".join([*lines, *_observation(game), *_record(game)]) + "\n"


def _observation(game: AnyGame) -> Iterator[str]:
    """The fields of an observation for learning, at a table of the most players."""
    players = max(game.info.players)
    layout = layout_of(game, players)
    yield from ("", "## Observation", "")
    yield f"What a seat knows, for learning ([guide](../guide/learning.md)); here at a table of {players}. With fewer"
    yield "players there are fewer rows and columns by seat. `entry` is where a field begins as uint8 or float32,"
    yield "`bit` where it begins packed: bit b is bit b % 64 of word b // 64, an entry takes `bits`, and a row begins"
    yield f"`row` bits after the one before. {layout.size:,} entries, {layout.words} words packed."
    if layout.grid is not None:
        yield f"As planes, the fields on the map are {layout.grid.height} by {layout.grid.width}. {layout.grid.about}"
    yield from ("", "| field | rows × columns | most | entry | bit | bits | row | what it tells |")
    yield "|---|---|---:|---:|---:|---:|---:|---|"
    for placed in layout.fields:
        field = placed.field
        about = f"{field.about}, by space" if field.is_map else field.about
        yield (
            f"| `{field.name}` | {field.rows} × {field.columns} | {field.most} | {placed.start} | {placed.first_bit} |"
            f" {field.width} | {field.stride} | {about} |"
        )


def _record(game: AnyGame) -> Iterator[str]:
    """The record of a position, byte by byte."""
    dtype = game.engine.dtype
    yield from ("", "## Record of a position", "")
    yield f"`position.states` is a NumPy array of one such record, of {dtype.itemsize} bytes, and `Game.dump` keeps it."
    yield from ("", "| field | offset | type | seen by |", "|---|---:|---|---|")
    for name in dtype.names or ():
        kind, offset = dtype.fields[name][:2]  # type: ignore[index]  # what has names has fields
        shape_of = "".join(f"[{size}]" for size in kind.shape)
        yield f"| `{name}` | {offset} | {kind.base}{shape_of} | {game.audiences[name].value} |"


def settings_page() -> str:
    """Every setting of the server."""
    lines = [
        _MADE,
        "# Settings of the server",
        "",
        "Each setting of `saltroad serve` can be given in three ways. A flag counts before the environment, the",
        "environment before the file, the file before the default.",
        "",
        "```",
        "saltroad serve --port 9000 --trusted-proxies 10.0.0.0/8     # a flag",
        "SALTROAD_PORT=9000 saltroad serve                           # the environment",
        "```",
        "",
        f"A file in TOML is named by `--config` or `{ENV_PREFIX}CONFIG`;"
        f" without that, it is `{SETTINGS_FILE}` in the folder where",
        "the command is called, if there is one. Paths in it begin at the file's own folder.",
        "",
        "```toml",
        "port = 9000",
        'trusted_proxies = ["10.0.0.0/8"]',
        "lan = true",
        "```",
        "",
        "The data folder is `~/.local/share/saltroad` (`XDG_DATA_HOME` moves it), on macOS",
        "`~/Library/Application Support/Saltroad`, on Windows `%LOCALAPPDATA%\\Saltroad`. `saltroad admin` takes",
        "`--database` and `--config` as well.",
        "",
        "| setting | flag, environment | default | may be | what it does |",
        "|---|---|---|---|---|",
    ]
    for name, about in ALL_SETTINGS.items():
        ways = f"`{about.flag}`, `{about.variable}`" if about.has_flag else f"`{about.variable}`"
        lines.append(f"| `{name}` | {ways} | {about.shown_default} | {about.kind.allowed} | {about.help} |")
    return "\n".join(lines) + "\n"


def messages_page() -> str:
    """Every message of a table, every body over HTTP and every code of a refusal."""
    asked, told = get_args(messages.ClientMessage), get_args(messages.ServerMessage)
    parts = [kind for kind in structs_of(messages) if kind not in asked and kind not in told]
    lines = [
        _MADE,
        "# Messages",
        "",
        *inspect.cleandoc(messages.__doc__ or "").splitlines()[2:],
        "",
        "Types are written as in TypeScript; a name with `?` may be left out. Moments and times are milliseconds.",
        "`View` is the game's own: " + _links(),
        "[How to use them](api.md).",
    ]
    for title, kinds in (
        ("From a client", asked),
        ("To a client", told),
        ("Parts of messages", [*parts, Outcome]),
        ("Bodies over HTTP", list(structs_of(http_pages))),
        ("The analysis of a game", [*structs_of(analysis_bodies), *structs_of(reasons)]),
        ("Variations", list(structs_of(variation_bodies))),
        ("Puzzles", list(structs_of(puzzle_bodies))),
    ):
        lines += ["", f"## {title}"]
        for kind in kinds:
            lines += ["", *_message(kind)]
    lines += [
        "",
        "## Lengths and ranges",
        "",
        *_lengths([*asked, *structs_of(http_pages), *structs_of(variation_bodies), *structs_of(puzzle_bodies)]),
    ]
    lines += ["", "## Codes of refusals", "", *_refusals()]
    return "\n".join(lines) + "\n"


def _links() -> str:
    infos = [saltroad.info(name) for name in saltroad.games.BUILT_IN]
    return ", ".join(f"[{info.title}]({info.name}.md)" for info in infos) + "."


def _lengths(kinds: list[type]) -> Iterator[str]:
    """What a client's texts, lists and numbers are held to."""
    yield "What is longer or outside is refused as a whole, with `bad_message` and status 400."
    yield from ("", "| field | of | least | most |", "|---|---|---|---|")
    seen: dict[tuple[str, str], list[str]] = {}
    for kind in kinds:
        info = shape.type_info(kind)
        assert isinstance(info, shape.StructType)
        for field in info.fields:
            parts = field.type.types if isinstance(field.type, shape.UnionType) else (field.type,)
            for bounds in filter(None, map(_bounds, parts)):
                seen.setdefault((field.name, bounds), []).append(f"`{kind.__name__}`")
    for (name, bounds), names in sorted(seen.items()):
        yield f"| `{name}` | {', '.join(names) if len(names) < 9 else 'all messages'} | {bounds} |"


def _bounds(kind: shape.Type) -> str:
    match kind:
        case shape.IntType(ge=least, le=most) if most is not None:
            return f"{least or 0} | {most}"
        case shape.StrType(pattern=pattern) if pattern:
            return f"| what fits `{pattern.replace('|', chr(92) + '|')}`"
        case shape.StrType(min_length=least, max_length=most) if most is not None:
            return f"{least or 0} | {most} characters"
        case shape.CollectionType(min_length=least, max_length=most) if most is not None:
            return f"{least or 0} | {most} entries"
        case shape.DictType(min_length=least, max_length=most) if most is not None:
            return f"{least or 0} | {most} entries"
    return ""


def _refusals() -> Iterator[str]:
    yield "The `code` of `Refused` and of `RefusalBody` never changes; the sentence may, and is for people. A name in"
    yield "braces is one of `params`, `{why}` a fault. The status is that of HTTP."
    yield from ("", "| code | status | sentence |", "|---|---|---|")
    for message in FluentParser().parse(source_of(refusals.PACKAGE, "en")).body:
        if isinstance(message, ftl.Message) and message.value and message.id.name.startswith("refused-"):
            code = message.id.name.removeprefix("refused-")
            yield f"| `{code}` | {status_of(code)} | {_plain_pattern(message.value)} |"


def _plain_pattern(pattern: ftl.Pattern) -> str:
    """A message as text with its values in braces; of several forms, that for the plural."""
    return "".join(
        str(part.value) if isinstance(part, ftl.TextElement) else _plain_value(part.expression)
        for part in pattern.elements
    )


def _plain_value(value: object) -> str:
    match value:
        case ftl.VariableReference(id=ftl.Identifier(name=name)):
            return f"{{{name}}}"
        case ftl.FunctionReference(arguments=arguments):
            return _plain_value(arguments.positional[0])
        case ftl.SelectExpression(variants=variants):
            return next(_plain_pattern(variant.value) for variant in variants if variant.default)
    raise TypeError(f"{value} in a refusal")


def _message(kind: type) -> Iterator[str]:
    yield f"### {kind.__name__}"
    yield ""
    yield _null(inspect.cleandoc(kind.__doc__ or ""))
    found = list(fields_of(kind))
    if found:
        yield from ("", "| field | type | |", "|---|---|---|")
    for name, type_, note in found:
        shown = type_.replace("|", "\\|")  # a bar would end the cell
        yield f"| `{name}` | `{shown}` | {_null(note)} |".replace(" |  |", " | |")
    if kind is messages.Update:
        told = ", ".join(f"`{name}` {json.dumps(value)}" for name, value in messages.UPDATE_DEFAULTS.items())
        yield from ("", f"`UPDATE_DEFAULTS`, what a field is that was left out: {told}.")


def _null(text: str) -> str:
    return " ".join(text.replace("None", "null").split())


def dataset_page() -> str:
    """The page as it is written, with the tables of columns and of the header made anew."""
    text = (DOCS / "reference" / "dataset.md").read_text("utf-8")
    columns = ["| column | type | may be null | what it is |", "|---|---|---|---|"]
    for column in dataset.COLUMNS:
        types = dict.fromkeys(f"`{stored_type(column, form)}`" for form in dataset.FORMS)
        null = "yes" if column.may_be_null else ""
        columns.append(f"| `{column.name}` | {', '.join(types)} | {null} | {column.about} |".replace("|  |", "| |"))
    tables = {"columns": columns, "header": _table(dataset.DatasetHeader), "fields": _table(dataset.FieldPlace)}
    for name, lines in tables.items():
        part = "\n".join([f"<!-- {name}: made by docs/make.py from the code -->", *lines, f"<!-- end of {name} -->"])
        text = re.sub(f"<!-- {name}: .*?<!-- end of {name} -->", lambda _, part=part: part, text, flags=re.DOTALL)  # type: ignore[misc]
    return text


def _table(kind: type) -> list[str]:
    """The fields of a struct, as JSON has them."""
    rows = (
        f"| `{name}` | `{type_}` | {_null(note)} |".replace(" | null", " or null")
        for name, type_, note in fields_of(kind)
    )
    return ["| field | type | |", "|---|---|---|", *(row.replace("|  |", "| |") for row in rows)]


def architecture_page() -> str:
    """The page as it is written, with the picture of the imports made anew."""
    text = (DOCS / "architecture.md").read_text("utf-8")
    graph = _package_imports()
    lines = ["```mermaid", "flowchart TD"]
    lines += [f'    {name.replace(".", "_")}["{name}"]' for name in sorted(graph)]
    lines += [f"    {a.replace('.', '_')} --> {b.replace('.', '_')}" for a, b in sorted(_reduced(graph))]
    picture = "\n".join([*lines, "```"])
    return re.sub(r"```mermaid\n.*?```", lambda _: picture, text, count=1, flags=re.DOTALL)


def analysis_page() -> str:
    """The page as it is written, with the table of how true shares are made anew."""
    text = (DOCS / "reference" / "analysis.md").read_text("utf-8")
    table = "\n".join(reliability_table())
    return re.sub(r"[|] game [|] players [|] games [|] error [|].*(\n[|].*)*", lambda _: table, text, count=1)


def _package_imports() -> dict[str, set[str]]:
    """Which packages import which, from the import statements; the server by its own packages."""
    root = Path(saltroad.__file__).parent
    graph: dict[str, set[str]] = {}
    for path in root.rglob("*.py"):
        name = _package_of(("saltroad", *path.relative_to(root).with_suffix("").parts))
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            else:
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            others = {_package_of(tuple(one.split("."))) for one in names if one.startswith("saltroad.")}
            if name:
                graph.setdefault(name, set()).update(others - {name, ""})
    return graph


def _package_of(parts: tuple[str, ...]) -> str:
    """`kernel` or `server.tables`; the single modules of the server are `server`, but for the one that makes it up."""
    if len(parts) < 2 or not (Path(saltroad.__file__).parent / parts[1]).is_dir():
        return ""
    if parts[1] != "server":
        return parts[1]
    is_package = len(parts) > 2 and (Path(saltroad.__file__).parent / "server" / parts[2]).is_dir()
    return f"server.{parts[2]}" if is_package or parts[2:3] == ("serve",) else "server"


def _reduced(graph: Mapping[str, set[str]]) -> Iterator[tuple[str, str]]:
    """The imports without those that a longer way shows already."""

    def reached(start: str) -> set[str]:
        found: set[str] = set()
        left = [start]
        while left:
            for other in graph.get(left.pop(), set()) - found:
                found.add(other)
                left.append(other)
        return found

    for name, others in graph.items():
        for other in others:
            if not any(other in reached(between) for between in others - {other}):
                yield name, other


def _ranges(game: AnyGame) -> Iterator[tuple[int, int, str]]:
    """Runs of one kind of action: first index, last index, the first and last text."""
    actions = [game.notation.at(index) for index in range(len(game.notation))]
    for _, run in groupby(enumerate(actions), key=lambda item: type(item[1])):
        found = list(run)
        (first, one), (last, other) = found[0], found[-1]
        yield first, last, f"`{one}`" if first == last else f"`{one}` to `{other}`"


def picture(name: str) -> str:
    """A board in the middle of a game, as the terminal shows it."""
    record = read_record_file(DOCS / "pictures" / f"{name}.saltroad")
    history = record.history()
    scene = Scene(played=history.actions, since=len(history) - 2)
    return terminal_picture(name, history.game.observe(history.position, 0), record.seats, scene=scene)


def main() -> None:
    for path, text in pages():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        print(path.relative_to(DOCS.parent))


if __name__ == "__main__":
    main()
