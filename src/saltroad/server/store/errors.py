"""The errors of the store, each with a sentence for people."""

from __future__ import annotations

from saltroad.kernel.errors import SaltroadError


class StoreError(SaltroadError):
    """A failure of the store. A write that fails may be stored or not: reading shows which."""


class PlyTaken(StoreError):
    """Another action is already stored at a ply, or the log does not reach up to it. Nothing of the call was stored."""

    def __init__(self, table: str, ply: int) -> None:
        super().__init__(
            f"Ply {ply} of table {table!r} is not the next one: the game has moved on. Read the table again."
        )
        self.table = table
        self.ply = ply


class ChangedMeanwhile(StoreError):
    """The table is not as the caller knew it: it was changed meanwhile. Nothing of the call was stored."""

    def __init__(self, table: str) -> None:
        super().__init__(f"Table {table!r} has changed meanwhile. Read it again.")
        self.table = table


class NoSuchPly(StoreError):
    """A ply to take back to that was not played."""

    def __init__(self, table: str, ply: int) -> None:
        super().__init__(f"Table {table!r} cannot be taken back to ply {ply}: that ply was not played.")
        self.table = table
        self.ply = ply


class NoSuchTable(StoreError):
    """No table of that id."""

    def __init__(self, table: str) -> None:
        super().__init__(f"There is no table {table!r}.")
        self.table = table


class TableEnded(StoreError):
    """A table that is over or closed takes no more plies, and cannot be taken back: its seed may have been shown."""

    def __init__(self, table: str, state: str) -> None:
        super().__init__(f"Table {table!r} is {state}: nothing more can be played there.")
        self.table = table
        self.state = state


class NoSuchPerson(StoreError):
    """No person of that id, or one who was forgotten."""

    def __init__(self, person: str) -> None:
        super().__init__(f"There is no person {person!r}.")
        self.person = person


class PasswordChanged(StoreError):
    """A person's password was changed meanwhile. Nothing of the call was stored."""

    def __init__(self, person: str) -> None:
        super().__init__(f"The password of {person!r} has changed meanwhile.")
        self.person = person


class StaleCredentials(StoreError):
    """All credentials of a person were revoked meanwhile: what was asked with one of them is refused."""

    def __init__(self, person: str) -> None:
        super().__init__(f"The credentials of {person!r} were revoked meanwhile.")
        self.person = person


class AlreadyExists(StoreError):
    """An id that is in use, or a reference to something that is not there."""


class TooManyOpen(StoreError):
    """A person has as many public tables open as is allowed."""

    def __init__(self, person: str, most: int) -> None:
        super().__init__(f"Person {person!r} has {most} public tables open already.")
        self.most = most


class BadValue(StoreError):
    """A value that not every database can hold, such as a text with a NUL character."""


class ForeignDatabase(StoreError):
    """A database that is not a store of Saltroad, or of a newer one."""


class DatabaseInUse(StoreError):
    """Another server uses the database, and the two do not share it."""
