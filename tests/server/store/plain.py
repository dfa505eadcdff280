"""The store as a plain program would have it: dictionaries in memory, one call after the other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from saltroad.server.store import FORGOTTEN_NAME, ChatLine, Ending, Log, Seat, State, StoredPly, TableRow, TakenBack


@dataclass
class PlainTable:
    row: TableRow
    seats: list[Seat]
    plies: list[StoredPly] = field(default_factory=list)
    taken_back: list[TakenBack] = field(default_factory=list)
    lines: list[ChatLine] = field(default_factory=list)

    @property
    def is_ended(self) -> bool:
        return self.row.state in {"over", "closed"}

    @property
    def log(self) -> Log:
        return Log(tuple(self.plies), tuple(self.taken_back))


@dataclass
class PlainStore:
    """Each method changes what it may and gives the name of the refusal, or None."""

    tables: dict[str, PlainTable] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    logins: dict[str, str] = field(default_factory=dict)
    """Of each person who has one; letters of ASCII only."""

    def add_table(self, table: TableRow, seats: list[Seat]) -> str | None:
        if table.id in self.tables:
            return "AlreadyExists"
        self.tables[table.id] = PlainTable(table, self._shown(seats))
        return None

    def append(
        self, id: str, first: int, plies: list[StoredPly], ends: Ending | None, clocks: bytes | None
    ) -> str | None:
        table = self.tables.get(id)
        if table is None:
            return "NoSuchTable"
        if table.is_ended:
            return "TableEnded"
        if first != len(table.plies):
            return "PlyTaken"
        table.plies += plies
        if clocks is not None:
            table.row = replace(table.row, clocks=clocks)
        if ends is not None:
            table.row = replace(table.row, state="over", result=ends.result, ended=ends.at)
        return None

    def take_back(self, id: str, to_ply: int, at: int, noted: bool) -> str | None:
        table = self.tables.get(id)
        if table is None:
            return "NoSuchTable"
        if table.is_ended:
            return "TableEnded"
        if not 0 <= to_ply < len(table.plies):
            return "NoSuchPly"
        del table.plies[to_ply:]
        if noted:
            table.taken_back.append(TakenBack(len(table.taken_back), to_ply, at))
        return None

    def set_state(self, id: str, state: State, at: int) -> str | None:
        table = self.tables.get(id)
        if table is None:
            return "NoSuchTable"
        if table.is_ended:
            return "TableEnded"
        row = replace(table.row, state=state)
        if state == "playing":
            row = replace(row, started=at)
        elif state in {"over", "closed"}:
            row = replace(row, ended=at)
        table.row = row
        return None

    def save_seats(self, id: str, seats: list[Seat]) -> str | None:
        if id not in self.tables:
            return "NoSuchTable"
        self.tables[id].seats = self._shown(seats)
        return None

    def add_line(self, id: str, person: str | None, name: str, text: str, at: int, apart: bool) -> str | None:
        if id not in self.tables:
            return "NoSuchTable"
        lines = self.tables[id].lines
        lines.append(ChatLine(len(lines) + 1, person, FORGOTTEN_NAME if person in self.gone else name, text, at, apart))
        return None

    def rename(self, person: str, name: str) -> str | None:
        if person in self.gone:
            return "NoSuchPerson"
        self.names[person] = name
        return None

    def set_login(self, person: str, login: str) -> str | None:
        if person in self.gone:
            return "NoSuchPerson"
        if any(other != person and taken.lower() == login.lower() for other, taken in self.logins.items()):
            return "AlreadyExists"
        self.logins[person] = login
        return None

    def forget_person(self, person: str) -> str | None:
        if person in self.gone:
            return "NoSuchPerson"
        self.gone.add(person)
        self.names[person] = FORGOTTEN_NAME
        self.logins.pop(person, None)
        for table in self.tables.values():
            table.seats = self._shown(table.seats)
            table.lines = [replace(x, name=FORGOTTEN_NAME) if x.person == person else x for x in table.lines]
        return None

    def _shown(self, seats: list[Seat]) -> list[Seat]:
        return [replace(seat, name=FORGOTTEN_NAME) if seat.person in self.gone else seat for seat in seats]
