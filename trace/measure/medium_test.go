package measure

import (
	"encoding/json"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// Two nodes for 10 s, measured from 2 s on: 16 node-seconds. A frame of n bytes is
// on the air for n milliseconds.
func airStory() story {
	at := func(s float64, r trace.Record) trace.Record {
		r.At = sec(s)
		return r
	}
	lost := func(s float64, why trace.Why) trace.Record {
		return at(s, trace.Record{Kind: trace.Lost, Node: 1, Peer: 2, Frame: 1, Why: why})
	}
	return story{
		boot(0, 1), boot(0, 2),
		frame(1, 1, 500), lost(1, trace.WhyCollision), at(1, trace.Record{Kind: trace.Held, Frame: 5, Node: 1}), // before the window
		frame(3, 1, 100), frame(4, 2, 200), frame(5, 2, 400),
		lost(3, trace.WhyCollision), lost(4, trace.WhyCapture), lost(5, trace.WhyDeaf), lost(5, trace.WhyLoss), lost(5, trace.WhyRange),
		lost(6, trace.WhyAccess), lost(6, trace.WhyAccess),
		at(7, trace.Record{Kind: trace.Held, Frame: 5, Node: 2, Value: 1e9}), lost(8, trace.WhyDuty), lost(8, trace.WhyDuty), lost(8, trace.WhyDuty),
		end(10),
	}
}

var inMilliseconds = func(bytes int) time.Duration { return time.Duration(bytes) * time.Millisecond }

func TestUseOfTheAirByHand(t *testing.T) {
	m := airStory().measured(Options{Warmup: sec(2), Medium: Medium{Airtime: inMilliseconds, Contended: true, Capped: true}})
	expect(t, m, map[string]float64{
		"airtime_fraction":         0.7 / 16,
		"airtime_busiest_fraction": 0.6 / 8,
		"collisions_per_node_s":    3.0 / 16,
		"access_drops_per_node_h":  2 * 3600 / 16.0,
		"duty_held_per_node_h":     3600 / 16.0,
		"duty_drops_per_node_h":    3 * 3600 / 16.0,
	})
	expectNone(t, m, "over_budget_per_node_h")
}

func TestUseOfTheAirIsUnknownUnlessAskedFor(t *testing.T) {
	m := airStory().measured(Options{Warmup: sec(2)})
	expectNone(t, m, "airtime_fraction", "airtime_busiest_fraction", "collisions_per_node_s", "access_drops_per_node_h",
		"duty_held_per_node_h", "duty_drops_per_node_h", "over_budget_per_node_h")
	if NewRun(Options{}).Wants().Has(trace.Held) {
		t.Error("frames held back are asked for where no duty cycle is")
	}
}

// Two broadcasts in any 2 s. Node 1 broadcasts at 1, 1.5, 2 and 2.5 s: the third and fourth
// are over the budget, and the window from 2.2 s on has only the fourth; at 3.2 s, more than 2
// s after the first of the two that count, at 5 and 6 s it keeps to it, and what it says to
// one node does not count. Node 2 keeps to it, at 1, 1.5, 3 and 3.5 s: the third comes 2 s
// after the first.
func TestBroadcastBudgetByHand(t *testing.T) {
	s := story{boot(0, 1), boot(0, 2)}
	for _, at := range []float64{1, 1.5, 2, 2.5, 3.2, 5, 6} {
		s.tell(says(at, 1, 0, 0))
	}
	s.tell(says(5, 1, 2, 0), says(5.1, 1, 2, 0), says(5.2, 1, 2, 0))
	for _, at := range []float64{1, 1.5, 3, 3.5} {
		s.tell(says(at, 2, 0, 0))
	}
	s.tell(end(10))
	budget := Medium{Budget: Budget{Broadcasts: 2, Per: 2 * time.Second}}
	expect(t, s.measured(Options{Medium: budget}), map[string]float64{"over_budget_per_node_h": 2 * 3600 / 20.0})
	expect(t, s.measured(Options{Warmup: sec(2.2), Medium: budget}), map[string]float64{"over_budget_per_node_h": 3600 / 15.6})
}

// Nodes 1 and 2 live for 10 s, measured from 2 s on, node 2 until 6 s: 12 node-seconds.
// Node 1 is mute from 1 to 3 s and from 9 s past the end; node 2 from 4 to 6 s, half of its
// time. A frame that is held back at each of its tries counts once, and so does the next.
func TestSilenceByHand(t *testing.T) {
	at := func(s float64, r trace.Record) trace.Record {
		r.At = sec(s)
		return r
	}
	mute := func(s float64, node protocol.ID, from, until float64) trace.Record {
		return at(s, trace.Record{Kind: trace.Mute, Node: node, Frame: uint64(sec(from)), Value: int64(sec(until)), Why: trace.WhyDuty})
	}
	held := func(s float64, frame uint64) trace.Record {
		return at(s, trace.Record{Kind: trace.Held, Node: 1, Frame: frame})
	}
	m := story{
		boot(0, 1), boot(0, 2),
		held(1, 3), held(1.5, 3),
		mute(3, 1, 1, 3), held(3, 3), held(4, 4), held(5, 4),
		at(5, trace.Record{Kind: trace.Lost, Node: 1, Peer: 1, Frame: 9, Why: trace.WhyQueue}),
		mute(6, 2, 4, 6), at(6, trace.Record{Kind: trace.Crash, Node: 2}),
		mute(10, 1, 9, 12),
		end(10),
	}.measured(Options{Warmup: sec(2), Horizon: sec(10), Medium: Medium{Capped: true}})
	expect(t, m, map[string]float64{
		"mute_fraction":         4.0 / 12,
		"mute_worst_fraction":   0.5,
		"duty_held_per_node_h":  3600 / 12.0,
		"lost_queue_per_node_s": 1 / 12.0,
	})
	if m.Mutest != (mutest{Node: 2, Share: 0.5}) {
		t.Errorf("%+v is mute for longest, want node 2", m.Mutest)
	}
}

// Nodes are live for 16 node-seconds of the window: a beacon of 0.1 s, hellos of 0.2 and 0.4 s.
func TestAirByClass(t *testing.T) {
	s := story{boot(0, 1), boot(0, 2)}
	for _, f := range []trace.Record{frame(1, 1, 500), frame(3, 1, 100), frame(4, 2, 200), frame(5, 2, 400)} {
		f.Class = protocol.ClassHello
		if f.Bytes == 100 {
			f.Class = protocol.ClassBeacon
		}
		s = append(s, f)
	}
	s = append(s, end(10))
	medium := Medium{Airtime: inMilliseconds, Contended: true}
	m := s.measured(Options{Warmup: sec(2), Medium: medium})
	want := perClass{protocol.ClassBeacon: 0.1 / 16, protocol.ClassHello: (200 + 400) * 1e-3 / 16}
	if m.AirByClass == nil || *m.AirByClass != want {
		t.Fatalf("%v, want %v", m.AirByClass, want)
	}
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var kept Metrics
	if err := json.Unmarshal(text, &kept); err != nil || kept.AirByClass == nil || *kept.AirByClass != want {
		t.Errorf("kept as %v (%v)", kept.AirByClass, err)
	}
	medium.Contended = false
	if m := s.measured(Options{Warmup: sec(2), Medium: medium}); m.AirByClass != nil {
		t.Errorf("%v on an ideal medium", *m.AirByClass)
	}
}
