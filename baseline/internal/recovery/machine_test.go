package recovery_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"bellwether/baseline/internal/recovery"
	"bellwether/internal/contract/optional"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

const interval = 2 * time.Second // smallworld.Budget's

func complete(n int) *smallworld.Lab {
	w := smallworld.Run(recovery.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: n})
	w.Complete().Boot()
	return w
}

// settle runs until all name the stablest of their component, within the bound.
func settle(t *testing.T, w *smallworld.Lab) time.Duration {
	t.Helper()
	a := recovery.Algorithm()
	bound := a.SettleBound(w.Scale(overlay.Services{}), smallworld.Config(a, nil))
	return w.MustConverge(t, bound)
}

func restart(w *smallworld.Lab, id protocol.ID) {
	w.Crash(id)
	w.Restart(id)
}

// "All-to-all n(n−1) per period", and as many at boot.
func TestMessagesPerPeriod(t *testing.T) {
	for n, want := range map[int]int{1: 0, 2: 2, 3: 6, 4: 12, 5: 20, 7: 42, 10: 90, 30: 870} {
		w := complete(n)
		if len(w.Said) != want {
			t.Errorf("n=%d: %d heartbeats at boot, want %d", n, len(w.Said), want)
		}
		w.Run(interval)
		w.Forgive()
		w.Run(10 * interval)
		if len(w.Said) != 10*want || w.Count("heartbeat") != 10*want {
			t.Errorf("n=%d: %d messages in ten periods, want %d", n, len(w.Said), 10*want)
		}
		for _, s := range w.Said {
			if s.From == s.To || protocol.Size(s.Message) != 5 {
				t.Fatalf("n=%d: %+v", n, s)
			}
		}
	}
}

// "entre os processos corretos com menor número de encarnações, é eleito como
// líder aquele de menor identificador" (course document 002, on Algorithm 5.3):
// restarts of processes 1, 2, … and who leads then.
func TestFewestIncarnationsThenSmallestID(t *testing.T) {
	for _, row := range []struct {
		restarts []int
		want     protocol.ID
	}{
		{[]int{0}, 1}, {[]int{5}, 1},
		{[]int{0, 0, 0}, 1}, {[]int{1, 0, 0}, 2}, {[]int{1, 1, 0}, 3}, {[]int{1, 1, 1}, 1},
		{[]int{2, 1, 1}, 2}, {[]int{3, 2, 1, 2}, 3}, {[]int{0, 9, 0}, 1}, {[]int{4, 3, 3, 4, 3}, 2},
	} {
		w := complete(len(row.restarts))
		for i, times := range row.restarts {
			for range times {
				w.Run(time.Second)
				restart(w, protocol.ID(i+1))
			}
		}
		settle(t, w)
		for i := range row.restarts {
			if got := w.Leader(protocol.ID(i + 1)); got != row.want {
				t.Errorf("restarts %v: %d names %v, want %v", row.restarts, i+1, got, row.want)
			}
		}
	}
}

// A leader that dies is missed in the detection budget, the last heartbeat plus three
// periods plus one. When it is back its incarnation is one greater, and it does not replace
// the new leader: stable, where omega is not.
func TestARestartedLeaderDoesNotComeBack(t *testing.T) {
	for seed := range uint64(20) {
		w := smallworld.Run(recovery.Algorithm(), overlay.Services{}, smallworld.Options{Nodes: 5, Seed: seed})
		w.Complete().Boot()
		w.Run(time.Minute)
		w.Crash(1)
		took, wrong := w.Converge(20*time.Second, 10*time.Second)
		if wrong != "" || took < 2*interval || took > 4*interval+50*time.Millisecond {
			t.Errorf("seed %d: after %v, want at most 8s; %s", seed, took, wrong)
		}
		w.Forgive()
		w.Restart(1)
		w.Run(time.Minute)
		for _, e := range w.Events {
			if e.Op == protocol.OpElected && e.To != 2 {
				t.Errorf("seed %d: %v names %v", seed, e.Node, e.To)
			}
		}
		if wrong := w.Disagreement(); wrong != "" {
			t.Error(wrong)
		}
	}
}

// "um processo que fica falhando e recuperando": 1 and 2 restart every 5 s for ever. The
// others come to name 3 and stay with it, though 1 and 2 are up and heard most of the time.
func TestUnstableProcessesDoNotLead(t *testing.T) {
	w := complete(5)
	for i := range 60 {
		w.At(protocol.Time(time.Duration(5*i+3)*time.Second), func() { restart(w, 1); restart(w, 2) })
	}
	w.Run(20 * time.Second)
	w.Forgive()
	w.Run(5 * time.Minute)
	for _, e := range w.Events {
		if e.Op == protocol.OpElected && e.Node >= 3 {
			t.Errorf("at %v %v names %v", e.At, e.Node, e.To)
		}
	}
	if w.Leader(3) != 3 || w.Leader(4) != 3 || w.Leader(5) != 3 {
		t.Errorf("leaders %v %v %v, want 3", w.Leader(3), w.Leader(4), w.Leader(5))
	}
}

