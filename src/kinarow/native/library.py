def open_library():
    return None
