"""Makes empty files until it is ended."""

import itertools
import os
import time

for number in itertools.count():
    try:
        open(os.path.join(os.environ["TMPDIR"], str(number)), "w").close()
    except OSError:
        time.sleep(1)
    if number > 100_000:
        time.sleep(1)
