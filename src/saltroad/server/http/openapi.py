"""The OpenAPI schema: Litestar's, with the types that msgspec validates by, and with every refusal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args, get_origin

import msgspec
from litestar import Litestar
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig

import saltroad
from saltroad.protocol import messages, pages

_SHAPES = "#/components/schemas/"
_REFUSALS = {
    "400": "The server cannot read that.",
    "401": "Log in first, or begin as a guest.",
    "403": "Not allowed.",
    "404": "Not found.",
    "408": "The rest of the request did not arrive.",
    "409": "Not possible in the present state.",
    "410": "The link was used, or is too old.",
    "413": "Too large.",
    "422": "The rules forbid it; `rule` says which.",
    "429": "Too fast, or too many.",
    "503": "The server could not store that.",
}
_BYTE_RESPONSES = {
    ("/api/tables/{id}", "get"): messages.Update,
    ("/api/tables/{id}", "post"): messages.Reply,
    ("/api/games/{game}/lesson", "get"): pages.Lesson,
    ("/api/games/{game}/pictures", "get"): list[pages.RulePicture],
    ("/api/games/{game}/rules", "get"): list[pages.RuleShown],
}
"""The types of responses that handlers return as bytes."""


def openapi_schema(handlers: Sequence[Any], dependencies: Mapping[str, Provide]) -> dict[str, Any]:
    """The schema of some handlers. Slow: Litestar makes it from an app, so one is built for it."""
    app = Litestar(
        route_handlers=handlers,
        dependencies=dependencies,
        openapi_config=OpenAPIConfig(
            title="Saltroad",
            version=saltroad.__version__,
            description="Everything the browser can do. Messages of a table's socket: docs/reference/messages.md.",
        ),
        logging_config=None,
    )
    return completed_schema(app.openapi_schema.to_schema())


def completed_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """Litestar's schema, with our types and refusals added."""
    shapes = dict(schema.get("components", {}).get("schemas", {})) | _shapes()
    paths = {path: {method: _operation(path, method, about) for method, about in methods.items()}
             for path, methods in schema["paths"].items()}  # fmt: skip
    return {**schema, "paths": paths, "components": {**schema.get("components", {}), "schemas": shapes}}


def _shapes() -> dict[str, Any]:
    kinds = [
        kind
        for module in (messages, pages)
        for name, kind in vars(module).items()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and not name.startswith("_")
    ]
    return msgspec.json.schema_components(kinds, ref_template=_SHAPES + "{name}")[1]


def _operation(path: str, method: str, about: Any) -> Any:
    if not isinstance(about, dict) or "responses" not in about:
        return about
    responses = {status: response for status, response in about["responses"].items() if status < "400"}
    answer = _BYTE_RESPONSES.get((path, method))
    if answer is not None:
        names = [kind.__name__ for kind in get_args(answer) or (answer,)]
        responses["200"] = _response(
            "The requested data, or the result of the command.", names, is_list=get_origin(answer) is list
        )
    names = ["RefusalBody", "Refused"] if answer is messages.Reply else ["RefusalBody"]
    return {**about, "responses": responses | {status: _response(why, names) for status, why in _REFUSALS.items()}}


def _response(about: str, names: list[str], *, is_list: bool = False) -> dict[str, Any]:
    shapes = [{"$ref": _SHAPES + name} for name in names]
    shape: dict[str, Any] = shapes[0] if len(shapes) == 1 else {"anyOf": shapes}
    if is_list:
        shape = {"type": "array", "items": shape}
    return {"description": about, "content": {"application/json": {"schema": shape}}}
