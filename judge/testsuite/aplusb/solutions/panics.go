// expect: runtimeError on 1
package main

func main() {
	var few []int
	_ = few[len(few)]
}
