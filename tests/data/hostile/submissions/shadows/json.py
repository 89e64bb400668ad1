raise RuntimeError("this stands for Python's own")
