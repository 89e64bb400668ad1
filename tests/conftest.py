"""Settings and fixtures that all tests share."""

from __future__ import annotations

import gc
import multiprocessing.process
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import pytest
from httpx2 import Client
from hypothesis import HealthCheck, settings

from kinarow.cli.main import main
from kinarow.players.isolated.player import end_all
from kinarow.work.garbage import collect_seldom
from tests.clusters import Cluster, scheduler, workers
from tests.compiling import compile_kernels
from tests.running import Finished, Run
from tests.strategies import examples

settings.register_profile(
    "kinarow",
    deadline=None,
    # On a busy machine examples are slow, and of a few most may happen to be filtered out.
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    max_examples=examples(100),
)
settings.register_profile(
    # The same examples in every run, so that a landing is never a matter of luck.
    "ci",
    parent=settings.get_profile("kinarow"),
    derandomize=True,
)
settings.load_profile("ci" if os.environ.get("CI") else "kinarow")

# A shell ignores Ctrl-C for what it starts in the background, and so would every command of a test.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    with suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)

gc.disable()  # until all tests are found: what is imported for them stays
collect_seldom()

# Several processes run tests already; tests of several workers ask for them.
os.environ["KINAROW_WORKERS"] = "1"

OWN_EVALUATORS = Path(__file__).parent / "data" / "evaluators"


def pytest_configure(config: pytest.Config) -> None:
    """Before several processes share the tests, one compiled cache is filled for all of them."""
    if config.getoption("numprocesses", None):
        compile_kernels()


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Iterator[None]:
    """What asks a running lab or cluster is slow: each is several processes."""
    for item in items:
        if {"lab", "cluster"} & set(getattr(item, "fixturenames", ())):
            item.add_marker("slow")
    yield
    items[:] = _shared_out(items, getattr(config, "workerinput", {}).get("workercount", 1))


def _shared_out(items: list[pytest.Item], processes: int) -> list[pytest.Item]:
    """Each process gets an equal part of the list: one that begins with an equal part of what is
    slow, so that what is left for the end is quick and can still be shared."""
    slow = [item for item in items if "slow" in item.keywords]
    quick = [item for item in items if "slow" not in item.keywords]
    return [
        item
        for number in range(processes)
        for some in (slow, quick)
        for item in some[len(some) * number // processes : len(some) * (number + 1) // processes]
    ]


def pytest_collection_finish() -> None:
    """What has been imported stays, and is not to be looked through for what could be freed."""
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def _quick_tests_start_no_processes(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> NoReturn:
        pytest.fail("a test that starts a process is to be marked with @pytest.mark.slow")

    if "slow" not in request.keywords:
        monkeypatch.setattr(subprocess.Popen, "_execute_child", refuse)
        monkeypatch.setattr(multiprocessing.process.BaseProcess, "start", refuse)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """`run("show", "44")` is what `kinarow show 44` prints and how it exits."""

    def run_command(*arguments: str) -> Finished:
        with pytest.raises(SystemExit) as exited:
            main(arguments)
        printed = capsys.readouterr()
        return Finished(int(exited.value.code or 0), printed.out, printed.err)

    yield run_command
    end_all()  # as the end of a command does


@pytest.fixture(scope="session")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of a user's that tests edit while the lab runs."""
    return tmp_path_factory.mktemp("own") / "mine.py"


@pytest.fixture(scope="session")
def lab(edited: Path) -> Iterator[str]:
    """The address of a running lab, started with functions of a user's."""
    from tests.web.running import lab_with

    with lab_with(edited) as address:
        yield address


@pytest.fixture(scope="module")  # since Dask computes even while it has nothing to do
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A Dask cluster of two worker processes; tests that use it are slow."""
    pytest.importorskip("distributed")
    folder = tmp_path_factory.mktemp("cluster")
    with scheduler(folder) as address, workers(address, folder, 2) as watching:
        yield Cluster(address, watching.pid)


@pytest.fixture(scope="session")
def client(lab: str) -> Iterator[Client]:
    """Asks the lab."""
    with Client(base_url=lab, timeout=600) as client:
        yield client
