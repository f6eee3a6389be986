package baseline_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bellwether/baseline"
	"bellwether/internal/overlaytest"
	"bellwether/overlay"
	"bellwether/protocol"
)

func each(t *testing.T, f func(t *testing.T, a protocol.Algorithm)) {
	for _, a := range baseline.All() {
		t.Run(a.Name, func(t *testing.T) { f(t, a) })
	}
}

// starts says whether an algorithm can be told to hold an election: Ω cannot, it
// has none.
func starts(t *testing.T, a protocol.Algorithm) bool {
	t.Helper()
	inner, err := a.New(overlaytest.Config(a, nil))
	if err != nil {
		t.Fatal(err)
	}
	_, ok := inner().(protocol.Starter)
	return ok
}

func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	each(t, func(t *testing.T, a protocol.Algorithm) {
		if seen[a.Name] || a.Name == "" || a.Name != strings.ToLower(a.Name) {
			t.Errorf("name %q", a.Name)
		}
		seen[a.Name] = true
	})
}

// Each describes itself whole: documentation and tables print it.
func TestDescriptionsAreWhole(t *testing.T) {
	each(t, func(t *testing.T, a protocol.Algorithm) {
		if a.About == "" || a.Paper == "" || a.Goal == "" || len(a.Deviations) == 0 || a.Timers == 0 {
			t.Errorf("%+v", a)
		}
		if (a.MaxNodes == 0) != (a.MaxNodesWhy == "") {
			t.Errorf("at most %d nodes, because %q", a.MaxNodes, a.MaxNodesWhy)
		}
		for _, k := range a.Kinds {
			if k.Name == "" || k.About == "" || k.Kind == 0 || k.Kind >= protocol.FirstOverlayKind || k.Class >= protocol.Classes {
				t.Errorf("message %+v", k)
			}
		}
		for _, p := range a.Params {
			if p.Doc == "" {
				t.Errorf("parameter %s is not explained", p.Name)
			}
			if p.Type == protocol.TypeChoice {
				continue // it has no bounds
			}
			for _, bound := range []string{p.Min, p.Max} {
				if _, faults := protocol.Resolve(a.Params, map[string]string{p.Name: bound}, overlaytest.Budget); len(faults) > 0 {
					t.Errorf("bound %s: %v", bound, faults[0])
				}
			}
		}
		for name, text := range map[string]string{"no_such": "1s", "t_max": "-1s", "t_hop": "0s", "jitter": "fast"} {
			if _, faults := protocol.Resolve(a.Params, map[string]string{name: text}, overlaytest.Budget); len(faults) == 0 {
				t.Errorf("%s: %s is accepted", name, text)
			}
		}
	})
}

func TestBadDetectionIsRefused(t *testing.T) {
	each(t, func(t *testing.T, a protocol.Algorithm) {
		for _, d := range []protocol.Detection{{}, {Interval: time.Second}, {Interval: -time.Second, Misses: 3}} {
			c := overlaytest.Config(a, nil)
			c.Detection = d
			if _, err := a.New(c); err == nil || !strings.HasPrefix(err.Error(), a.Name+": ") {
				t.Errorf("detection %+v: error %v", d, err)
			}
		}
	})
}

// After Settle nothing is said before the first detection interval, and no
// election is held at all while nothing happens.
func TestSettledSystemStaysSettled(t *testing.T) {
	each(t, func(t *testing.T, a protocol.Algorithm) {
		for _, n := range []int{1, 2, 5} {
			w := overlaytest.Run(a, overlay.Services{}, overlaytest.Options{Nodes: n})
			w.Complete().Boot()
			if len(w.Said) != w.CountClass(protocol.ClassDetector) {
				t.Errorf("%d nodes: said %v at boot", n, w.Said)
			}
			w.Forgive()
			w.Settle(protocol.ID(n))
			w.Run(2*time.Second - 1)
			if len(w.Said) != 0 {
				t.Errorf("%d nodes: said %v", n, w.Said[0])
			}
			w.Run(time.Minute)
			if wrong := w.Disagreement(); wrong != "" {
				t.Errorf("%d nodes: %s", n, wrong)
			}
			if said := w.CountClass(protocol.ClassElection) + w.CountClass(protocol.ClassAnnouncement); said != 0 {
				t.Errorf("%d nodes: %d messages of an election", n, said)
			}
		}
	})
}

// One or two nodes, with and without a script: whom the goal wants leads.
func TestSmallestWorlds(t *testing.T) {
	each(t, func(t *testing.T, a protocol.Algorithm) {
		for n := 1; n <= 2; n++ {
			for starter := 0; starter <= n; starter++ {
				w := overlaytest.Run(a, overlay.Services{}, overlaytest.Options{Nodes: n, Values: []int64{7, 5}})
				w.Complete().Boot()
				if starter > 0 {
					w.Elect(protocol.ID(starter))
				}
				bound := a.SettleBound(w.Scale(overlay.Services{}), overlaytest.Config(a, nil))
				if took, wrong := w.Converge(bound+20*time.Second, 20*time.Second); wrong != "" || took > bound {
					t.Errorf("%d nodes, %d starts: after %v (bound %v) %s", n, starter, took, bound, wrong)
				}
			}
		}
	})
}

