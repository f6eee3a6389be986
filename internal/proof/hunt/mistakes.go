package hunt

import (
	"fmt"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
	"bellwether/trace"
)

// mistakes is a sink that checks failure detectors that adapt to slow answers (see
// optional.Adaptive): how often a node suspects a live neighbour. It assumes a world without
// faults, losses and movement.
type mistakes struct {
	adapts    optional.Adaptive
	roundTrip time.Duration
	linked    map[[2]protocol.ID]bool
	wrong     map[[2]protocol.ID]int
	why       string
}

func newMistakes(of optional.Adaptive, roundTrip time.Duration) *mistakes {
	return &mistakes{adapts: of, roundTrip: roundTrip, linked: map[[2]protocol.ID]bool{}, wrong: map[[2]protocol.ID]int{}}
}

// Wants returns links and suspicions.
func (*mistakes) Wants() trace.Set { return trace.Of(trace.LinkUp, trace.Suspect) }

// Record notes a link, or counts a suspicion.
func (p *mistakes) Record(r *trace.Record) {
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
		p.why = fmt.Sprintf("at %v %v suspects %v wrongly, mistake number %d, though answers take at most %v; it declares at most %d mistakes by then",
			r.At, r.Node, r.Peer, p.wrong[pair], p.roundTrip, most)
	}
}
