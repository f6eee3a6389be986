package prasle

import (
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// A round is the fate of the frames with which nodes begin: as many of each as it has others.
type round struct {
	others int
	said   map[protocol.ID]int
	first  map[uint64]bool // whether it has arrived
	last   time.Duration   // when one of them arrived or was given up
}

func (*round) Wants() trace.Set { return trace.Of(trace.Send, trace.Receive, trace.Lost) }
func (r *round) Record(of *trace.Record) {
	frame := uint64(of.Frame)
	if of.Kind == trace.Send {
		if r.said[of.Node]++; r.said[of.Node] <= r.others {
			r.first[frame] = false
		}
		return
	}
	if _, one := r.first[frame]; !one {
		return
	}
	switch {
	case of.Kind == trace.Receive:
		r.first[frame] = true
	case of.Why != trace.WhyAccess && of.Why != trace.WhyRetries:
		return
	}
	r.last = time.Duration(of.At)
}

// TestThePageSaysWhatIsLost of the first round of a clique by unicast.
func TestThePageSaysWhatIsLost(t *testing.T) {
	const nodes = 40
	page, err := os.ReadFile("../../../../docs/reproduction.md")
	if said := strings.Join(strings.Fields(string(page)), " "); err != nil || !strings.Contains(said, "of the 1560 frames with which a clique of 40 begins by unicast, 84 % are lost within 1.2 s") {
		t.Errorf("the page does not say so: %v", err)
	}
	clique := topologies[3]
	s, err := scenarios.Read("prasle.yaml", []byte(readings[0].world(assumed, clique, nodes)), scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := &round{others: nodes - 1, said: map[protocol.ID]int{}, first: map[uint64]bool{}}
	c, err := s.Config(s.Algorithms[0], 1, r)
	if err != nil {
		t.Fatal(err)
	}
	c.Until = 2 * time.Second
	e, err := emulator.New(c)
	if err == nil {
		err = e.Run(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	lost := 0
	for _, arrived := range r.first {
		if !arrived {
			lost++
		}
	}
	if share := float64(lost) / float64(len(r.first)); len(r.first) != 1560 || math.Abs(share-0.84) > 0.02 || r.last < 1050*time.Millisecond || r.last > 1250*time.Millisecond {
		t.Errorf("%.3f of %d are lost, the last is over at %v", share, len(r.first), r.last)
	}
}
