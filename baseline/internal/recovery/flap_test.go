package recovery_test

import (
	"testing"
	"time"

	"bellwether/baseline/internal/omega"
	"bellwether/baseline/internal/recovery"
	"bellwether/emulator"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// reigns is a sink that records how often one node changed its leader, and for how long it
// named the flapping one.
type reigns struct {
	node, flapping protocol.ID
	leader         protocol.ID
	since          protocol.Time
	changes        int
	crashes        int
	flapped        time.Duration
}

func (*reigns) Wants() trace.Set { return trace.Of(trace.Elected, trace.Crash) }

func (s *reigns) Record(r *trace.Record) {
	switch {
	case r.Kind == trace.Crash:
		s.crashes++
	case r.Node == s.node:
		s.end(r.At)
		s.leader, s.changes = r.Peer, s.changes+1
	}
}

func (s *reigns) end(at protocol.Time) {
	if s.leader == s.flapping {
		s.flapped += at.Sub(s.since)
	}
	s.since = at
}

// flapping runs four nodes; the one with the smallest ID is an unstable process: from the
// first minute on it is down for 20 s, up for 20 s, and so on for ten minutes. It returns what
// node 4 recorded.
func flapping(t *testing.T, a protocol.Algorithm, forgets bool) *reigns {
	t.Helper()
	const lasts = 12 * time.Minute
	seen := &reigns{node: 4, flapping: 1}
	w, err := emulator.New(emulator.Config{
		Seed: 1, Nodes: 4, Until: lasts, Medium: radio.Complete(4), Link: radio.DefaultLink(),
		Algorithm: a, Setup: smallworld.Config(a, nil),
		Services: overlay.Services{Detection: smallworld.Budget},
		Sinks:    []trace.Sink{seen},
		Faults: []emulator.Fault{{At: time.Minute, For: 10 * time.Minute, Kind: emulator.FaultFlap,
			Up: 20 * time.Second, Down: 20 * time.Second, LoseStorage: forgets,
			Target: emulator.TargetNodes, Nodes: []protocol.ID{1}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	seen.end(protocol.Time(lasts))
	return seen
}

// "Processos instáveis": a process that crashes and recovers for ever is not
// elected for ever by crash-recovery Ω. It crashes 15 times in ten minutes; node
// 4 names it at first, and 2 from its first crash on. Plain Ω gives it up and
// takes it back each time: 30 changes more.
func TestAnUnstableProcessIsNotElectedAgain(t *testing.T) {
	stable := flapping(t, recovery.Algorithm(), false)
	if stable.crashes != 15 || stable.changes != 2 || stable.leader != 2 {
		t.Errorf("Ω of crash-recovery: %d crashes, %d leaders in turn, %v in the end; want 15, 2 and 2",
			stable.crashes, stable.changes, stable.leader)
	}
	if limit := time.Minute + 8*time.Second; stable.flapped > limit {
		t.Errorf("the flapping process was named for %v, want at most %v", stable.flapped, limit)
	}
	plain := flapping(t, omega.Algorithm(), false)
	if plain.crashes != 15 || plain.changes != 31 || plain.leader != 1 {
		t.Errorf("Ω: %d crashes, %d leaders in turn, %v in the end; want 15, 31 and 1",
			plain.crashes, plain.changes, plain.leader)
	}
	t.Logf("12 min: named the flapping process for %v (crash-recovery Ω) and %v (Ω)", stable.flapped, plain.flapped)
}

// A node that loses its storage at each crash is in its first incarnation each time, and no
// other can tell: crash-recovery Ω changes its leader as often as Ω does.
func TestAnUnstableProcessWithoutStorageIsElectedAgain(t *testing.T) {
	seen := flapping(t, recovery.Algorithm(), true)
	if seen.crashes != 15 || seen.changes != 31 || seen.leader != 1 {
		t.Errorf("%d crashes, %d leaders in turn, %v in the end; want 15, 31 and 1", seen.crashes, seen.changes, seen.leader)
	}
}
