"""Classes of submissions: what each plays and finds, and the marks that a scheme makes of it."""
