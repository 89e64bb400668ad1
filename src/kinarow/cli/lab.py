"""`kinarow lab`: the web lab."""

from __future__ import annotations

import rich_click as click


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8765, show_default=True,
    help="The port; the next free one if it is taken, any free one if 0.",
)  # fmt: skip
def lab(host: str, port: int) -> None:
    """Start the web lab: play, and see why a position is worth what it is."""
    from kinarow.web.serve import serve

    serve(host, port, announce=click.echo)
