"""What a run tells before it is over: every failure at once, so that a run that is cut off has still said it. And the
fixtures that several folders share."""

from __future__ import annotations

import signal

import pytest

from ray_cluster import cluster as cluster  # a fixture, for arena and dataset


class Aloud:
    """Prints a failed test's report when it comes in. (Pytest itself waits for the end of the run.)"""

    def __init__(self, reporter: pytest.TerminalReporter) -> None:
        self._reporter = reporter

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._reporter.ensure_newline()
            self._reporter.write_sep("_", f"{report.nodeid} ({report.when}, {report.duration:.0f} s)", red=True)
            self._reporter.write_line(report.longreprtext)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    # A shell starts a background job with SIGINT ignored, and programs that tests start and interrupt would inherit it.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(config, "workerinput"):
        return  # a worker of xdist: the process that started it does the talking
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if isinstance(reporter, pytest.TerminalReporter):
        config.pluginmanager.register(Aloud(reporter))
