"""Why a position is won, lost or held: reasons that are true, each found without the solver."""
