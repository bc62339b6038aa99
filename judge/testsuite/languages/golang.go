package main

import (
	"fmt"
	"os"
)

type node struct {
	next   *node
	number int64
}

var kept any

func deep(level int) int {
	if level == 0 {
		return 0
	}
	return 1 + deep(level-1)
}

func main() {
	var wish string
	fmt.Scan(&wish)
	switch wish {
	case "hello":
		fmt.Println("hello")
	case "deep":
		fmt.Println(deep(100000))
	case "exit":
		os.Exit(3)
	case "fail":
		panic("as wished")
	case "loop":
		for {
		}
	case "blocks":
		var blocks [][]byte
		for {
			block := make([]byte, 1<<20)
			for i := range block {
				block[i] = 1
			}
			blocks = append(blocks, block)
			kept = blocks
		}
	case "nodes":
		var list *node
		for {
			list = &node{list, 1}
			kept = list
		}
	}
}
