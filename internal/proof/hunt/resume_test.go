package hunt

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/study/registry"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// What a hunt finds depends on the seed and the number of worlds, and not on the number of jobs,
// nor on whether the hunt was killed and resumed.
func TestAHuntIsTheSameHoweverItIsRun(t *testing.T) {
	if testing.Short() {
		t.Skip("a hunt made four times")
	}
	reg, a := program(t, lawQuiet)
	bully, _ := scenarios.Algorithm("bully")
	options := func(jobs int, dir string) Options {
		d, err := OpenDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		return Options{Program: reg, Algorithms: []protocol.Algorithm{a, bully}, Seed: 7, Worlds: 25, Effort: 80, Jobs: jobs, Dir: d}
	}
	run := func(ctx context.Context, o Options) string {
		t.Helper()
		var b bytes.Buffer
		out, err := Run(ctx, o)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(&b, &o)
		return b.String()
	}
	files := func(dir string) (all string) {
		list, _ := filepath.Glob(filepath.Join(dir, "*"))
		for _, name := range list {
			text, _ := os.ReadFile(name)
			all += filepath.Base(name) + "\n" + strings.ReplaceAll(string(text), dir, "DIR")
		}
		return all
	}
	one, four, killed := t.TempDir(), t.TempDir(), t.TempDir()
	want := run(t.Context(), options(1, one))
	if !strings.Contains(want, "planted breaks quiet") || !strings.Contains(want, "tried: 50 worlds") {
		t.Fatalf("nothing to compare:\n%s", want)
	}
	if got := run(t.Context(), options(4, four)); got != want || files(four) != files(one) {
		t.Errorf("with four jobs:\n%s\nwith one:\n%s", got, want)
	}
	for at := 3; at < 50; at += 9 { // an end at any trial
		ctx, kill := context.WithCancel(t.Context())
		o := options(2, killed)
		o.Progress = func(p Tally) {
			if p.Trials >= at {
				kill()
			}
		}
		run(ctx, o)
	}
	if got := run(t.Context(), options(2, killed)); got != want || files(killed) != files(one) {
		t.Errorf("killed and resumed:\n%s%s\nat once:\n%s%s", got, files(killed), want, files(one))
	}
}

// A kept world is run again first, and what it breaks now is reported.
func TestKeptWorldsAreRunAgain(t *testing.T) {
	reg, a := program(t, lawQuiet)
	dir := t.TempDir()
	hunt := func(a protocol.Algorithm, r *registry.Registry) (again []string) {
		d, err := OpenDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		d.Again = func(file string, now *Breach) { again = append(again, filepath.Base(file)+" "+now.String()) }
		if _, err := Run(t.Context(), Options{Program: r, Algorithms: []protocol.Algorithm{a}, Seed: 1, Worlds: 6, Effort: 60, Jobs: 1, Dir: d}); err != nil {
			t.Fatal(err)
		}
		return again
	}
	if again := hunt(a, reg); again != nil {
		t.Fatalf("a new directory holds %v", again)
	}
	if again := hunt(a, reg); len(again) != 1 || !strings.Contains(again[0], ".yaml quiet") {
		t.Errorf("run again: %q", again)
	}
	sound, _ := scenarios.Algorithm("flood-max")
	sound.Name = "planted"
	mended, err := registry.New(registry.Own{Algorithms: []protocol.Algorithm{sound}})
	if err != nil {
		t.Fatal(err)
	}
	if again := hunt(sound, mended); len(again) != 1 || !strings.Contains(again[0], "nothing") {
		t.Errorf("once mended: %q", again)
	}
}
