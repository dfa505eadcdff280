"""Makes what web/ has from Python: the messages, views and facts as TypeScript types, the boards' components as JSON.

`python -m saltroad.protocol.typescript` writes web/src/wire.ts and web/src/games/<game>/components.json; with
`--check` it writes nothing and fails where one of them is not what the code says. Comments come from docstrings.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, get_args

import msgspec
from msgspec import inspect as shape

from saltroad import games
from saltroad.kernel.contract import Outcome
from saltroad.messages import plain, reasons
from saltroad.messages.facts import Advice, Event, Fact, Question, kind_of
from saltroad.protocol import analysis, messages, pages, puzzles, variations

COMMAND = "python -m saltroad.protocol.typescript"
_HEAD = f"""\
// What goes over the wire: the types of all messages, pages and views.
// Made by `{COMMAND}` (make wire) from the Python code: change it there.
"""
_PARTS = {name: part for name in games.BUILT_IN if (part := games.part(name, "wire")) is not None}
"""The module `wire.py` of each game's folder: VIEWS, of which the first is the view itself, MEANT, CHOICES, PRICED and
`components()`."""
_VIEWS = tuple(view for part in _PARTS.values() for view in part.VIEWS)


def _one_of(names: Sequence[str]) -> str:
    return " | ".join(f'"{name}"' for name in names)


_MEANT = {
    (messages.TableInfo, "pace"): "Pace",
    (messages.Happened, "events"): "GameEvent[]",
    (messages.Update, "asks"): "GameQuestion | null",
    (messages.Update, "view"): "View | null",
    (messages.Update, "changed"): "Partial<View> | null",
    (messages.Update, "outcome"): "Outcome | null",
    (messages.Update, "offers"): "Offers",
    (messages.Hinted, "points"): "GameAction",
    (messages.Hinted, "advice"): "GameAdvice",
    (messages.FaultShown, "params"): "Params",
    (messages.Explained, "params"): "Params",
    (messages.Refused, "params"): "Params",
    (pages.RefusalBody, "params"): "Params",
    (pages.TableShown, "pace"): "Pace",
    (pages.Replay, "outcome"): "Outcome | null",
    (pages.ReplayPosition, "asks"): "GameQuestion | null",
    (pages.ReplayPosition, "view"): "View",
    (pages.LessonAfter, "view"): "View",
    (pages.LessonStep, "view"): "View",
    (pages.LessonStep, "offers"): "Offers",
    (pages.LessonStep, "points"): "GameAction | null",
    (pages.LessonStep, "wants"): "GameAction | null",
    (pages.RulePicture, "view"): "View",
    (pages.RulePicture, "offers"): "Offers",
    (pages.RulePicture, "points"): "GameAction | null",
    (analysis.AnalysedMove, "points"): "GameAction",
    (analysis.AnalysedMove, "advice"): "GameAdvice",
    (variations.VariationShown, "asks"): "GameQuestion | null",
    (variations.VariationShown, "view"): "View",
    (variations.VariationShown, "offers"): "Offers",
    (variations.VariationShown, "outcome"): "Outcome | null",
    **{(part.VIEWS[0], name): _one_of(texts) for part in _PARTS.values() for name, texts in part.MEANT.items()},
}
"""The TypeScript type of a field, where its Python type says less."""
_BOTH_WAYS = (pages.PersonSettings, pages.Pace)
"""Structs that are sent both ways: the server sends all fields, a client may leave out those with a default."""


_PARAMS = """\
/** The values of a message: a player is a seat, several things are a list. */
export type Params = Record<string, string | number | boolean | null | (string | number)[] | FaultShown>;
"""


def wire() -> str:
    """The text of wire.ts."""
    parts = [_HEAD, *_constants()]
    for module in (messages, pages, reasons, analysis, variations, puzzles):
        parts += [_interface(struct) for struct in structs_of(module)]
    parts += [_PARAMS, *(_union(name, _names(get_args(members))) for name, members in _unions(messages))]
    parts += [_interface(view) for view in (Outcome, *_VIEWS)]
    views = [view.__name__ for view in _VIEWS if "viewer" in view.__dataclass_fields__]
    parts.append(f"/** A game as one viewer sees it. */\nexport type View = {' | '.join(views)};\n")
    return "\n".join([*parts, *_facts(), *_actions()])


def _constants() -> Iterator[str]:
    """The constants: the version, and the default of every field that an update may leave out."""
    yield f"""\
/** Rises when clients of before could not read what is sent. A socket is opened with `?wire=` and this number. */
export const WIRE_VERSION = {messages.WIRE_VERSION};
/** The code by which a socket is closed that was opened with another version: the client is to be loaded again. */
export const RELOAD = {messages.RELOAD};
"""
    defaults = messages.UPDATE_DEFAULTS
    lines = "".join(f"\n  {name}: {json.dumps(value)}," for name, value in defaults.items())
    yield f"""\
