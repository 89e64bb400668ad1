"""Makes folders in folders, deeper than paths may be long or calls of a function may nest.

python nest.py DEPTH NAME
"""

import os
import sys

depth, name = int(sys.argv[1]), sys.argv[2]
print(os.environ["TMPDIR"], flush=True)
os.chdir(os.environ["TMPDIR"])
os.makedirs("closed/in")
try:
    os.symlink("/", "closed/link")
except OSError:  # Landlock
    pass
os.mkdir("closed/in/shut", 0)
os.chdir("closed")
for _ in range(depth):
    os.mkdir(name)
    os.chdir(name)
open("file", "w").close()
