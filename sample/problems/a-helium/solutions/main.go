// expect: accepted
package main

import "fmt"

func main() {
	var a, b, k int64
	fmt.Scan(&a, &b, &k)
	fmt.Println((a+b)/k, (a+b)%k)
}
