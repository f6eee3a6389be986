package emulator

import (
	"context"
	"errors"
	"testing"
	"time"

	"bellwether/protocol"
)

// refuser breaks its contract when it receives a message, and does nothing else: a program that ended.
type refuser struct{ rumour }

func (*refuser) Receive(env *protocol.Env, _ protocol.ID, _ protocol.Message) {
	env.Driver().Break(&protocol.Breach{Algorithm: "test", Did: "refuses", Instead: "accept"})
}

// TestABreachWithoutEffectsEndsTheRun: a handler that only broke the contract ends it as well.
func TestABreachWithoutEffectsEndsTheRun(t *testing.T) {
	cfg := plane([][2]float64{{0, 0}, {100, 0}})
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return new(refuser) })
	cfg.Until = time.Minute
	cfg.Faults = []Fault{{At: 8 * time.Second, Kind: FaultElect, Target: TargetNodes, Nodes: []protocol.ID{2}}}
	w, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var breach *protocol.Breach
	if err := w.Run(context.Background()); !errors.As(err, &breach) || breach.Node != 1 {
		t.Errorf("got %v, want the breach of node 1", err)
	}
}
