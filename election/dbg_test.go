package election_test

import (
	"fmt"
	"os"
	"testing"

	"bellwether/protocol"
)

func TestDebug(t *testing.T) {
	if *oneSeed == 0 {
		t.Skip()
	}
	p := bcast
	if os.Getenv("P") == "udp" {
		p = udp
	}
	c, r := drawChaos(*oneSeed, p["signalling"])
	w := build(t, c.params, c.options(r))
	fmt.Printf("%+v\n", c)
	sent, done := w.Sent, w.Done
	count := 0
	w.Sent = func(a, b protocol.ID, m protocol.Message) {
		sent(a, b, m)
		fmt.Printf("%v %v->%v %T%+v\n", w.Now(), a, b, m, m)
		if count++; count > 20000 {
			os.Exit(1)
		}
	}
	w.Done = func(id protocol.ID, e protocol.Effect) {
		done(id, e)
		if e.Op == protocol.OpElecting || e.Op == protocol.OpElected {
			fmt.Printf("%v   %v %v %v %v\n", w.Now(), id, map[protocol.Op]string{protocol.OpElecting: "electing", protocol.OpElected: "elected"}[e.Op], e.To, e.Computation)
		}
	}
	w.play(c, r)
	fmt.Println("CALM", w.Now())
	for _, id := range w.all() {
		fmt.Println(w.Capability(id), w.Component(id), w.Machine(id) != nil)
	}
	fmt.Println(w.converge(c))
}
