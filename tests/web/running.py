"""The lab on a port of its own, in a thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.types import ASGIApp

from kinarow.web.serve import listen, server, url


@contextmanager
def running(app: ASGIApp) -> Iterator[str]:
    """The address of an app while it is served."""
    with listen("127.0.0.1", 0) as listener:
        serving = server(app)
        thread = threading.Thread(target=serving.run, kwargs={"sockets": [listener]})
        thread.start()
        while not serving.started:
            time.sleep(0.01)
        try:
            yield url("127.0.0.1", listener.getsockname()[1])
        finally:
            serving.should_exit = True
            thread.join()
