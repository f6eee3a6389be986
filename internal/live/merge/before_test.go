package merge

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// What an agent sent, received, fired and called before time 0 is left out. What still
// applies at time 0 is kept: that it runs, its offer, its neighbours, its leader and its
// suspicions.
func TestOnlyTheStateIsKeptFromBeforeTimeZero(t *testing.T) {
	of := func(us protocol.Time, kind trace.Kind, peer protocol.ID, value int64) trace.Record {
		return trace.Record{At: us, Kind: kind, Node: 1, Peer: peer, Value: value}
	}
	early := []trace.Record{
		of(0, trace.Named, 1, 0), of(0, trace.Boot, 0, 1), of(1, trace.Capability, 0, 7), of(1, trace.NeighbourUp, 3, 0),
		of(2, trace.Suspect, 2, 0), of(2, trace.Suspect, 3, 0), of(2, trace.Electing, 0, 0), of(3, trace.Send, 0, 0), of(3, trace.Transmit, 0, 1),
		of(3, trace.Receive, 2, 0), of(4, trace.Timer, 0, 1), of(4, trace.Elected, 2, 0), of(5, trace.Trust, 2, 0),
		of(5, trace.NeighbourDown, 3, 0), of(5, trace.NeighbourUp, 2, 0), of(6, trace.Elected, 1, 0), of(7, trace.Capability, 0, 9),
	}
	whole := []trace.Record{bootAt(0, 2, 1), endAt(5)} // ended before
	down := []trace.Record{bootAt(0, 3, 1), of(1, trace.Crash, 0, 0), of(12, trace.Boot, 0, 2), endAt(20)}
	down[1].Node, down[2].Node = 3, 3
	m, err := Read([]Source{
		memory("1", life("v", 0, append(early, of(11, trace.Timer, 0, 1), endAt(20))...)),
		memory("2", life("v", 0, whole...)),
		memory("3", life("v", 0, down...)),
	}, Options{Epoch: time.Unix(0, someday+10_000)})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"0s named 1 1 0", "0s boot 1 - 1", "0s suspect 1 3 0", "0s neighbour-up 1 2 0",
		"0s elected 1 1 0", "0s capability 1 - 9", "1µs timer 1 - 1", "2µs boot 3 - 2", "10µs absent 1 - 0", "10µs absent 3 - 0", "10µs end - - 0"}
	if got := streamed(t, m); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	warnings := strings.Join(m.Warnings, "\n")
	for _, w := range []string{"1: node 1 began before time 0: its 17 records until then are left out of what is measured; what held of it at time 0 is kept",
		"2: node 2 began before time 0: its 2 records", "3: node 3 began before time 0: its 2 records"} {
		if !strings.Contains(warnings, w) {
			t.Errorf("no warning has %q:\n%s", w, warnings)
		}
	}
}
