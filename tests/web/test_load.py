"""Many visitors at once: nobody is refused, and the lab's memory stays what it was.

`make soak` asks with 100 clients for a minute; what it prints goes to MEASUREMENTS.md.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest

from tests.strategies import SOAKING
from tests.web.test_serve import start_lab

pytestmark = pytest.mark.slow

CLIENTS, SECONDS = (100, 60) if SOAKING else (8, 2)
OPENINGS = ["", "4", "44", "4453", "123", "7654321", "3661535465", "445566"]


@pytest.fixture
def visited(request: pytest.FixtureRequest) -> Iterator[tuple[str, psutil.Process]]:
    """A lab of its own where there is time for it to start."""
    if not SOAKING:
        yield request.getfixturevalue("lab"), psutil.Process()
        return
    process, address = start_lab("--port", "0")
    yield address, psutil.Process(process.pid)
    process.terminate()
    process.communicate()


async def post(
    port: int, path: str, question: object, most_bytes: int = 10**7
) -> tuple[int, bytes]:
    """One request by one connection, as simple as can be; a small `most_bytes` hangs up early."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        body = json.dumps(question).encode()
        writer.write(
            f"POST /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        status = int((await reader.readline()).split()[1])
        answer = b""
        while len(answer) < most_bytes and (chunk := await reader.read(65536)):
            answer += chunk
        return status, answer
    finally:
        writer.close()


async def visitor(port: int, seed: int, end: float, took: dict[str, list[float]]) -> None:
    luck = random.Random(seed)
    while time.monotonic() < end:
        moves = luck.choice(OPENINGS)
        kind = luck.choice(["position"] * 5 + ["move"] * 3 + ["analysis"])
        question: dict[str, object] = {"moves": moves, "evaluator": "center-window"}
        if kind == "move":
            question["player"] = "alphabeta:depth=4"
        if kind == "analysis":
            question |= {"depth": 6, "seconds": 0.5}
        begun = time.monotonic()
        status, answer = await post(port, kind, question, 200 if luck.random() < 0.3 else 10**7)
        took[kind].append(time.monotonic() - begun)
        assert status == 200, answer[-300:]
        await asyncio.sleep(luck.uniform(0.5, 1.5))


def memory_of(process: psutil.Process) -> float:
    family = [process, *process.children(recursive=True)]
    return float(sum(member.memory_info().rss for member in family)) / 2**20


def test_many_visitors_at_once(visited: tuple[str, psutil.Process]) -> None:
    address, process = visited
    port = int(address.rsplit(":", 1)[1])
    took: dict[str, list[float]] = defaultdict(list)

    async def crowd(seconds: float, seed: int) -> None:
        end = time.monotonic() + seconds
        visitors = (visitor(port, seed + i, end, took) for i in range(CLIENTS))
        await asyncio.gather(*visitors)

    with ThreadPoolExecutor(1) as thread:  # the tests' own may have a loop already
        thread.submit(asyncio.run, crowd(SECONDS / 2, 0)).result()
        before = memory_of(process)
        thread.submit(asyncio.run, crowd(SECONDS / 2, 1000)).result()
    after = memory_of(process)
    for kind, times in sorted(took.items()):
        late = sorted(times)[int(0.95 * len(times))]
        print(f"{kind}: {len(times)} requests, 95 % within {1000 * late:.0f} ms")
    print(f"memory: {before:.0f} MB, then {after:.0f} MB")
    assert after < before * 1.2 + 50
