package raft_test

import (
	"testing"
	"time"

	"bellwether/protocol"
)

// Only members lead: no node follows another node, whatever it says.
func TestAStrangerIsNotFollowed(t *testing.T) {
	w := world(3, 1)
	w.Complete().Boot()
	w.Elect(3)
	w.Run(10 * time.Second)
	for _, said := range w.Said {
		w.Inject(1, 9, said.Message)
	}
	if w.Leader(1) != 3 {
		t.Errorf("1 names %v", w.Leader(1))
	}
	w.Run(time.Second)
	if wrong := w.Disagreement(); wrong != "" || w.Leader(1) != protocol.ID(3) {
		t.Errorf("%v leads: %s", w.Leader(1), wrong)
	}
}
