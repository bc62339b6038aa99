// expect: accepted
package main

import (
	"bufio"
	"fmt"
	"os"
)

const never = int64(1) << 62

type flight struct {
	from, to int
	hours    int64
	wind     int64
}

// Bellman and Ford: every round looks at every flight, until nothing gets better.
func main() {
	in := bufio.NewReader(os.Stdin)
	var n, m int
	var period int64
	fmt.Fscan(in, &n, &m, &period)
	flights := make([]flight, 0, 2*m)
	for i := 0; i < m; i++ {
		var u, v int
		var hours int64
		fmt.Fscan(in, &u, &v, &hours)
		flights = append(flights, flight{u, v, hours, 0}, flight{v, u, hours, 1})
	}
	arrival := make([]int64, n+1)
	for i := range arrival {
		arrival[i] = never
	}
	arrival[1] = 0
	for changed := true; changed; {
		changed = false
		for _, f := range flights {
			now := arrival[f.from]
			if now == never {
				continue
			}
			if now/period%2 != f.wind {
				now = (now/period + 1) * period
			}
			if now+f.hours < arrival[f.to] {
				arrival[f.to] = now + f.hours
				changed = true
			}
		}
	}
	if arrival[n] == never {
		arrival[n] = -1
	}
	fmt.Println(arrival[n])
}
