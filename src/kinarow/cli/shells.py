"""What passes between the shells and click when Tab is pressed.

Click's own ways are kept, but for three things. Bash breaks words at `:` and `=`, of which players'
texts are made (`alphabeta:eval=mine.py`), so it sends the line as it is, and is answered with what
comes after the last break. Fish and zsh replace all of `--eval=mine`, so the option comes first in
the answer. And there is no space after a folder or a setting, which go on.
"""

from __future__ import annotations

import os
import re
from typing import Any

from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ZshComplete,
    add_completion_class,
    split_arg_string,
)

_BASH = r"""
%(complete_func)s() {
    local response completion type value
    COMPREPLY=()
    response=$(env COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_WORDBREAKS="$COMP_WORDBREAKS" \
        %(complete_var)s=bash_complete "$1")
    while IFS= read -r completion; do
        type=${completion%%%%,*} value=${completion#*,}
        if [[ $type == 'dir' ]]; then
            compopt -o dirnames
        elif [[ $type == 'file' ]]; then
            compopt -o default
        elif [[ $type == 'plain' ]]; then
            COMPREPLY+=("$value")
        fi
    done <<< "$response"
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[/=:] ]]; then
        compopt -o nospace
    fi
    return 0
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""
_OPTION = re.compile(r"(--[\w-]+=)(.*)", re.DOTALL)
_SPECIAL = re.compile(r"([^\w@%+=:,./~-])")


class Bash(BashComplete):
    """Given a whole line up to the cursor."""

    source_template = _BASH

    written = ""
    """The word that is completed."""
    is_quoted = False

    def get_completion_args(self) -> tuple[list[str], str]:
        line = os.environ.get("COMP_LINE")
        if line is None:  # a script of click's own, from before
            return super().get_completion_args()
        words = split_arg_string(line)
        if not words or (line[-1].isspace() and not words[-1][-1:].isspace()):
            words.append("")
        args, incomplete = words[1:-1], words[-1]
        self.is_quoted = bool(incomplete) and not _ends_with(line, incomplete)
        if option := _OPTION.fullmatch(incomplete):
            args, incomplete = [*args, option[1].removesuffix("=")], option[2]
        self.written = incomplete
        return args, incomplete

    def format_completion(self, item: CompletionItem[Any]) -> str:
        value = str(item.value)
        if item.type == "plain" and "COMP_LINE" in os.environ and not self.is_quoted:
            breaks = set(os.environ.get("COMP_WORDBREAKS", "=:")).intersection("=:@,")
            broken = max((self.written.rfind(sign) + 1 for sign in breaks), default=0)
            value = _SPECIAL.sub(r"\\\1", value[broken:])
        return f"{item.type},{value}"


def _ends_with(line: str, word: str) -> bool:
    """Whether a line ends with a word that is not in quotation marks."""
    plain = _SPECIAL.sub(r"\\\1", word)
    return any(line.endswith((f" {w}", f"\t{w}")) for w in (word, plain))


class _WholeWords:
    """Shells that replace all of `--eval=mine`."""

    option = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        args, incomplete = super().get_completion_args()  # type: ignore[misc]
        if option := _OPTION.fullmatch(incomplete):
            self.option = option[1]
            return [*args, option[1].removesuffix("=")], option[2]
        return args, incomplete

    def format_completion(self, item: CompletionItem[Any]) -> str:
        if self.option and item.type == "plain":
            item = CompletionItem(self.option + str(item.value), item.type, item.help)
        return str(super().format_completion(item))  # type: ignore[misc]


class Zsh(_WholeWords, ZshComplete):
    """Click's, with no space after what goes on."""

    source_template = (
        ZshComplete.source_template.replace(
            'completions+=("$key")',
            'if [[ "$key" == *[/=:] ]]; then unfinished+=("$key"); else completions+=("$key"); fi',
        )
        .replace(
            "    local -a completions\n", "    local -a completions\n    local -a unfinished\n"
        )
        .replace(
            '    if [ -n "$completions" ]; then',
            '    if [ -n "$unfinished" ]; then\n'
            "        compadd -U -S '' -V unfinished -a unfinished\n    fi\n\n"
            '    if [ -n "$completions" ]; then',
        )
    )


class Fish(_WholeWords, FishComplete):
    """Click's, where values may have commas."""

    source_template = FishComplete.source_template.replace(
        'string split ","', 'string split -m1 ","'
    )


def use_our_own() -> None:
    """From now on, these are click's ways with the shells."""
    for shell in (Bash, Zsh, Fish):
        add_completion_class(shell)
