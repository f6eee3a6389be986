package recovery_test

import (
	"testing"
	"time"

	"bellwether/baseline/internal/recovery"
	"bellwether/emulator"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// lives is a sink that records which incarnations a node sent after each boot, and which
// leader the others name in the end.
type lives struct {
	node   protocol.ID
	boots  int
	claims map[uint32]int // by incarnation: the life that sent it
	shared bool           // two lives sent the same, or one sent two
	order  []uint32
	leader map[protocol.ID]protocol.ID
}

func (*lives) Wants() trace.Set { return trace.Of(trace.Boot, trace.Send, trace.Elected) }

func (l *lives) Record(r *trace.Record) {
	switch {
	case r.Kind == trace.Elected:
		l.leader[r.Node] = r.Peer
	case r.Node != l.node:
	case r.Kind == trace.Boot:
		l.boots++
	default:
		beat, ok := r.Content.(recovery.Heartbeat)
		if !ok {
			return
		}
		life, said := l.claims[beat.Incarnation]
		if !said {
			l.order = append(l.order, beat.Incarnation)
		}
		l.shared = l.shared || said && life != l.boots
		l.claims[beat.Incarnation] = l.boots
	}
}

// crashBefore runs three nodes. The first crashes before the effect of its boots that which
// picks, and restarts every second.
func crashBefore(t *testing.T, which func(effect int, e protocol.Effect) bool) *lives {
	t.Helper()
	a := recovery.Algorithm()
	seen := &lives{node: 1, claims: map[uint32]int{}, leader: map[protocol.ID]protocol.ID{}}
	done := 0
	c := emulator.Config{
		Seed: 1, Nodes: 3, Until: time.Minute, Medium: radio.Complete(3), Link: radio.DefaultLink(),
		Algorithm: a, Setup: smallworld.Config(a, nil),
		Services: overlay.Services{Detection: smallworld.Budget},
		Sinks:    []trace.Sink{seen},
		Interrupt: func(id protocol.ID, e protocol.Effect) bool {
			if id != 1 {
				return false
			}
			done++
			return which(done, e)
		},
		Faults: []emulator.Fault{{At: time.Second, Every: time.Second, Kind: emulator.FaultRestart,
			Target: emulator.TargetNodes, Nodes: []protocol.ID{1}}},
	}
	w, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return seen
}

// "O processo que inicializa imediatamente armazena": whichever of its effects a node crashes
// before, no two boots send the same incarnation, and it increases.
func TestIncarnationIsStoredBeforeTheFirstHeartbeat(t *testing.T) {
	for k := 1; k <= 12; k++ {
		seen := crashBefore(t, func(effect int, _ protocol.Effect) bool { return effect == k })
		if seen.boots != 2 || seen.shared {
			t.Errorf("crash before effect %d: %d boots, incarnations %v shared %v", k, seen.boots, seen.order, seen.shared)
		}
		for i := 1; i < len(seen.order); i++ {
			if seen.order[i] <= seen.order[i-1] {
				t.Errorf("crash before effect %d: incarnations %v", k, seen.order)
			}
		}
	}
}

// Between the two effects: the first life stores 1 and dies before it can send it. The next
// is the second incarnation, and 2 leads.
func TestCrashBetweenStoreAndHeartbeat(t *testing.T) {
	stored := false
	seen := crashBefore(t, func(_ int, e protocol.Effect) bool {
		first := !stored && e.Op == protocol.OpRoute
		stored = stored || first
		return first
	})
	if len(seen.order) != 1 || seen.order[0] != 2 {
		t.Errorf("heard incarnations %v, want only 2", seen.order)
	}
	for id := protocol.ID(1); id <= 3; id++ {
		if seen.leader[id] != 2 {
			t.Errorf("%v names %v, want 2", id, seen.leader[id])
		}
	}
}

// Before the store: nothing was stored and nothing was sent. The next life is the first
// incarnation again, which harms no node.
func TestCrashBeforeTheStore(t *testing.T) {
	seen := crashBefore(t, func(effect int, _ protocol.Effect) bool { return effect == 1 })
	if len(seen.order) != 1 || seen.order[0] != 1 || seen.leader[3] != 1 {
		t.Errorf("heard incarnations %v; 3 names %v", seen.order, seen.leader[3])
	}
}
