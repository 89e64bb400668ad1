"""The fast alpha-beta for every game and every evaluator, users' functions too."""
