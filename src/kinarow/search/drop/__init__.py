"""The fast alpha-beta for games with gravity whose board fits one word."""