/** What a field of an `Update` is that was left out. `info` and `seats` are as in the update before. */
export const UPDATE_DEFAULTS: Required<Pick<Update, {_one_of(list(defaults))}>> = {{{lines}
}};
"""


# -- the facts and actions of the games --------------------------------------------------------------------------------


def _facts() -> Iterator[str]:
    """The facts of each game (events, questions, advice), then their unions."""
    found = {"Plain": plain, **{prefix: games.part(name, "events") for name, prefix in _prefixes().items()}}
    for title, base, about in (
        ("Event", Event, "What happened"),
        ("Question", Question, "What is asked"),
        ("Advice", Advice, "What could be done"),
    ):
        for prefix, module in found.items():
            facts = list(_facts_of(module, base)) if module is not None else []
            yield from map(_interface, facts)
            yield _union(f"{prefix}{title}", _names(facts) or [f"Plain{title}"])
        head = f"/** {about} in any game; `Plain{title}` in those that tell no more. */\n"
        yield head + _union(f"Game{title}", [f"{prefix}{title}" for prefix in found])


def _facts_of(module: ModuleType, base: type[Fact]) -> Iterator[type]:
    return (fact for fact in structs_of(module) if issubclass(fact, base))


def _prefixes() -> dict[str, str]:
    """The prefix of the names of a game's types, as its view has it: `Desert` of `DesertView`."""
    return {name: part.VIEWS[0].__name__.removesuffix("View") for name, part in _PARTS.items()}


def _actions() -> Iterator[str]:
    """The actions of players in each game: as offers by kind, and as single actions."""
    yield """\
/** An offer of any game: the text that plays it, the points that it earns at once, then what its kind has. */
export type OfferRow = [text: string, earns: number, ...fields: unknown[]];
"""
    prefixes = _prefixes()
    for name, part in _PARTS.items():
        lines: list[str] = []
        for action in part.CHOICES:
            fields = "".join(f", {field}: {kind}" for field, kind, _ in fields_of(action))
            price = ", price: string" if action in getattr(part, "PRICED", ()) else ""
            lines += _comment(inspect.cleandoc(action.__doc__ or ""), "  ")
            lines.append(f"  {kind_of(action.__name__)}?: [text: string, earns: number{fields}{price}][];")
        body = "\n".join(lines)
        yield f"export interface {prefixes[name]}Offers {{\n{body}\n}}\n"
    yield "/** What a viewer may play, by kind of action. */\n" + _union(
        "Offers", [f"{prefix}Offers" for prefix in prefixes.values()]
    )
    for name, part in _PARTS.items():
        yield _union(f"{prefixes[name]}Action", [_action_type(action) for action in part.CHOICES])
    yield "/** An action with its fields. */\n" + _union(
        "GameAction", [f"{prefix}Action" for prefix in prefixes.values()]
    )


def _action_type(action: type) -> str:
    fields = "".join(f"; {field}: {kind}" for field, kind, _ in fields_of(action))
    return f'{{ kind: "{kind_of(action.__name__)}"; text: string{fields} }}'


# -- what a module has -------------------------------------------------------------------------------------------------


def structs_of(module: ModuleType) -> Iterator[type]:
    """The structs of a module that are sent, in its order; those that only others build on are left out."""
    for name, value in vars(module).items():
        is_own = isinstance(value, type) and value.__module__ == module.__name__
        if is_own and issubclass(value, msgspec.Struct) and not name.startswith("_") and not value.__subclasses__():
            yield value


def _unions(module: ModuleType) -> Iterator[tuple[str, UnionType]]:
    for name, value in vars(module).items():
        if isinstance(value, UnionType):
            yield name, value


def _union(name: str, members: Sequence[str]) -> str:
    lines = "".join(f"\n  | {member}" for member in members)
    return f"export type {name} ={lines};\n"


def _names(types: Sequence[type]) -> list[str]:
    return [one.__name__ for one in types]


# -- one type ----------------------------------------------------------------------------------------------------------


def _interface(cls: type) -> str:
    """A struct or dataclass as an interface; one that is sent as an array, as a tuple with names."""
    info = shape.type_info(cls)
    assert isinstance(info, shape.StructType | shape.DataclassType)
    is_array = isinstance(info, shape.StructType) and info.array_like
    end, lines = "," if is_array else ";", []
    for name, kind, note in fields_of(cls):
        lines += [*_comment(note, "  "), f"  {name}: {kind}{end}"]
    body = "\n".join(lines)
    head = "\n".join(_comment(inspect.cleandoc(cls.__doc__ or ""), ""))
    if is_array:
        return f"{head}\nexport type {cls.__name__} = [\n{body}\n];\n"
    return f"{head}\nexport interface {cls.__name__} {{\n{body}\n}}\n"


