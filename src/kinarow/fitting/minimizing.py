"""scipy, for those who fit weights: it is larger than all else that a player of games installs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kinarow.errors import MissingExtraError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def minimize(
    loss: Callable[[Floats], tuple[float, Floats]], start: Floats, **settings: Any
) -> Floats:
    """Where a loss, given with its slope, is least; `settings` are those of scipy's L-BFGS-B."""
    require_scipy()
    from scipy.optimize import minimize as scipy_minimize

    found = scipy_minimize(loss, start, jac=True, method="L-BFGS-B", **settings)
    return found.x  # type: ignore[no-any-return]


def require_scipy() -> None:
    """Before hours of games are played for a fit that could not be made."""
    try:
        import scipy  # noqa: F401
    except ImportError:
        raise MissingExtraError("fitting weights to positions", "tune") from None
