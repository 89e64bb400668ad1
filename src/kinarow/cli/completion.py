"""`kinarow completion`: what a shell needs to complete our commands."""

from __future__ import annotations

import rich_click as click
from click.shell_completion import get_completion_class

from kinarow.cli.shells import use_our_own


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script for a shell: commands, options, players, evaluators and files.

    \b
    bash, in ~/.bashrc:                   eval "$(kinarow completion bash)"
    zsh, in ~/.zshrc after compinit:      eval "$(kinarow completion zsh)"
    fish, in ~/.config/fish/config.fish:  kinarow completion fish | source
    """
    use_our_own()
    make = get_completion_class(shell)
    assert make is not None
    click.echo(make(ctx.find_root().command, {}, "kinarow", "_KINAROW_COMPLETE").source())
