"""sgfmill: a collection by its grammar module, values as Text."""
from common import flatten, serve
from sgfmill import sgf_grammar


def read(data):
    games = sgf_grammar.parse_sgf_collection(data)
    return flatten([tree(game) for game in games], lambda node: node[0], lambda node: node[1])


def text(value):
    return sgf_grammar.text_value(value).decode("utf-8", "replace")


def tree(game):
    """A pair of properties and children for each node."""
    roots = []
    work = [(game, roots)]
    while work:
        part, siblings = work.pop(0)
        for node in part.sequence:
            properties = [(name, [text(value) for value in values]) for name, values in node.items()]
            children = []
            siblings.append((properties, children))
            siblings = children
        work.extend((child, siblings) for child in part.children)
    return roots[0]


serve(read)
