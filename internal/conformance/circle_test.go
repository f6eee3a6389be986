package conformance

import (
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
	"bellwether/trace/check"
)

// unforgiving is the judge of circles that is not told of lost storage.
type unforgiving struct{ *check.Acyclic }

func (u unforgiving) Wants() trace.Set { return u.Acyclic.Wants() &^ trace.Of(trace.Fault) }

// TestOnlyTheForgetfulJoinBelowTheirChildren crashes a node of VKT04's tree for a
// moment, while its child's Election is on its way to it. With its storage it
// knows the computation and stays out. Without, it joins below its own child: a
// circle, which no node can prevent, and which ends as its child hears of it. The
// judge that counts it is what says that the excuse of [check.Acyclic] is needed.
func TestOnlyTheForgetfulJoinBelowTheirChildren(t *testing.T) {
	w := on(radio.Line(3), overlay.Services{})
	w.config.Start = emulator.Start{Elect: []protocol.ID{3}} // ⟨1,3⟩ is newer than what 2 may start by itself
	for _, r := range rows() {
		if r.label != "vasudevan" {
			continue
		}
		circles := map[bool]int{}
		for _, loses := range []bool{false, true} {
			for at := time.Duration(0); at < 40*time.Millisecond; at += 500 * time.Microsecond {
				circles[loses] += circlesAround(t, r, w, only(2, emulator.Fault{
					At: at, For: time.Millisecond, Kind: emulator.FaultCrash, LoseStorage: loses}))
			}
		}
		if circles[false] != 0 || circles[true] == 0 {
			t.Errorf("%d circles where storage is kept, want none; %d where it is lost, want some", circles[false], circles[true])
		}
	}
}

// circlesAround is how many circles there are where a fault strikes; the world
// settles all the same.
func circlesAround(t *testing.T, r row, w Case, f emulator.Fault) int {
	t.Helper()
	w.config.Faults = []emulator.Fault{f}
	c := w.Config(r.a, r.values(t))
	judge := unforgiving{check.NewAcyclic()}
	c.Sinks = []trace.Sink{judge}
	if _, err := settle(t, r, w, c); err != nil {
		t.Fatalf("down at %v: %v\n%s", f.At, err, again(t.Name(), nil))
	}
	return len(judge.Verdicts())
}
