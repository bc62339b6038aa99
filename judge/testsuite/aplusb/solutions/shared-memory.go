// expect: accepted
// Goroutines that share a file mapped into memory.
package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"sync"
	"syscall"
)

func main() {
	var numbers [2]int64
	fmt.Scan(&numbers[0], &numbers[1])
	file, err := os.CreateTemp("/dev/shm", "numbers")
	if err != nil {
		panic(err)
	}
	file.Truncate(16)
	shared, err := syscall.Mmap(int(file.Fd()), 0, 16, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		panic(err)
	}
	var group sync.WaitGroup
	for i := range numbers {
		group.Add(1)
		go func(place int) {
			defer group.Done()
			binary.LittleEndian.PutUint64(shared[8*place:], uint64(numbers[place]))
		}(i)
	}
	group.Wait()
	fmt.Println(int64(binary.LittleEndian.Uint64(shared)) + int64(binary.LittleEndian.Uint64(shared[8:])))
}
