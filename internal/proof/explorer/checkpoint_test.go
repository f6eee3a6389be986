package explorer

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bellwether/scenarios"
)

// A search that is stopped several times, by bounds and by interrupts, has the same result
// as one that is not stopped.
func TestASearchGoesOn(t *testing.T) {
	o, err := Parse("vasudevan", "signalling=udp, complete of 3, crashes 1")
	if err != nil {
		t.Fatal(err)
	}
	o.Invariants = builtin.Invariants
	whole := explore(t, o)
	o.Checkpoint = filepath.Join(t.TempDir(), "search")
	stops := 0
	for _, o.States = range []int{700, 701, 2000, 0} {
		ctx, stop := context.WithCancel(t.Context())
		r, err := Explore(ctx, scenarios.Algorithm, o, func(found, expanded, depth int) {
			if o.States == 2000 {
				stop()
			}
		})
		stop()
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != Holds {
			stops++
			continue
		}
		if r.States != whole.States || r.Ends != whole.Ends || r.Depth != whole.Depth {
			t.Errorf("with stops: %v, without: %v", r, whole)
		}
	}
	if stops != 3 || whole.Verdict != Holds {
		t.Errorf("%d stops of %v", stops, whole)
	}
}

// A search that was stopped before all of its beginnings were begun begins the others when it
// goes on. A search that goes on with smaller bounds keeps them.
func TestASearchThatGoesOnBeginsTheRest(t *testing.T) {
	o := Options{Algorithm: "bully", Topology: "line", Nodes: 2, Start: []string{"settled"}}
	whole := explore(t, o)
	o.Checkpoint = filepath.Join(t.TempDir(), "search")
	o.States = 1
	r := explore(t, o)
	if r.Verdict != Bounded || r.States != 1 || r.Begun != 1 || r.Beginnings != 3 || !strings.Contains(r.String(), "of up to 0 steps from 1 of 3 beginnings") {
		t.Errorf("with room for one state: %v", r)
	}
	if want := "looked at: of 3 beginnings 1 was begun and 0 searched to the end; not begun: values 2-1; values 1-1"; !slices.Contains(r.Covered, want) {
		t.Errorf("%q is missing in %q", want, r.Covered)
	}
	o.States = 20
	if r = explore(t, o); r.Verdict != Bounded || r.States != 20 || !strings.HasSuffix(r.Covered[len(r.Covered)-2], "; from the checkpoint: 1 state") {
		t.Errorf("with room for 20: %v, %q", r, r.Covered)
	}
	o.States = 10
	if r = explore(t, o); r.Verdict != Bounded || r.States != 20 {
		t.Errorf("with room for fewer than there are: %v", r)
	}
	o.States, o.Depth = 0, 2
	if r = explore(t, o); r.Verdict != Bounded || r.States != 20 || r.Depth != 2 {
		t.Errorf("with fewer steps than there are: %v", r)
	}
	o.Depth = 0
	if r = explore(t, o); r.Verdict != Holds || r.States != whole.States || r.Ends != whole.Ends || r.Depth != whole.Depth {
		t.Errorf("to the end: %v, at once: %v", r, whole)
	}
}

func TestForeignCheckpointsAreRefused(t *testing.T) {
	o := world("bully", "line", 3)
	o.States, o.Checkpoint = 20, filepath.Join(t.TempDir(), "search")
	explore(t, o)
	saved, err := os.ReadFile(o.Checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(o Options, data []byte, want string) {
		t.Helper()
		if err := os.WriteFile(o.Checkpoint, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Explore(t.Context(), scenarios.Algorithm, o, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	other := o
	other.Budget[faultCrash] = 1
	refused(other, saved, "it is of another search")
	for path, want := range map[string]string{"/dev/zero": "it is no regular file", t.TempDir(): "it is no regular file"} {
		endless := o
		endless.Checkpoint = path
		if _, err := Explore(t.Context(), scenarios.Algorithm, endless, nil); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", path, err, want)
		}
	}
	if err := os.Truncate(o.Checkpoint, 1<<40); err != nil { // sparse: to read it all takes a terabyte
		t.Fatal(err)
	}
	if _, err := Explore(t.Context(), scenarios.Algorithm, o, nil); err == nil || !strings.Contains(err.Error(), "it is damaged, or no checkpoint") {
		t.Errorf("of a terabyte: %v", err)
	}
	for _, at := range []int{0, 40, len(saved) / 2, len(saved) - 1} {
		spoilt := append([]byte(nil), saved...)
		spoilt[at] ^= 1
		refused(o, spoilt, "it is damaged, or no checkpoint")
		refused(o, saved[:at], "it is damaged, or no checkpoint")
	}
}
