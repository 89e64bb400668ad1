"""Settings that all tests share."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "kinarow", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=False
)
settings.register_profile(
    # The same examples in every run, so that a landing is never a matter of luck.
    "ci",
    parent=settings.get_profile("kinarow"),
    derandomize=True,
)
settings.load_profile("ci" if os.environ.get("CI") else "kinarow")