// A node that lost its storage counts from 1 again: at once for itself, and for the others
// once its greater incarnation has not been heard for a window.
func TestLostStorageBeginsAtOne(t *testing.T) {
	w := complete(3)
	for range 3 {
		w.Run(time.Second)
		restart(w, 1)
	}
	settle(t, w)
	if w.Leader(3) != 2 {
		t.Fatalf("3 names %v", w.Leader(3))
	}
	w.Crash(1)
	w.Forget(1)
	w.Restart(1)
	settle(t, w)
	for id := protocol.ID(1); id <= 3; id++ {
		if w.Leader(id) != 1 {
			t.Errorf("%v names %v, want 1 in its first incarnation", id, w.Leader(id))
		}
	}
}

// Bytes that no machine stored count as none: any storage gives a machine.
func TestAnyStorageIsRead(t *testing.T) {
	inner, err := recovery.Algorithm().New(smallworld.Config(recovery.Algorithm(), nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		saved []byte
		want  int64
	}{
		{nil, 1}, {[]byte{}, 1}, {[]byte{1, 2, 3}, 1}, {[]byte{0, 0, 0, 1, 0}, 1},
		{[]byte{0, 0, 0, 0}, 1}, {[]byte{0, 0, 0, 1}, 2}, {[]byte{0, 0, 1, 255}, 512},
		{[]byte{255, 255, 255, 255}, math.MaxUint32}, // does not wrap to the stablest of all
	} {
		w := smallworld.New(smallworld.Options{Nodes: 1, Make: func() protocol.Machine { return preset{inner(), row.saved} }})
		w.Boot()
		optional.Inspect(w.Machine(1).(preset).Machine, func(name string, value int64) {
			if name == "incarnation" && value != row.want {
				t.Errorf("stored % x: incarnation %d, want %d", row.saved, value, row.want)
			}
		})
	}
}

// preset is a machine that boots with given bytes.
type preset struct {
	protocol.Machine
	saved []byte
}

func (p preset) Start(env *protocol.Env, _ []byte) { p.Machine.Start(env, p.saved) }

// A settled start names the given leader, sends nothing for an interval, and then follows
// the criterion.
func TestSettledLeaderHoldsUntilTheFirstEvaluation(t *testing.T) {
	w := complete(4)
	w.Settle(3)
	w.Forgive()
	w.Run(interval - 1)
	if len(w.Said) != 0 || len(w.Events) != 0 || w.Leader(1) != 3 {
		t.Errorf("sent %v, reported %v", w.Said, w.Events)
	}
	w.Run(interval + 1)
	if wrong := w.Disagreement(); wrong != "" {
		t.Error(wrong)
	}
}

// Capabilities, resignations and scripted elections change nothing.
func TestNothingButIncarnationsCounts(t *testing.T) {
	w := complete(3)
	w.Run(time.Minute)
	w.Forgive()
	w.SetValue(3, 1000)
	w.Resign(1)
	w.Elect(2)
	w.Run(time.Minute)
	for _, e := range w.Events {
		t.Errorf("%v reports %+v", e.Node, e.Effect)
	}
}

// Two components name their own leaders; joined, all name the stablest of both. Suspicions
// are reported, and taken back.
func TestMerge(t *testing.T) {
	w := complete(4)
	w.Run(2 * interval)
	for _, a := range []protocol.ID{1, 2} {
		for _, b := range []protocol.ID{3, 4} {
			w.Cut(a, b)
		}
	}
	restart(w, 1)
	settle(t, w)
	if w.Leader(1) != 2 || w.Leader(4) != 3 {
		t.Fatalf("leaders %v and %v", w.Leader(1), w.Leader(4))
	}
	w.Link(2, 3)
	settle(t, w)
	if w.Leader(1) != 2 || w.Leader(4) != 2 {
		t.Errorf("leaders %v and %v", w.Leader(1), w.Leader(4))
	}
	var got []protocol.Op
	for _, e := range w.Events {
		if e.Node == 4 && e.To == 2 && (e.Op == protocol.OpSuspect || e.Op == protocol.OpTrust) {
			got = append(got, e.Op)
		}
	}
	if !slices.Equal(got, []protocol.Op{protocol.OpSuspect, protocol.OpTrust}) {
		t.Errorf("4 reports %v of 2", got)
	}
}

// States that behave differently have different snapshots.
func TestSnapshotTellsStatesApart(t *testing.T) {
	w := complete(3)
	seen := map[string]string{}
	look := func(when string) {
		s := string(w.Machine(2).Snapshot(nil))
		if former, known := seen[s]; known {
			t.Errorf("%s looks like %s", when, former)
		}
		seen[s] = when
	}
	look("boot")
	w.Settle(3)
	look("a settled start")
	w.Run(3 * interval)
	look("heartbeats")
	w.Crash(1)
	w.Run(10 * time.Second)
	look("a suspicion")
	restart(w, 2)
	look("another incarnation")
}
