package hunt

import (
	"fmt"
	"time"

	"bellwether/internal/ability"
	"bellwether/protocol"
	"bellwether/trace"
)

// patience is a sink that judges failure detectors that adapt to slow answers (see
// ability.Adaptive), in worlds to which nothing happens: how often a node suspects another
// that lives and hears it.
type patience struct {
	adapts    ability.Adaptive
	roundTrip time.Duration
	linked    map[[2]protocol.ID]bool
	wrong     map[[2]protocol.ID]int
	why       string
}

func newPatience(of ability.Adaptive, roundTrip time.Duration) *patience {
	return &patience{adapts: of, roundTrip: roundTrip, linked: map[[2]protocol.ID]bool{}, wrong: map[[2]protocol.ID]int{}}
}

// Wants is links and suspicions.
func (*patience) Wants() trace.Set { return trace.Of(trace.LinkUp, trace.Suspect) }

// Record takes a suspicion.
func (p *patience) Record(r *trace.Record) {
	pair := [2]protocol.ID{r.Node, r.Peer}
	if r.Kind == trace.LinkUp {
		p.linked[pair], p.linked[[2]protocol.ID{r.Peer, r.Node}] = true, true
		return
	}
	if !p.linked[pair] {
		return
	}
	p.wrong[pair]++
	most, promised := p.adapts.Mistakes(p.roundTrip, time.Duration(r.At))
	if promised && p.wrong[pair] > most && p.why == "" {
		p.why = fmt.Sprintf("%v suspects %v for the %dth time at %v, which lives and answers within %v; by its own word it does so at most %d times by then",
			r.Node, r.Peer, p.wrong[pair], r.At, p.roundTrip, most)
	}
}
