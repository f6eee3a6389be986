package self

import (
	"testing"

	"bellwether/internal/live/membership/internal/wire"
)

// Another start with this agent's own incarnation is one that a restored state directory repeats; its own start, and
// one of an agent that does not say, are not.
func TestAnotherStartOfTheSameIncarnation(t *testing.T) {
	o := &Agent{meta: wire.Meta{Incarnation: 11, Start: 7}}
	if o.Report(11, 7) || o.Report(11, 0) || o.Report(10, 8) || o.Newer() != 0 {
		t.Errorf("its own start is another: %d", o.Newer())
	}
	if !o.Report(11, 8) || o.Report(11, 8) || o.Newer() != 11 {
		t.Errorf("another start with its incarnation is none: %d", o.Newer())
	}
	o.dirty = make(chan struct{}, 1)
	o.Raise(12)
	if o.Newer() != 0 || o.Report(11, 8) {
		t.Errorf("it goes on, and is still behind: %d", o.Newer())
	}
}
