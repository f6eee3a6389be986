package fd_test

import (
	"fmt"
	"time"

	"bellwether/fd"
	"bellwether/protocol"
)

// An owner that sends its questions itself asks node 2 once a second. Three rounds without
// an answer make node 2 a suspect; an answer takes that back, and lengthens the time-out.
func ExamplePull() {
	test := fd.NewPull(fd.Options{Self: 1, Interval: time.Second, Misses: 3})
	test.Watch(2)
	for second := range 6 {
		now := protocol.Time(time.Duration(second) * time.Second)
		for _, id := range test.Overdue(now) {
			fmt.Printf("%v: %v seems dead\n", now, id)
		}
		for _, question := range test.Ask(now) {
			if second == 0 || second == 5 { // it answers the first, and the last
				if test.OnReply(question.Peer, question.Seq) {
					fmt.Printf("%v: %v is alive\n", now, question.Peer)
				}
			}
		}
	}
	fmt.Println("a dead node is suspected within", fd.Worst(protocol.Detection{Interval: time.Second, Misses: 3}))
	// Output:
	// 4s: 2 seems dead
	// 5s: 2 is alive
	// a dead node is suspected within 7s
}
