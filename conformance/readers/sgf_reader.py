"""sgf 0.5: games as sequences and variations; values as it hands them out."""
import sgf
from common import flatten, serve


def tree(game):
    roots, work = [], []
    work.append((game, roots))
    while work:
        part, siblings = work.pop(0)
        for node in part.nodes:
            children = []
            siblings.append(([(name, list(values)) for name, values in node.properties.items()], children))
            siblings = children
        work.extend((child, siblings) for child in part.children)
    return roots


def read(data):
    games = sgf.parse(data.decode("utf-8", "replace"))
    return flatten([tree(game)[0] for game in games], lambda node: node[0], lambda node: node[1])


serve(read)
