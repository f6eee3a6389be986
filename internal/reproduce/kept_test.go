package reproduce

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/lock"
)

// tasksOf are the runs of a whole study.
func tasksOf(t *testing.T, o Options) []task {
	t.Helper()
	_, tasks, err := plan(o)
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}

// Of 780 runs 720 are made: Fig. 9 at 200 m is Fig. 8 at 3 m/s. Other readings of
// merges and lists, media, lengths and seeds are other places.
func TestFiguresShareWorlds(t *testing.T) {
	places := map[place]bool{}
	count := func(o Options) int {
		tasks := tasksOf(t, o)
		for _, task := range tasks {
			places[task.place()] = true
		}
		return len(tasks)
	}
	if n := count(Options{}); n != 780 || len(places) != 720 {
		t.Errorf("%d runs in %d places, want 780 in 720", n, len(places))
	}
	// 13 series of 3 sizes and 3 runs; one series is another figure's.
	if n := count(Options{Quick: true}); n != 117 || len(places) != 720+108 {
		t.Errorf("quick: %d runs, %d places with the whole study's, want 117 and 828", n, len(places))
	}
	if count(Options{Merge: ByBeacon}); len(places) != 828+720 {
		t.Errorf("%d places with the other reading, want 1548", len(places))
	}
	if count(Options{Access: Contended}); len(places) != 1548+720 {
		t.Errorf("%d places with the other medium, want 2268", len(places))
	}
	if count(Options{List: AsBeacons}); len(places) != 2268+720 {
		t.Errorf("%d places with the other list, want 2988", len(places))
	}
}

// A run is kept under its place, what is no number is left out, and neither another
// version nor another process comes between.
func TestKeptRuns(t *testing.T) {
	dir := t.TempDir()
	o := Options{Out: dir, Version: "1"}
	k, err := openKept(o)
	if err != nil {
		t.Fatal(err)
	}
	first := tasksOf(t, o)[0]
	other := first
	other.seed++
	if err := errors.Join(k.add(first, map[Metric]float64{F: 0.5, T: math.NaN()}), k.add(first, map[Metric]float64{F: 0.7})); err != nil {
		t.Fatal(err)
	}
	if _, err := openKept(o); !errors.Is(err, lock.ErrInUse) {
		t.Errorf("a second process: %v", err)
	}
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
	if k, err = openKept(o); err != nil {
		t.Fatal(err)
	}
	if r, known := k.find(first); !known || len(r) != 1 || r[F] != 0.5 {
		t.Errorf("found %v, %v", r, known)
	}
	if r, known := k.find(other); known {
		t.Errorf("another seed has %v", r)
	}
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
	o.Version = "2"
	if _, err := openKept(o); err == nil || !strings.Contains(err.Error(), "runs.ndjson:1: a run of version 1, this is 2") {
		t.Errorf("another version: %v", err)
	}
}

// A file that is no list of runs is refused with its line; nothing is written to it.
func TestStrangeRunsAreRefused(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, runsFile)
	strange := "{\"seed\": 1}\nhello\n{\"seed\": 2}\n"
	if err := os.WriteFile(file, []byte(strange), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Run(context.Background(), Options{Figure: 5, Quick: true, Out: dir})
	if err == nil || !strings.Contains(err.Error(), "runs.ndjson:2: ") {
		t.Errorf("error %v", err)
	}
	if after, err := os.ReadFile(file); err != nil || string(after) != strange {
		t.Errorf("the file is now %q, %v", after, err)
	}
}

// Of the last line power may have kept the length and not the bytes: it is made again.
func TestADamagedLastLineIsMadeAgain(t *testing.T) {
	for _, end := range []string{"\x00\x00\x00\n", "{\"seed\": 2", ""} {
		o := Options{Out: t.TempDir()}
		file := filepath.Join(o.Out, runsFile)
		whole := "{\"seed\": 1}\n"
		if err := os.WriteFile(file, []byte(whole+end), 0o600); err != nil {
			t.Fatal(err)
		}
		k, err := openKept(o)
		if err != nil || len(k.runs) != 1 {
			t.Fatalf("%q: %v", end, err)
		}
		if err := k.Close(); err != nil {
			t.Error(err)
		}
		if after, err := os.ReadFile(file); err != nil || string(after) != whole {
			t.Errorf("%q: the file is now %q, %v", end, after, err)
		}
	}
}

// The world of a study that was kept before there was a choice of medium or list is the same.
func TestIdealWorldsAreTheFormer(t *testing.T) {
	first := tasksOf(t, Options{})[0]
	const former = "d1ab7bd8c40930a80ec42939f43b77a86c8b6e83df07a4e718d7aef3aea7719d"
	if got := first.place(); got != (place{former, 1}) {
		t.Errorf("the place of %v is %+v, want %s", first, got, former)
	}
}

func TestUnknownReading(t *testing.T) {
	if _, err := Run(t.Context(), Options{Merge: "magic"}); !errors.Is(err, ErrMerge) {
		t.Errorf("error %v", err)
	}
	if _, err := Run(t.Context(), Options{List: "gossip"}); !errors.Is(err, ErrList) {
		t.Errorf("error %v", err)
	}
	if _, err := Run(t.Context(), Options{Access: "aloha"}); !errors.Is(err, ErrAccess) {
		t.Errorf("error %v", err)
	}
}
