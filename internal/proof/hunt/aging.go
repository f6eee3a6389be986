package hunt

import (
	"fmt"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
	"bellwether/trace"
)

// aging is an invariant of algorithms whose messages carry the age of their news (see
// optional.Dated): news from others must grow older while a node holds it. Otherwise nodes
// could pass on the news of a dead leader for ever.
type aging struct {
	heard map[news]protocol.Time // by holder: the latest time at which the news can have been new, according to the received messages
	why   string
}

// news identifies one piece of news: the number that the node of gave it, at one holder.
type news struct {
	holder, of protocol.ID
	number     uint64
}

// Clocks drift by at most a tenth in drawn worlds. Ages are in whole milliseconds, and messages
// are sent with some jitter.
const (
	agingShare = 2 // news must age at least half as fast as time
	agingSlack = 200 * time.Millisecond
)

func newAging() *aging { return &aging{heard: map[news]protocol.Time{}} }

// Wants returns messages, and the boots after which a node holds nothing.
func (*aging) Wants() trace.Set { return trace.Of(trace.Send, trace.Receive, trace.Boot) }

// Record checks the news of a message that is sent, and notes that of one that is received.
func (a *aging) Record(r *trace.Record) {
	if r.Kind == trace.Boot {
		for n := range a.heard { // the result does not depend on the order
			if n.holder == r.Node {
				delete(a.heard, n)
			}
		}
		return
	}
	message, dated := r.Content.(optional.Dated)
	if !dated {
		return
	}
	of, number, age, held := message.Dated()
	key := news{r.Node, of, number}
	newest, known := a.heard[key]
	made := r.At.Add(-age)
	switch {
	case r.Kind == trace.Receive || !held:
		if !known || made > newest {
			a.heard[key] = made
		}
	case r.Node != of && known && a.why == "" && made > newest.Add(r.At.Sub(newest)/agingShare+agingSlack):
		a.why = fmt.Sprintf("at %v %v sends that its news %d of %v is %v old, and by the messages it received it is %v old", r.At, r.Node, number, of, age, r.At.Sub(newest))
	}
}
