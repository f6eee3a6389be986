package invariants

import (
	"testing"

	"bellwether/protocol"
	"bellwether/trace"
)

// asks is an Election that replaces a leader, and declined an immediate Ack.
type asks struct {
	protocol.Message
	replaces protocol.ID
}

type declined struct{ protocol.Message }

// Who follows the leader that an Election replaces does not decline it.
func TestStaysOut(t *testing.T) {
	const property = "stays out"
	of := protocol.Computation{Num: 3, Source: 9}
	checker := func() *staysOut {
		return NewStaysOut(
			func(m protocol.Message) (protocol.ID, protocol.Computation, bool) {
				a, is := m.(asks)
				return a.replaces, of, is
			}, func(m protocol.Message) (protocol.Computation, bool) {
				_, is := m.(declined)
				return of, is
			})
	}
	follows := func(at float64, leader protocol.ID) trace.Record {
		return trace.Record{At: sec(at), Kind: trace.Elected, Node: 4, Peer: leader}
	}
	hears := func(at float64, leader protocol.ID) trace.Record {
		return trace.Record{At: sec(at), Kind: trace.Receive, Node: 4, Peer: 9, Content: asks{replaces: leader}}
	}
	declines := func(at float64) trace.Record {
		return trace.Record{At: sec(at), Kind: trace.Send, Node: 4, Peer: 9, Content: declined{}}
	}
	fires := trace.Record{At: sec(2), Kind: trace.Timer, Node: 4}
	expect(t, feed(checker(), follows(1, 7), hears(2, 8), declines(2)), property)
	expect(t, feed(checker(), hears(2, 8), declines(2)), property)
	expect(t, feed(checker(), follows(1, 8), electing(2, 4, 1, 4), hears(2, 8), declines(2)), property)
	expect(t, feed(checker(), follows(1, 8), hears(2, 8), fires, declines(2)), property)
	expect(t, feed(checker(), follows(1, 8), hears(2, 8), declines(2)), property, "4 follows 8, and stays out of ⟨3,9⟩, which replaces it")
}
