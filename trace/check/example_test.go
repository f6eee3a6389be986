package check_test

import (
	"fmt"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/check"
)

// A world that is calm from 1 s on must have converged by 3 s. Node 2 is better
// than node 1, which does not see it.
func ExampleConverged() {
	at := func(d time.Duration) protocol.Time { return protocol.Time(d) }
	c := check.NewConverged(check.ConvergedOptions{Calm: at(time.Second), Deadline: at(3 * time.Second)})
	for _, r := range []trace.Record{
		{Kind: trace.Boot, Node: 1, Value: 1}, {Kind: trace.Capability, Node: 1, Value: 10},
		{Kind: trace.Boot, Node: 2, Value: 1}, {Kind: trace.Capability, Node: 2, Value: 20},
		{At: at(time.Second), Kind: trace.Component, Node: 1, Peer: 1},
		{At: at(time.Second), Kind: trace.Component, Node: 2, Peer: 1},
		{At: at(time.Second), Kind: trace.Sample, Value: 2},
		{At: at(2 * time.Second), Kind: trace.Elected, Node: 1, Peer: 1},
		{At: at(2 * time.Second), Kind: trace.Elected, Node: 2, Peer: 2},
		{At: at(5 * time.Second), Kind: trace.End},
	} {
		c.Record(&r)
	}
	for _, v := range c.Verdicts() {
		fmt.Println(v)
	}
	// Output:
	// 3s: converged: not by the deadline, 2s after the calm: the component of 1, 2 nodes, should name 2, but 1 names 1
}