// One seed, one history; and the snapshot, too, is a function of it.
func TestSameSeedSameHistory(t *testing.T) {
	history := func(a protocol.Algorithm, seed uint64) (said, snapshots string) {
		w := overlaytest.Run(a, overlay.Services{Flood: &overlay.FloodOptions{}, Hello: &overlay.HelloOptions{}},
			overlaytest.Options{Nodes: 7, Seed: seed})
		w.Chaos(20*time.Second, seed)
		w.Run(10 * time.Second)
		for id := protocol.ID(1); id <= 7; id++ {
			if w.Up(id) {
				snapshots += string(w.Machine(id).Snapshot(nil))
			}
		}
		return fmt.Sprint(w.Said), snapshots
	}
	each(t, func(t *testing.T, a protocol.Algorithm) {
		said, snapshots := history(a, 1)
		if again, same := history(a, 1); again != said || same != snapshots {
			t.Error("two runs of one seed differ")
		}
		if other, _ := history(a, 2); other == said {
			t.Error("two seeds do not differ")
		}
	})
}

// A snapshot tells states apart that behave differently: each of these deeds
// changes it.
func TestSnapshotTellsStatesApart(t *testing.T) {
	each(t, func(t *testing.T, a protocol.Algorithm) {
		if !starts(t, a) {
			t.Skip("holds no elections")
		}
		w := overlaytest.Run(a, overlay.Services{}, overlaytest.Options{Nodes: 3})
		w.Complete().Boot()
		seen := map[string]string{}
		look := func(when string) {
			s := string(w.Machine(2).Snapshot(nil))
			if former, known := seen[s]; known {
				t.Errorf("%s looks like %s", when, former)
			}
			seen[s] = when
		}
		look("boot")
		w.Elect(2)
		look("an election")
		w.Run(1900 * time.Millisecond)
		look("its end")
		w.Crash(3)
		w.Run(20 * time.Second)
		look("the next leader")
	})
}

// An Inspector shows the same names in the same order each time.
func TestInspectorsAreSteady(t *testing.T) {
	each(t, func(t *testing.T, a protocol.Algorithm) {
		w := overlaytest.Run(a, overlay.Services{}, overlaytest.Options{Nodes: 3})
		w.Complete().Boot()
		names := func() (out string) {
			protocol.Inspect(w.Machine(1), func(name string, _ int64) { out += name + " " })
			return out
		}
		first := names()
		w.Elect(1)
		if during := names(); during != first || !strings.Contains(first, "leader") {
			t.Errorf("shows %q, then %q", first, during)
		}
		w.Run(10 * time.Second)
		want := w.Wanted([]protocol.ID{1, 2, 3}).Leader
		protocol.Inspect(w.Machine(1), func(name string, value int64) {
			if name == "leader" && value != int64(want) {
				t.Errorf("shows leader %d, want %v", value, want)
			}
		})
	})
}

// Electing is reported when a node enters an election, Elected when it knows: a
// node never reports two leaders of one computation that it did not lose.
func TestElectionsAreReported(t *testing.T) {
	each(t, func(t *testing.T, a protocol.Algorithm) {
		if !starts(t, a) {
			t.Skip("holds no elections")
		}
		w := overlaytest.Run(a, overlay.Services{}, overlaytest.Options{Nodes: 5})
		w.Complete().Boot()
		w.Elect(5)
		w.Run(1900 * time.Millisecond)
		var entered, known int
		for _, e := range w.Events {
			switch e.Op {
			case protocol.OpElecting:
				entered++
				if e.Computation == (protocol.Computation{}) {
					t.Errorf("%v entered no computation", e.Node)
				}
			case protocol.OpElected:
				known++
				if e.To != 5 {
					t.Errorf("%v names %v", e.Node, e.To)
				}
			}
		}
		if entered == 0 || known != 5 {
			t.Errorf("%d entered, %d know", entered, known)
		}
	})
}

// A leader that shows itself long after an election, at a merge, is known by no
// computation: the election's time is over.
func TestLateLeadersAreOfNoComputation(t *testing.T) {
	each(t, func(t *testing.T, a protocol.Algorithm) {
		if !starts(t, a) {
			t.Skip("holds no elections")
		}
		if a.Quorum {
			t.Skip("of two islands, at most one has a leader")
		}
		w := overlaytest.Run(a, overlay.Services{}, overlaytest.Options{Nodes: 4})
		w.Link(1, 2)
		w.Link(3, 4)
		w.Boot()
		w.Elect(2)
		w.Elect(4)
		w.Run(time.Minute)
		if w.Leader(1) != 2 || w.Leader(3) != 4 {
			t.Fatalf("leaders %v and %v", w.Leader(1), w.Leader(3))
		}
		w.Forgive()
		w.Link(2, 3)
		w.Run(10 * time.Second)
		want, merged := w.Wanted([]protocol.ID{1, 2, 3, 4}).Leader, 0
		for _, e := range w.Events {
			if e.Op == protocol.OpElected {
				merged++
				if e.To != want || e.Computation != (protocol.Computation{}) {
					t.Errorf("%v names %v by %v", e.Node, e.To, e.Computation)
				}
			}
		}
		if merged != 2 {
			t.Errorf("%d nodes changed their leader, want those of one island", merged)
		}
	})
}

// Settle bounds grow with the world and with what is slow in it.
func TestSettleBoundsGrow(t *testing.T) {
	each(t, func(t *testing.T, a protocol.Algorithm) {
		c := overlaytest.Config(a, nil)
		s := protocol.Scale{Nodes: 10, Diameter: 4, Hop: 10 * time.Millisecond, Roster: 20}
		small := a.SettleBound(s, c)
		if small < overlaytest.Budget.Timeout() {
			t.Errorf("%v is less than the detection time-out", small)
		}
		larger := s
		larger.Diameter, larger.Hop = 40, 100*time.Millisecond
		slower := c
		slower.Detection.Interval *= 2
		if a.SettleBound(larger, c) <= small || a.SettleBound(s, slower) <= small {
			t.Error("the bound does not grow")
		}
	})
}
