"""The search of threats: it tries what makes or meets a threat, `drop` with gravity and `grid`
without."""
