// expect: memoryLimit on 1
package main

func main() {
	var all [][]byte
	for {
		room := make([]byte, 1<<20)
		for i := range room {
			room[i] = 1
		}
		all = append(all, room)
	}
}
