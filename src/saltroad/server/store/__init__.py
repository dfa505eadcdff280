"""The durable store of the play server: what it has acknowledged is on disk.

`Store` is all that the rest of the server needs, with the values of `model` and the refusals of `errors`.
"""

from saltroad.server.store.errors import (
    AlreadyThere,
    BadValue,
    ChangedMeanwhile,
    NoSuchPerson,
    NoSuchPly,
    NoSuchTable,
    NotOurs,
    PlyTaken,
    StoreError,
    TableEnded,
)
from saltroad.server.store.model import (
    SOMEBODY,
    Ending,
    Line,
    Listed,
    Log,
    Person,
    Ply,
    Seat,
    SeatKind,
    State,
    Table,
    TakenBack,
    Token,
    moment,
)
from saltroad.server.store.store import Store

__all__ = [
    "SOMEBODY",
    "AlreadyThere",
    "BadValue",
    "ChangedMeanwhile",
    "Ending",
    "Line",
    "Listed",
    "Log",
    "NoSuchPerson",
    "NoSuchPly",
    "NoSuchTable",
    "NotOurs",
    "Person",
    "Ply",
    "PlyTaken",
    "Seat",
    "SeatKind",
    "State",
    "Store",
    "StoreError",
    "Table",
    "TableEnded",
    "TakenBack",
    "Token",
    "moment",
]
