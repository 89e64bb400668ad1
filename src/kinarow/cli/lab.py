"""`kinarow lab`: the web lab."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from kinarow.cli.options import EVALUATOR, FOLDER, PLAYER, option
from kinarow.cli.output import complain
from kinarow.errors import EvaluatorError, KinarowError
from kinarow.places import data_root


@click.command()
@option("--host", default="127.0.0.1")("Address to listen on.")
@option("--port", type=click.IntRange(0, 65535), default=8765)(
    "Port; the next free one if it is taken, any free one if 0."
)
@option("--eval", "evaluators", multiple=True, type=EVALUATOR, metavar="FILE")(
    "Add an evaluator of your own: my_eval.py, my_eval.py:function or weights.json."
)
@option("--player", "players", multiple=True, type=PLAYER, metavar="PLAYER")(
    "Add a player to the list of opponents."
)
@option("--keep", "kept_in", type=FOLDER, metavar="FOLDER")(
    "Folder in which tournaments are saved across restarts; by default in the user's data folder."
)
@option("--token", envvar="KINAROW_TOKEN", show_envvar=True, metavar="TEXT")(
    "What visitors have to show once, in the address: by default made up, if others than "
    "you can reach the lab."
)
@option("--no-token", "without_token", is_flag=True)("Let in everyone who can reach the lab.")
@option("--allowed-host", "allowed_hosts", multiple=True, metavar="NAME")(
    "A name that the lab goes by, besides this machine's; may be repeated."
)
@option(
    "--behind-proxy",
    "proxies",
    is_flag=False,
    flag_value="127.0.0.1",
    multiple=True,
    metavar="[ADDRESS]",
)(
    "A reverse proxy passes requests on, from this address (by default from this "
    "machine): believe its X-Forwarded-For and X-Forwarded-Proto."
)
@option("--root-path", default="", metavar="PATH")(
    "The path below which a proxy serves the lab, such as /kinarow."
)
def lab(
    host: str,
    port: int,
    evaluators: tuple[str, ...],
    players: tuple[str, ...],
    kept_in: Path | None,
    token: str | None,
    without_token: bool,
    allowed_hosts: tuple[str, ...],
    proxies: tuple[str, ...],
    root_path: str,
) -> None:
    """Start the web lab: play, and see why a position is worth what it is.

    The page can use the evaluators and players that come with kinarow, those made on the page, and
    what is given here; it can name no other file. A file with a mistake in it is told at once and
    followed all the same: mend it while the lab runs.

    By default only this machine can reach it. With --host 0.0.0.0 others can, who have the token
    that is printed with the address.
    """
    from kinarow.evaluation import load_evaluator
    from kinarow.players.isolated.player import contestant
    from kinarow.web.hosting.hosting import hosting
    from kinarow.web.hosting.serve import serve
    from kinarow.web.lab.questions import Known

    reached = hosting(
        host, token=token, without_token=without_token, allowed_hosts=allowed_hosts,
        proxies=proxies, root_path=root_path,
    )  # fmt: skip
    if reached.is_open and not reached.token:
        click.echo("kinarow lab: warning: everyone who can reach this lab may use it", err=True)
    given, texts, broken = {}, {}, {}
    for text in evaluators:
        try:
            evaluator = load_evaluator(text)
        except EvaluatorError as error:
            name = _name_in_file(text)
            if name is None:
                raise
            broken[name], texts[name] = str(error), text
            complain(f"{error}")
        else:
            given[evaluator.name], texts[evaluator.name] = evaluator, text
    entered = {player.name: player for player in map(contestant, players)}
    usual = data_root() / "tournaments"
    folder: Path | None = kept_in or usual
    try:
        (kept_in or usual).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if kept_in is not None:
            raise KinarowError(f"{kept_in} cannot be used: {error.strerror}") from None
        click.echo(f"kinarow lab: tournaments will not outlast it ({usual}: {error.strerror})")
        folder = None
    known = Known(given, entered, texts, usual=next(iter(texts), ""), broken=broken)
    serve(reached, port, announce=click.echo, known=known, kept_in=folder, complain=complain)


def _name_in_file(text: str) -> str | None:
    """What the lab calls an evaluator whose file cannot be read; None if there is no such file."""
    from kinarow.evaluation.load import InFile

    in_file = InFile.parse(text)
    path = Path(in_file.file if in_file else text)
    if not path.is_file():
        return None
    function = text.removeprefix(str(in_file.file)).removeprefix(":evaluate") if in_file else ""
    return path.name + function
