"""`kinarow bench`: the node signature of the search, and its speed here."""

from __future__ import annotations

import rich_click as click

from kinarow.cli.options import json_option
from kinarow.cli.output import console, print_json, progress_bar, with_kernels


@click.command()
@json_option
def bench(as_json: bool) -> None:
    """Search fixed positions to a fixed depth; sum the nodes.

    The signature changes only when the search does. The speed, in millions of nodes a second, is
    that of searching alone on this machine: what is prepared before a search is no part of it.
    """
    from kinarow.search.benchmark import run_bench

    words = "searching fixed positions"
    with progress_bar(words) as report:
        rows = with_kernels(lambda: list(run_bench(report)), report, words)
    nodes, seconds = sum(row.nodes for row in rows), sum(row.seconds for row in rows)
    if as_json:
        print_json({"signature": nodes, "nodes": nodes, "seconds": round(seconds, 3)})
        return
    out = console()
    for row in rows:
        where = f"{row.game:<12} {row.moves[:24]:<24} {row.evaluator:<14} depth {row.depth}"
        out.print(f"{where} {row.nodes:>10} {row.speed:>6.1f} million a second", markup=False)
    out.print(f"signature: {nodes}", style="bold")
    out.print(f"{nodes} nodes in {seconds:.2f} s: {nodes / seconds / 1e6:.1f} million a second")
