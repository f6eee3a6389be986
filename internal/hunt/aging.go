package hunt

import (
	"fmt"
	"time"

	"bellwether/internal/ability"
	"bellwether/protocol"
	"bellwether/trace"
)

// aging is an invariant of algorithms whose messages say how old their news is (see
// ability.Dated): news that a node has from others grows older while the node holds it. If it
// did not, nodes could pass the news of a dead leader round for ever.
type aging struct {
	heard map[news]protocol.Time // by who holds it: when the news was new, as far as the holder was told
	why   string
}

// news is a number of the news of a node, as another holds it.
type news struct {
	holder, of protocol.ID
	number     uint64
}

// Clocks drift by at most a tenth in drawn worlds, and ages are told in whole milliseconds
// and after some jitter.
const (
	agingShare = 2 // news must age at least half as fast as time
	agingSlack = 200 * time.Millisecond
)

func newAging() *aging { return &aging{heard: map[news]protocol.Time{}} }

// Wants is what is said and received.
func (*aging) Wants() trace.Set { return trace.Of(trace.Send, trace.Receive, trace.Boot) }

// Record takes a message.
func (a *aging) Record(r *trace.Record) {
	if r.Kind == trace.Boot {
		for n := range a.heard { // the order decides nothing
			if n.holder == r.Node {
				delete(a.heard, n)
			}
		}
		return
	}
	message, dated := r.Content.(ability.Dated)
	if !dated {
		return
	}
	of, number, age, held := message.Dated()
	key := news{r.Node, of, number}
	born, known := a.heard[key]
	told := r.At.Add(-age)
	switch {
	case r.Kind == trace.Receive || !held:
		if !known || told > born {
			a.heard[key] = told
		}
	case r.Node != of && known && a.why == "" && told > born.Add(r.At.Sub(born)/agingShare+agingSlack):
		a.why = fmt.Sprintf("%v says at %v that its news %d of %v is %v old, and by what it was told it is %v old", r.Node, r.At, number, of, age, r.At.Sub(born))
	}
}
