"""pysgf: one game a file; values as it hands them out."""
from common import flatten, serve
from pysgf import GoGame


def read(data):
    text = data.decode("utf-8", "replace")
    root = GoGame.parse_sgf(text)
    return flatten([root], lambda node: [(name, [str(value) for value in values])
                                         for name, values in node.properties.items()],
                   lambda node: node.children)


serve(read)
