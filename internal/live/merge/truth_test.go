package merge

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// chain is a truth in which nodes with consecutive numbers are linked.
type chain struct{}

func (chain) Observe(*trace.Record)                         {}
func (chain) Linked(a, b protocol.ID, _ protocol.Time) bool { return a+1 == b || b+1 == a }

func examined(t *testing.T, truth Truth, records ...trace.Record) []string {
	t.Helper()
	var out []string
	s := NewExaminer(truth, time.Second, func(l *trace.Line) error {
		if r := &l.Record; r.Kind == trace.Component || r.Kind == trace.Truth {
			out = append(out, fmt.Sprintf("%v %v %v in %v%s", r.At, r.Kind, r.Node, r.Peer, r.Name))
		}
		return nil
	})
	for i := range records {
		if err := s.Line(&trace.Line{Record: records[i]}); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// Nodes 1, 2 and 4 run; 3, the bridge, boots in time for the look at 2 s, which
// comes after all that happened at 2 s.
func TestComponentsAreToldWhereTheyChange(t *testing.T) {
	s := protocol.Time(time.Second)
	got := examined(t, chain{},
		trace.Record{At: s / 2, Kind: trace.Boot, Node: 4}, trace.Record{At: s / 2, Kind: trace.Boot, Node: 1},
		trace.Record{At: s / 2, Kind: trace.Boot, Node: 2},
		trace.Record{At: 2 * s, Kind: trace.Boot, Node: 3},
		trace.Record{At: 2*s + 1, Kind: trace.Crash, Node: 1},
		trace.Record{At: 3*s + 1, Kind: trace.End})
	want := []string{
		"500ms truth - in -examined",
		"1s component 1 in 1", "1s component 2 in 1", "1s component 4 in 4",
		"2s component 3 in 1", "2s component 4 in 1",
		"3s component 2 in 2", "3s component 3 in 2", "3s component 4 in 2",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Two nodes are linked once each has heard the other. The link ends when one has not
// heard the other for the time-out, or when one boots.
func TestHeardIsMutualAndRecent(t *testing.T) {
	h := &Heard{Timeout: 10}
	hear := func(at protocol.Time, by, of protocol.ID) {
		h.Observe(&trace.Record{At: at, Kind: trace.Receive, Node: by, Peer: of})
	}
	linked := func(at protocol.Time, want bool) {
		t.Helper()
		if got := h.Linked(1, 2, at); got != want || h.Linked(2, 1, at) != got {
			t.Errorf("at %d linked is %v", at, got)
		}
	}
	hear(1, 1, 2)
	linked(1, false)
	hear(5, 2, 1)
	linked(5, true)
	linked(11, true)
	linked(12, false)
	hear(13, 1, 2)
	linked(15, true)
	linked(16, false)
	hear(16, 2, 1)
	h.Observe(&trace.Record{At: 16, Kind: trace.Boot, Node: 2})
	linked(16, false)
}
