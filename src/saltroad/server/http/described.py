"""The description of the API (OpenAPI): Litestar's, with the shapes that msgspec checks by, and with every refusal."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from saltroad.protocol import messages, pages

_SHAPES = "#/components/schemas/"
_REFUSALS = {
    "400": "The server cannot read that.",
    "401": "Nobody knows you here yet.",
    "403": "That is not for you.",
    "404": "There is no such thing.",
    "409": "Not as things stand.",
    "410": "The link was used, or is too old.",
    "413": "Too large.",
    "422": "The rules forbid it; `rule` says which.",
    "429": "Too fast, or too many.",
    "503": "The server could not store that.",
}
_ANSWERS = {
    ("/api/tables/{id}", "get"): messages.Update,
    ("/api/tables/{id}", "post"): messages.Reply,
}
"""What goes out as bytes that were made before."""


class Described(JsonRenderPlugin):
    """Serves it."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return self.render_json(request, described(openapi_schema))


def described(schema: dict[str, Any]) -> dict[str, Any]:
    """Litestar's description, made whole."""
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
    responses = {status: told for status, told in about["responses"].items() if status < "400"}
    answer = _ANSWERS.get((path, method))
    if answer is not None:
        names = [kind.__name__ for kind in get_args(answer) or (answer,)]
        responses["200"] = _told("So it stands, or what came of it.", names)
    names = ["Fault", "Refused"] if answer is messages.Reply else ["Fault"]
    return {**about, "responses": responses | {status: _told(why, names) for status, why in _REFUSALS.items()}}


def _told(about: str, names: list[str]) -> dict[str, Any]:
    shapes = [{"$ref": _SHAPES + name} for name in names]
    shape = shapes[0] if len(shapes) == 1 else {"anyOf": shapes}
    return {"description": about, "content": {"application/json": {"schema": shape}}}
