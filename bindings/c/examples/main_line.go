// Prints the players and the main line of the first game of a file, by cgo.
//
//	CGO_CFLAGS=$(pkg-config --cflags kifu) CGO_LDFLAGS=$(pkg-config --libs kifu) go run main_line.go game.sgf
package main

/*
#cgo pkg-config: kifu
#include <kifu.h>
#include <stdlib.h>
*/
import "C"

import (
	"fmt"
	"os"
	"unsafe"
)

func text(collection *C.kifu_collection, node C.kifu_node, identifier string) string {
	id := C.CString(identifier)
	defer C.free(unsafe.Pointer(id))
	var buffer [256]C.char
	if C.kifu_game_text(collection, node, id, &buffer[0], C.size_t(len(buffer)), nil) != C.KIFU_OK {
		return "?"
	}
	return C.GoString(&buffer[0])
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: main_line FILE")
		os.Exit(1)
	}
	path := C.CString(os.Args[1])
	defer C.free(unsafe.Pointer(path))
	var collection *C.kifu_collection
	if C.kifu_collection_open(path, nil, &collection) != C.KIFU_OK {
		fmt.Fprintln(os.Stderr, C.GoString(C.kifu_last_error()))
		os.Exit(1)
	}
	defer C.kifu_collection_free(collection)
	var node C.kifu_node
	if C.kifu_collection_game(collection, 0, &node) != C.KIFU_OK {
		fmt.Fprintln(os.Stderr, "the file has no game")
		os.Exit(1)
	}
	fmt.Println(text(collection, node, "PB"), "-", text(collection, node, "PW"))
	for {
		var move C.kifu_move
		if C.kifu_node_move(collection, node, &move) == C.KIFU_OK {
			where := "pass"
			if !move.is_pass {
				where = fmt.Sprintf("%d,%d", move.point.x+1, move.point.y+1)
			}
			fmt.Println(string(" BW"[move.color]), where)
		}
		if C.kifu_node_first_child(collection, node, &node) != C.KIFU_OK {
			break
		}
	}
}
