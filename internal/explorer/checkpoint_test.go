package explorer

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/scenarios"
)

// A search that is stopped again and again, by bounds and by interrupts, ends as one that
// is not.
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
	other.Budget[Crash] = 1
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