def fields_of(cls: type) -> Iterator[tuple[str, str, str]]:
    """The fields of a struct or dataclass as they are sent: name (with ? if it may be left out), type and note."""
    info = shape.type_info(cls)
    assert isinstance(info, shape.StructType | shape.DataclassType)
    is_asked = any(base.__name__ in ("Asking", "RequestBody") for base in cls.__mro__) and cls not in _BOTH_WAYS
    may_lack = is_asked or (isinstance(info, shape.StructType) and cls.__struct_config__.omit_defaults)  # type: ignore[attr-defined]
    notes = _attribute_notes(cls)
    if isinstance(info, shape.StructType) and info.tag is not None:
        yield str(info.tag_field), f'"{info.tag}"', ""
    for field in info.fields:
        optional = "?" if not field.required and (may_lack or _may_be_unset(field)) else ""
        kind = _MEANT.get((cls, field.name)) or _type(field.type, in_asked=is_asked)
        yield f"{field.encode_name}{optional}", kind, notes.get(field.name, "")


def _may_be_unset(field: shape.Field) -> bool:
    """Whether its default is UNSET, which msgspec tells as none: such a field is not sent."""
    return field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT


def _comment(text: str, indent: str) -> list[str]:
    lines = text.replace("None", "null").strip().splitlines()
    if len(lines) <= 1:
        return [f"{indent}/** {line} */" for line in lines]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def _type(info: shape.Type, *, in_asked: bool) -> str:
    """The type of a field."""
    match info:
        case shape.IntType() | shape.FloatType():
            return "number"
        case shape.StrType():
            return "string"
        case shape.BoolType():
            return "boolean"
        case shape.NoneType():
            return "null"
        case shape.AnyType():
            return "any"
        case shape.LiteralType(values):
            return _one_of([str(value) for value in values])
        case shape.UnionType(types):
            return " | ".join(_type(one, in_asked=in_asked) for one in types)
        case shape.VarTupleType(item) | shape.ListType(item):
            inner = _type(item, in_asked=in_asked)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case shape.TupleType(items):
            return f"[{', '.join(_type(one, in_asked=in_asked) for one in items)}]"
        case shape.DictType(_, value):
            return f"Record<string, {_type(value, in_asked=in_asked)}>"
        case shape.StructType(cls) | shape.DataclassType(cls):
            return f"Partial<{cls.__name__}>" if in_asked and cls in _BOTH_WAYS else cls.__name__
    raise TypeError(f"no TypeScript type for {info}")


def _attribute_notes(cls: type) -> dict[str, str]:
    """The docstrings that stand below attributes, those of the bases included."""
    notes: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if base.__module__.startswith("saltroad."):
            notes |= _notes_of(base.__module__).get(base.__name__, {})
    return notes


@cache
def _notes_of(module: str) -> dict[str, dict[str, str]]:
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: dict(_notes_in(node.body)) for node in tree.body if isinstance(node, ast.ClassDef)}


def _notes_in(body: Sequence[ast.stmt]) -> Iterator[tuple[str, str]]:
    for here, below in pairwise(body):
        match here, below:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(value=ast.Constant(value=str(note))):
                yield name, inspect.cleandoc(note)


# -- the files ---------------------------------------------------------------------------------------------------------


def made_files() -> dict[str, str]:
    """Every file that is made, by its path from the top of the repository."""
    boards = {f"web/src/games/{name}/components.json": _json(part.components()) for name, part in _PARTS.items()}
    return {"web/src/wire.ts": wire(), **boards}


def _json(facts: dict[str, Any]) -> str:
    """An entry of a list on a line."""
    return "{\n" + ",\n".join(f"  {json.dumps(name)}: {_json_value(value)}" for name, value in facts.items()) + "\n}\n"


def _json_value(value: Any) -> str:
    if isinstance(value, list):
        return "[\n" + ",\n".join(f"    {json.dumps(entry)}" for entry in value) + "\n  ]"
    return json.dumps(value)


def stale_files(root: Path) -> list[str]:
    """The files that are not what the code says."""
    return [name for name, text in made_files().items() if not _is(root / name, text)]


def _is(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text("utf-8") == text


def main(arguments: Sequence[str], root: Path) -> int:
    """Write what is stale; with `--check`, only name it."""
    stale, made = stale_files(root), made_files()
    if "--check" in arguments:
        for name in stale:
            print(f"{name} is stale: run `{COMMAND}`", file=sys.stderr)
        return 1 if stale else 0
    for name in stale:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(made[name], "utf-8")
        print(f"{name} written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path(__file__).parents[3]))
