package causes

import (
	"bytes"
	"math"
	"testing"

	"bellwether/internal/explain/causality"
	draws "bellwether/internal/testkit/sample"
	"bellwether/internal/testkit/scenariotest"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// The waits and messages of elections equal, to the nanosecond, the critical paths that
// package causality finds in the trace of the same run.
func TestPathsAreThoseOfWhy(t *testing.T) {
	until := "200s" // after the partition
	if draws.Whole() {
		until = "300s" // after the merger, too
	}
	for _, c := range []struct{ scenario, algorithm, until string }{
		{"two-islands", "vasudevan", until}, {"two-islands", "bully", until}, {"two-islands", "chang-roberts", "200s"}, {"campus-walk", "chang-roberts", "150s"},
	} {
		s, err := scenarios.Load(c.scenario, scenarios.Options{Set: []scenarios.Override{
			scenarios.Assign("duration", c.until), scenarios.Assign("warmup", "0s"), scenarios.Assign("algorithms", "["+c.algorithm+"]")}})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		w, m := trace.NewWriter(&b, trace.WriterOptions{Scenario: s.Name, Algorithm: c.algorithm, Seed: 1, Codec: scenariotest.Codec(t, s)}), newMeter(options{})
		scenariotest.Run(t, s, w, m)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		h, err := causality.Read(&b, c.scenario, math.MaxInt64)
		if err != nil {
			t.Fatal(err)
		}
		waiting, air := elections(h)
		got := m.total().Nanos
		if got[waitTime] != int64(waiting) || got[onAir] != int64(air) || waiting == 0 || air == 0 {
			t.Errorf("%s, %s: waiting %d, on the air %d; by the trace %d and %d", c.scenario, c.algorithm, got[waitTime], got[onAir], waiting, air)
		}
	}
}

// elections adds up the critical paths of all elections of nodes that had a leader before and get one.
func elections(h *causality.History) (waiting, air protocol.Time) {
	led, since := map[protocol.ID]bool{}, map[protocol.ID]protocol.Time{}
	for i, e := range h.Events {
		_, electing := since[e.Node]
		switch e.Kind {
		case trace.Boot, trace.Crash, trace.Absent:
			led[e.Node] = false
			delete(since, e.Node)
		case trace.Electing:
			if !electing {
				since[e.Node] = e.At
			}
		case trace.Elected:
			if electing && led[e.Node] && e.Peer != protocol.Nobody {
				w, a := path(h, i, since[e.Node])
				waiting, air = waiting+w, air+a
			}
			led[e.Node] = led[e.Node] || e.Peer != protocol.Nobody
			delete(since, e.Node)
		}
	}
	return waiting, air
}

// path adds up the waits and the messages that led to an event since an instant.
func path(h *causality.History, i int, since protocol.Time) (waiting, air protocol.Time) {
	to := h.Events[i].At
	for to > since {
		cause, caused := h.Cause(i)
		if !caused {
			return waiting + to - since, air
		}
		from := max(since, h.Events[cause].At)
		if h.Events[i].Kind == trace.Receive {
			air += to - from
		} else {
			waiting += to - from
		}
		i, to = cause, from
	}
	return waiting, air
}
