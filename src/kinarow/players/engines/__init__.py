"""Engines: other people's programs that play, spoken to through pipes.

| file | what is in it |
|---|---|
| `player.py` | `EnginePlayer`: an engine as a player, in any match |
| `gomocup.py`, `uki.py` | what is said to an engine, in either protocol |
| `process.py`, `ends_with_parent.py` | the engine's process, and how it ends |

The other way round, kinarow as an engine, is in the room `adapters`.
"""
