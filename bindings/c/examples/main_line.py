"""Prints the players and the main line of the first game of a file, by ctypes: no compiler, no package.

    LD_LIBRARY_PATH=/usr/local/lib python3 main_line.py game.sgf
"""

import ctypes
import sys


class Node(ctypes.Structure):
    _fields_ = [("game", ctypes.c_uint32), ("node", ctypes.c_uint32)]


class Point(ctypes.Structure):
    _fields_ = [("x", ctypes.c_uint16), ("y", ctypes.c_uint16)]


class Move(ctypes.Structure):
    _fields_ = [("color", ctypes.c_uint8), ("is_pass", ctypes.c_bool), ("point", Point)]


kifu = ctypes.CDLL("libkifu.so.0")
kifu.kifu_last_error.restype = ctypes.c_char_p
kifu.kifu_collection_free.argtypes = [ctypes.c_void_p]
kifu.kifu_collection_game.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.POINTER(Node)]
kifu.kifu_game_text.argtypes = [ctypes.c_void_p, Node, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p]
kifu.kifu_node_move.argtypes = [ctypes.c_void_p, Node, ctypes.POINTER(Move)]
kifu.kifu_node_first_child.argtypes = [ctypes.c_void_p, Node, ctypes.POINTER(Node)]


def text(collection, node, identifier):
    buffer = ctypes.create_string_buffer(256)
    found = kifu.kifu_game_text(collection, node, identifier, buffer, len(buffer), None)
    return buffer.value.decode() if found == 0 else "?"


def main(path):
    collection, node, move = ctypes.c_void_p(), Node(), Move()
    if kifu.kifu_collection_open(path.encode(), None, ctypes.byref(collection)) != 0:
        sys.exit(kifu.kifu_last_error().decode())
    if kifu.kifu_collection_game(collection, 0, node) != 0:
        sys.exit("the file has no game")
    print(text(collection, node, b"PB"), "-", text(collection, node, b"PW"))
    while True:
        if kifu.kifu_node_move(collection, node, move) == 0:
            where = "pass" if move.is_pass else f"{move.point.x + 1},{move.point.y + 1}"
            print(" BW"[move.color], where)
        if kifu.kifu_node_first_child(collection, node, node) != 0:
            break
    kifu.kifu_collection_free(collection)


if len(sys.argv) != 2:
    sys.exit("usage: main_line.py FILE")
main(sys.argv[1])
