// expect: timeLimit on 1
package main

func main() {
	for {
	}
}
