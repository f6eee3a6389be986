package replay

import (
	"testing"

	"bellwether/protocol"
	"bellwether/trace"
)

func surveyed(t *testing.T, records ...trace.Record) *survey {
	t.Helper()
	s := newSurvey()
	for _, r := range records {
		if err := s.Line(&trace.Line{Record: r}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// The last time without changes counts if it is longer than the bound. A node that leaves
// at the end, which begins with a resignation, ends that time. Other changes of offers do
// not.
func TestTheLastRestIsFound(t *testing.T) {
	offer := func(at protocol.Time, node protocol.ID, value int64) trace.Record {
		return trace.Record{At: at, Kind: trace.Capability, Node: node, Value: value}
	}
	s := surveyed(t,
		trace.Record{At: 0, Kind: trace.Boot, Node: 1}, offer(0, 1, 5),
		trace.Record{At: 10, Kind: trace.Boot, Node: 2}, offer(10, 2, 7),
		offer(60, 2, 8),
		offer(90, 1, 0), // it resigns,
		trace.Record{At: 95, Kind: trace.Absent, Node: 1},
		trace.Record{At: 100, Kind: trace.End},
	)
	r, found := s.rest(50)
	if !found || r.calm != 10 || r.settled != 60 || r.until != 90 || r.offers == "" {
		t.Errorf("rest %+v, found %v", r, found)
	}
	if _, found := s.rest(80); found {
		t.Error("a rest that is shorter than the bound was found")
	}
	if r, _ := s.rest(4); r.calm != 95 || r.until != 100 {
		t.Errorf("after a node left: %+v", r)
	}
	if s.values[1] != 5 || s.values[2] != 8 {
		t.Errorf("offers %v: a resignation is not an offer", s.values)
	}
}

// Nodes that ended at the end of the recording were stopped on purpose. Nodes that ended
// earlier had an outage.
func TestStopsAtTheEndOfTheRecordingAreNoOutages(t *testing.T) {
	s := surveyed(t,
		trace.Record{At: 0, Kind: trace.Boot, Node: 1}, trace.Record{At: 0, Kind: trace.Boot, Node: 2},
		trace.Record{At: 0, Kind: trace.Boot, Node: 3},
		trace.Record{At: 20, Kind: trace.Crash, Node: 1}, trace.Record{At: 30, Kind: trace.Boot, Node: 1},
		trace.Record{At: 40, Kind: trace.Absent, Node: 3},
		trace.Record{At: 95, Kind: trace.Absent, Node: 1}, trace.Record{At: 100, Kind: trace.Crash, Node: 2},
		trace.Record{At: 100, Kind: trace.End})
	got := s.lasting(10)
	want := []outage{{1, 20, 30}, {3, 40, 0}}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("outages %v, want %v", got, want)
	}
}

// A lost heartbeat is not a fault of an algorithm: a violation in a rest with losses is
// reported, but it does not count as violated. In a rest without losses it does.
func TestLossesExcuseARest(t *testing.T) {
	lost := func(at protocol.Time, why trace.Why) trace.Record {
		return trace.Record{At: at, Kind: trace.Lost, Node: 1, Peer: 2, Why: why}
	}
	s := surveyed(t,
		trace.Record{At: 0, Kind: trace.Boot, Node: 1}, trace.Record{At: 10, Kind: trace.Boot, Node: 2},
		lost(5, trace.WhyLoss), lost(60, trace.WhyLoss), lost(61, trace.WhyRange), lost(99, trace.WhyLoss),
		trace.Record{At: 100, Kind: trace.End})
	r, found := s.rest(50)
	if !found || r.lost != 2 {
		t.Fatalf("rest %+v, found %v: want 2 frames lost in it", r, found)
	}
	for _, c := range []struct {
		lost          int
		verdict, want string
		why           int
	}{{2, Violated, NotJudged, 2}, {0, Violated, Violated, 1}, {2, Held, Held, 1}} {
		v := Verdict{Verdict: c.verdict, Why: []string{"what was seen"}}
		v.excuse(rest{lost: c.lost})
		if v.Verdict != c.want || len(v.Why) != c.why || v.Why[len(v.Why)-1] != "what was seen" {
			t.Errorf("%d lost, %s: %+v", c.lost, c.verdict, v)
		}
	}
}
