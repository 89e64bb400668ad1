"""The commands with their arguments and options, as click knows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

_LIMITS = ("choices", "min", "max", "exists")
"""What click says of a type that decides what a user may write."""


def command_lines(
    command: click.Command, name: str = "kinarow", above: click.Context | None = None
) -> Iterator[str]:
    """A line for each command, then one for each of its arguments and options."""
    yield f"{name}{' (hidden)' if command.hidden else ''}"
    context = command.context_class(command, parent=above, **command.context_settings)
    parameters = command.get_params(context)
    arguments = [one for one in parameters if isinstance(one, click.Argument)]
    options = [one for one in parameters if not isinstance(one, click.Argument)]
    for one in (*arguments, *sorted(options, key=lambda option: option.opts)):
        yield f"  {_words(one)}"
    if isinstance(command, click.Group):
        for inner in sorted(command.list_commands(context)):
            found = command.get_command(context, inner)
            assert found is not None, inner
            yield from command_lines(found, f"{name} {inner}", context)


def _words(parameter: click.Parameter) -> str:
    told = parameter.to_info_dict()
    is_flag = bool(told.get("is_flag"))
    # An argument's own name is not typed by anyone; its place and what it takes are.
    names = "argument" if isinstance(parameter, click.Argument) else " ".join(parameter.opts)
    words = [names, *parameter.secondary_opts, "flag" if is_flag else _type(told["type"])]
    if parameter.nargs != 1:
        words.append("any number of them" if parameter.nargs == -1 else f"{parameter.nargs} values")
    words += [word for word in ("required", "multiple", "hidden") if told.get(word)]
    if not is_flag and told.get("flag_value") is not None:
        words.append(f"{told['flag_value']} if none is given")
    if (default := told["default"]) is not None and not is_flag:
        words.append(f"default {_default(parameter, default)}")
    if parameter.envvar:
        words.append(f"from {parameter.envvar}")
    return ", ".join(words)


def _default(parameter: click.Parameter, default: object) -> str:
    """`cores`, where the help says so: it differs from machine to machine."""
    shown = getattr(parameter, "show_default", None)
    return shown if isinstance(shown, str) else repr(default)


def _type(told: dict[str, Any]) -> str:
    limits = [
        f"{key} {'|'.join(value) if key == 'choices' else value}"
        for key in _LIMITS
        if (value := told.get(key)) is not None and value is not False
    ]
    return f"{told['name']} ({', '.join(limits)})" if limits else str(told["name"])
