"""What the readers in Python share: one path in, one line of JSON out."""
import json
import sys


def serve(read):
    for line in sys.stdin:
        path = line.rstrip("\n")
        try:
            with open(path, "rb") as file:
                nodes = read(file.read())
            answer = {"nodes": nodes}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"[:200]}
        print(json.dumps(answer), flush=True)


def flatten(roots, properties, children):
    """Nodes in the order of the file, with the index of their parent and game."""
    nodes = []
    work = [(root, None, game) for game, root in reversed(list(enumerate(roots)))]
    while work:
        node, parent, game = work.pop()
        index = len(nodes)
        nodes.append({"parent": parent, "game": game, "properties": properties(node)})
        work.extend((child, index, game) for child in reversed(children(node)))
    return nodes
