"""Refusals of the server: a code for programs, the rule where one forbids, and the values of the message that tells it.

The message of a code is `refused-` and the code in `messages/*.ftl` beside this module; what a rule forbids is told by
the game's own messages.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from saltroad.kernel.errors import Fault, SaltroadError
from saltroad.kernel.rulebook import Verdict
from saltroad.messages.catalogue import Catalogue, catalogue_of
from saltroad.protocol.messages import FaultShown
from saltroad.protocol.pages import RefusalBody

PACKAGE = __package__ or ""


def server_messages(language: str) -> Catalogue:
    """The messages of the server, and those that all games share."""
    return catalogue_of(PACKAGE, language)


class Refusal(SaltroadError):
    """A request that the server refuses; only the caller is told."""

    def __init__(self, code: str, *, verdict: Verdict | None = None, **params: str | int | SaltroadError) -> None:
        super().__init__(code)
        self.code = code
        self.verdict = verdict
        self.params: Mapping[str, Any] = params if verdict is None else {**verdict.params, **params}

    def __str__(self) -> str:
        return self.sentence()

    @property
    def rule(self) -> str | None:
        """The id of the rule that forbids it."""
        return None if self.verdict is None else self.verdict.rule

    @property
    def reason(self) -> str | None:
        """Why the rule forbids it."""
        return None if self.verdict is None else self.verdict.reason

    def sentence(self, language: str = "en") -> str:
        """Why, in the reader's language; players are told by number."""
        if self.verdict is not None:
            return self.verdict.sentence(language)
        if not self.params:
            return _plain_sentence(self.code, language)
        return server_messages(language).text(f"refused-{self.code}", **self.params)

    def body(self, language: str) -> RefusalBody:
        """As it is told over HTTP."""
        return RefusalBody(self.code, self.sentence(language), self.rule, self.reason, params_shown(self.params))


@functools.cache
def _plain_sentence(code: str, language: str) -> str:
    """The sentence of a refusal without values, cached: a client that sends too fast must be refused at little cost."""
    return server_messages(language).text(f"refused-{code}")


def params_shown(params: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a message as they are sent."""
    return {name: _shown(value) for name, value in params.items()}


def _shown(value: Any) -> Any:
    if isinstance(value, SaltroadError):
        value = value.fault or str(value)
    return FaultShown(value.code, params_shown(value.params)) if isinstance(value, Fault) else value
