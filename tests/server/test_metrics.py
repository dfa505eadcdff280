"""What Prometheus reads."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from saltroad import __version__
from saltroad.server.metrics import CONTENT_TYPE, Metrics, combined


def samples(metrics: Metrics) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Every number that a reader of the text finds."""
    families = text_string_to_metric_families(metrics.render().decode())
    return {(s.name, tuple(sorted(s.labels.items()))): s.value for family in families for s in family.samples}


def test_everything_that_is_counted_is_shown() -> None:
    metrics = Metrics()
    metrics.moved("bazaar")
    metrics.moved("bazaar")
    metrics.committed(0.004)
    metrics.connected(3)
    metrics.connected(-1)
    metrics.tables(5, "playing")
    metrics.tables(4, "playing")
    metrics.queue(2, 1)
    metrics.thought("greedy", 0.3, False)
    metrics.thought("greedy", 3.1, True)
    metrics.refused("stale")
    metrics.request("/api/tables/{id}", 404, 0.002)
    found = samples(metrics)
    expected = {
        ("saltroad_info", (("version", __version__),)): 1,
        ("saltroad_moves_total", (("game", "bazaar"),)): 2,
        ("saltroad_commit_seconds_count", ()): 1,
        ("saltroad_commit_seconds_bucket", (("le", "0.002"),)): 0,
        ("saltroad_commit_seconds_bucket", (("le", "0.005"),)): 1,
        ("saltroad_connections", ()): 2,
        ("saltroad_tables", (("state", "playing"),)): 4,
        ("saltroad_bot_queue", ()): 2,
        ("saltroad_bots_thinking", ()): 1,
        ("saltroad_bot_seconds_count", (("bot", "greedy"),)): 2,
        ("saltroad_bots_replaced_total", (("bot", "greedy"),)): 1,
        ("saltroad_refusals_total", (("code", "stale"),)): 1,
        ("saltroad_requests_total", (("path", "/api/tables/{id}"), ("status", "404"))): 1,
        ("saltroad_request_seconds_count", (("path", "/api/tables/{id}"),)): 1,
    }
    assert {name: found.get(name) for name in expected} == expected
    assert CONTENT_TYPE.startswith("text/plain")


def test_two_servers_in_one_process_count_apart() -> None:
    one, other = Metrics(), Metrics()
    one.moved("bazaar")
    assert ("saltroad_moves_total", (("game", "bazaar"),)) in samples(one)
    assert ("saltroad_moves_total", (("game", "bazaar"),)) not in samples(other)


def test_several_processes_are_one_text_in_which_each_has_its_label() -> None:
    one, other = Metrics(), Metrics()
    one.moved("bazaar")
    other.moved("bazaar")
    other.moved("bazaar")
    text = combined({"one": one.render(), "other": other.render()}).decode()
    assert text.count("# TYPE saltroad_moves_total counter") == 1
    assert 'saltroad_moves_total{game="bazaar",process="one"} 1.0' in text
    assert 'saltroad_moves_total{game="bazaar",process="other"} 2.0' in text
    assert text.count("# TYPE saltroad_commit_seconds histogram") == 1
    assert text.count('saltroad_commit_seconds_bucket{le="+Inf",process="one"} 0.0') == 1
