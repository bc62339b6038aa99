// expect: wrongAnswer on 4
package main

import "fmt"

func main() {
	var a, b int64
	fmt.Scan(&a, &b)
	fmt.Println(int32(a) + int32(b))
}
