package measure

import (
	"math"
	"testing"

	"bellwether/protocol"
	"bellwether/trace"

	"pgregory.net/rapid"
)

// anyStory is a run of four nodes over 20 s: they come and go, elect, send, spend energy;
// there is a truth sample each second, but none at the end.
func anyStory(t *rapid.T) story {
	var s story
	live := map[protocol.ID]bool{}
	for second := range 20 {
		at := float64(second)
		for id := protocol.ID(1); id <= 4; id++ {
			num := uint32(rapid.IntRange(0, 3).Draw(t, "num"))
			leader := protocol.ID(rapid.IntRange(0, 4).Draw(t, "leader"))
			switch rapid.IntRange(0, 12).Draw(t, "event") {
			case 0, 1:
				s.tell(reboot(at, id, int64(second)), offers(at, id, int64(leader)*10))
				live[id] = true
			case 2:
				s.tell(crash(at, id, trace.WhyBattery))
				live[id] = false
			case 3, 4:
				s.tell(electing(at, id, num))
			case 5, 6, 7:
				s.tell(elected(at, id, leader, num))
			case 8:
				s.tell(says(at, id, leader, protocol.Class(num)))
			case 9:
				s.tell(frame(at, id, int32(num)*10))
			}
			s.tell(spent(at, id, at*float64(id), at, 1000))
		}
		var parts []ids
		cut := protocol.ID(rapid.IntRange(1, 4).Draw(t, "cut"))
		var low, high ids
		for id := protocol.ID(1); id <= 4; id++ {
			switch {
			case !live[id]:
			case id < cut:
				low = append(low, id)
			default:
				high = append(high, id)
			}
		}
		for _, part := range []ids{low, high} {
			if part != nil {
				parts = append(parts, part)
			}
		}
		s.sample(at, parts...)
	}
	s.tell(end(20))
	return s
}

// alike checks that two runs measure the same, apart from rounding, each metric of the
// second divided by its factor.
func alike(t *rapid.T, a, b Metrics, factor func(Key) float64) {
	t.Helper()
	for _, k := range Keys() {
		x, y := a.Get(k.Name), b.Get(k.Name)
		if x.Known != y.Known || x.Censored != y.Censored || x.N != y.N {
			t.Fatalf("%s is %+v and %+v", k.Name, x, y)
		}
		if want := x.X * factor(k); math.Abs(want-y.X) > 1e-9*max(1, math.Abs(want)) {
			t.Fatalf("%s is %v, want %v", k.Name, y.X, want)
		}
	}
}

func once(Key) float64 { return 1 }

// Twice as slow: times double, rates halve, fractions and counts stay.
func TestSlowerRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyStory(t)
		slow := make(story, len(s))
		for i, r := range s {
			r.At *= 2
			slow[i] = r
		}
		alike(t, s.measured(Options{Warmup: sec(3)}), slow.measured(Options{Warmup: sec(6)}), func(k Key) float64 {
			switch {
			case k.Unit == "s":
				return 2
			case k.Unit == "/node/s" || k.Unit == "/node/h" || k.Unit == "/min":
				return 0.5
			}
			return 1
		})
	})
}

// A run that begins later, by a warm-up in which no node runs, measures the same, except for
// the instant of a death.
func TestLaterRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyStory(t)
		late := make(story, len(s))
		for i, r := range s {
			r.At += sec(100)
			late[i] = r
		}
		a, b := s.measured(Options{}), late.measured(Options{Warmup: sec(100)})
		if d := b.Get("first_death_s"); d.Known {
			d.X -= 100
			b.Set("first_death_s", d)
		}
		alike(t, a, b, once)
	})
}

// IDs have no meaning: nodes with other IDs, in the same order, measure the same.
func TestRenamedNodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyStory(t)
		name := func(id protocol.ID) protocol.ID {
			if id == protocol.Nobody {
				return id
			}
			return id*1_000_003 + 77 // beyond what indexes a slice
		}
		renamed := make(story, len(s))
		for i, r := range s {
			r.Node, r.Peer = name(r.Node), name(r.Peer)
			renamed[i] = r
		}
		alike(t, s.measured(Options{Goal: protocol.GoalStablest}), renamed.measured(Options{Goal: protocol.GoalStablest}), once)
	})
}

// A window and the one after it add up to the whole: node-time, messages and entries.
func TestWindowsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyStory(t)
		cut := sec(float64(rapid.IntRange(1, 19).Draw(t, "cut")))
		runs := []*Run{NewRun(Options{Horizon: cut}), NewRun(Options{Warmup: cut}), NewRun(Options{})}
		for _, r := range runs {
			for i := range s {
				r.Record(&s[i])
			}
			r.Metrics()
		}
		first, second, whole := runs[0], runs[1], runs[2]
		for name, of := range map[string]func(*Run) float64{
			"live time":          func(r *Run) float64 { return r.liveTime.inSeconds() },
			"leaderless time":    func(r *Run) float64 { return r.leaderlessTime.inSeconds() },
			"entries":            func(r *Run) float64 { return float64(r.elections.Begun) },
			"messages":           func(r *Run) float64 { return float64(r.traffic.broadcasts + r.traffic.unicasts) },
			"bytes":              func(r *Run) float64 { return float64(r.traffic.bytes) },
			"time in components": func(r *Run) float64 { return r.truth.of[allNodes].inSeconds() },
			"agreed time":        func(r *Run) float64 { return r.truth.of[agreedNodes].inSeconds() },
		} {
			if of(first)+of(second) != of(whole) {
				t.Fatalf("%s: %v and %v make %v", name, of(first), of(second), of(whole))
			}
		}
	})
}

// The parts of messages_per_node_s add up to it, and so do the parts of M.
func TestPartsMakeTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyStory(t).measured(Options{Warmup: sec(2)})
		sum := 0.0
		for class := range protocol.Classes {
			sum += m.Get(class.String() + "_messages_per_node_s").X
		}
		if whole := m.Get("messages_per_node_s").X; math.Abs(sum-whole) > 1e-12 {
			t.Fatalf("parts make %v, the whole is %v", sum, whole)
		}
		parts := m.Get("messages_per_election_broadcast").X + m.Get("messages_per_election_unicast").X
		if whole := m.Get("messages_per_election").X; math.Abs(parts-whole) > 1e-12 {
			t.Fatalf("parts make %v, M is %v", parts, whole)
		}
	})
}

// A run must not need what it does not want: receptions, moves and states change nothing if
// a driver sends them all the same.
func TestUnwantedRecordsChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyStory(t)
		quiet, loud := NewRun(Options{}), NewRun(Options{})
		for i := range s {
			quiet.Record(&s[i])
			loud.Record(&s[i])
			for k := trace.Boot; k <= trace.End; k++ {
				if !loud.Wants().Has(k) {
					loud.Record(&trace.Record{At: s[i].At, Kind: k, Node: 1, Peer: 2, Value: 3, X: 4, Bytes: 5})
				}
			}
		}
		alike(t, quiet.Metrics(), loud.Metrics(), once)
	})
}
