"""`kinarow lab`: the web lab."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from kinarow.errors import KinarowError


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8765, show_default=True,
    help="Port; the next free one if it is taken, any free one if 0.",
)  # fmt: skip
@click.option(
    "--eval", "evaluators", multiple=True, metavar="FILE",
    help="Add an evaluator of your own: my_eval.py, my_eval.py:function or "
    "weights.json.",
)  # fmt: skip
@click.option(
    "--player", "players", multiple=True, metavar="PLAYER",
    help="Add a player to the list of opponents.",
)  # fmt: skip
@click.option(
    "--keep", "kept_in", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
    help="Folder in which tournaments are saved across restarts; by default in the user's data "
    "folder.",
)  # fmt: skip
def lab(
    host: str,
    port: int,
    evaluators: tuple[str, ...],
    players: tuple[str, ...],
    kept_in: Path | None,
) -> None:
    """Start the web lab: play, and see why a position is worth what it is.

    The page can use the evaluators and players that come with kinarow, those made on the page, and
    what is given here; it can name no other file.
    """
    import platformdirs

    from kinarow.evaluation import load_evaluator
    from kinarow.players.isolated import contestant
    from kinarow.web.questions import Known
    from kinarow.web.serve import serve

    given = {evaluator.name: evaluator for evaluator in map(load_evaluator, evaluators)}
    entered = {player.name: player for player in map(contestant, players)}
    usual = platformdirs.user_data_path("kinarow", appauthor=False) / "tournaments"
    folder: Path | None = kept_in or usual
    try:
        (kept_in or usual).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if kept_in is not None:
            raise KinarowError(f"{kept_in} cannot be used: {error.strerror}") from None
        click.echo(f"kinarow lab: tournaments will not outlast it ({usual}: {error.strerror})")
        folder = None
    serve(host, port, announce=click.echo, known=Known(given, entered), kept_in=folder)
