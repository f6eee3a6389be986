package counterfactual

import (
	"bytes"
	"math"
	"testing"

	"bellwether/internal/explain/causality"
	"bellwether/protocol"
	"bellwether/trace"
)

// The entry of a fault that strikes repeatedly is left out with all its strikes, and the
// suspect says how many these are.
func TestAFaultThatStrikesOftenIsOneSuspect(t *testing.T) {
	const s = protocol.Time(1e9)
	var b bytes.Buffer
	w := trace.NewWriter(&b, trace.WriterOptions{})
	for _, r := range []trace.Record{
		{Kind: trace.Boot, Node: 1}, {Kind: trace.Boot, Node: 2},
		{At: 1 * s, Kind: trace.Fault, Node: 1, Name: "elect", Value: 5}, {At: 1 * s, Kind: trace.Fault, Node: 1, Name: "restart", Value: 6},
		{At: 2 * s, Kind: trace.Fault, Node: 1, Name: "elect", Value: 5}, {At: 2 * s, Kind: trace.Fault, Node: 2, Name: "elect", Value: 5},
		{At: 3 * s, Kind: trace.Fault, Node: 2, Name: "elect", Value: 5}, {At: 9 * s, Kind: trace.Fault, Node: 2, Name: "elect", Value: 5},
	} {
		w.Record(&r)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	h, err := causality.Read(&b, "by hand", math.MaxInt64)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"{leave_out: 5}": "fault 5: elect, 3 times, first", "{leave_out: 6}": "fault 6: restart of 1"}
	found := suspects(h, &effect{Kind: wrongLeader, From: 4 * s, Until: 5 * s, Begin: 4 * s, End: 5 * s}, 0)
	if len(found) != len(want) {
		t.Errorf("%d suspects, want %d", len(found), len(want))
	}
	for _, one := range found {
		if one.What != want[one.Change] || one.AtNs != 1*s {
			t.Errorf("%s: %s at %v, want %s", one.Change, one.What, one.AtNs, want[one.Change])
		}
	}
}
