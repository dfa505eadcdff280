"""The metrics of the server for Prometheus: moves, commits, connections, tables, bots, refusals, requests.

Every process counts for itself, in a registry of its own. Each can answer for all, with a label for every process.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from saltroad import __version__

CONTENT_TYPE = CONTENT_TYPE_LATEST

_FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
_THOUGHT = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0, 60.0)


class Metrics:
    """The metrics of one process; `render` gives them as text."""

    def __init__(self) -> None:
        self.registry = here = CollectorRegistry()
        ProcessCollector(registry=here)
        about = Gauge("saltroad_info", "Which Saltroad this is.", ["version"], registry=here)
        about.labels(__version__).set(1)
        self._moves = Counter("saltroad_moves", "Actions of players that were stored.", ["game"], registry=here)
        self._commits = Histogram(
            "saltroad_commit_seconds", "From an action's arrival to its being stored.", buckets=_FAST, registry=here
        )
        self._connections = Gauge("saltroad_connections", "Sockets that are open.", registry=here)
        self._tables = Gauge("saltroad_tables", "Tables in this process.", ["state"], registry=here)
        self._waiting = Gauge("saltroad_bot_queue", "Turns that wait for a process to think in.", registry=here)
        self._busy = Gauge("saltroad_bots_thinking", "Turns that a bot is thinking about.", registry=here)
        self._moves_of: dict[str, Counter] = {}
        self._thoughts = Histogram(
            "saltroad_bot_seconds", "How long a bot thought about a move.", ["bot"], buckets=_THOUGHT, registry=here
        )
        self._replaced = Counter(
            "saltroad_bots_replaced",
            "Moves that a simpler bot had to make.",
            ["bot"],
            registry=here,
        )
        self._refusals = Counter("saltroad_refusals", "What was asked for and refused.", ["code"], registry=here)
        self._requests = Counter("saltroad_requests", "Requests over HTTP.", ["path", "status"], registry=here)
        self._request_seconds = Histogram(
            "saltroad_request_seconds", "How long a request took.", ["path"], buckets=_FAST, registry=here
        )

    def moved(self, game: str) -> None:
        """Count a player's action that was stored."""
        counter = self._moves_of.get(game)
        if counter is None:
            counter = self._moves_of[game] = self._moves.labels(game)
        counter.inc()

    def committed(self, seconds: float) -> None:
        """Note after how long a change was durable."""
        self._commits.observe(seconds)

    def connected(self, delta: int) -> None:
        """Change the number of open sockets."""
        self._connections.inc(delta)

    def tables(self, n: int, state: str) -> None:
        """Set the number of open tables in a state."""
        self._tables.labels(state).set(n)

    def queue(self, waiting: int, busy: int) -> None:
        """Set how many turns wait for a bot worker, and how many have one."""
        self._waiting.set(waiting)
        self._busy.set(busy)

    def thought(self, bot: str, seconds: float, replaced: bool) -> None:
        """Note that a bot has answered, or was replaced by a simpler one."""
        self._thoughts.labels(bot).observe(seconds)
        if replaced:
            self._replaced.labels(bot).inc()

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self._refusals.labels(code).inc()

    def request(self, path_template: str, status: int, seconds: float) -> None:
        """Count a request that was answered. By its path template: there are as many paths as tables."""
        self._requests.labels(path_template, str(status)).inc()
        self._request_seconds.labels(path_template).observe(seconds)

    def render(self) -> bytes:
        """The metrics in Prometheus's text format; its content type is `CONTENT_TYPE`."""
        return generate_latest(self.registry)


class _Combined(Collector):
    """The metrics of several processes as one collector."""

    def __init__(self, rendered: Mapping[str, bytes]) -> None:
        self._rendered = rendered

    def collect(self) -> Iterable[Metric]:
        families: dict[str, Metric] = {}
        for process, text in self._rendered.items():
            for found in text_string_to_metric_families(text.decode()):
                family = families.setdefault(found.name, Metric(found.name, found.documentation, found.type))
                for sample in found.samples:
                    labels = {**sample.labels, "process": process}
                    family.samples.append(sample._replace(labels=labels))
        return families.values()


def combined(rendered: Mapping[str, bytes]) -> bytes:
    """The rendered metrics of several processes, by their ids, as one text in which each has a label `process`."""
    registry = CollectorRegistry()
    registry.register(_Combined(rendered))
    return generate_latest(registry)
