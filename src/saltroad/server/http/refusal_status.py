"""The HTTP status of every refusal."""

from __future__ import annotations

_STATUS = {
    "no_table": 404, "not_found": 404, "no_game": 404, "no_puzzle": 404, "no_ply": 404, "no_dice": 404,
    "not_known": 401, "bad_token": 401, "wrong_login": 401, "dead_link": 410,
    "token_scope": 403, "wrong_password": 403,
    "not_allowed": 403, "not_host": 403, "other_site": 403, "not_seated": 403,
    "too_fast": 429, "too_many": 429, "too_many_open": 429, "too_large": 413,
    "not_stored": 503, "no_database": 503, "moving": 503, "full": 503, "broken": 500,
    "bad_message": 400, "bad_options": 400, "bad_pace": 400, "bad_record": 400, "empty_text": 400, "name_too_long": 400,
    "no_bot": 400, "bots_need_seat": 400, "analysis_late": 503, "illegal": 422, "unreadable": 422, "too_long": 422,
}  # fmt: skip


def status_of(code: str) -> int:
    """The status of a refusal; 409 for what the table does not allow in its current state."""
    return _STATUS.get(code, 409)
