def write(path, readers, results, missing):
    path.write_text("")
