package reproduce

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/internal/testkit/sample"
	"bellwether/trace"
)

// hashFile has the trace hashes of the first five minutes of each point: figure, series,
// nodes, reading, hash. Only a change of results changes them.
const hashFile = "testdata/hashes.txt"

// hashed is one point in so many whose hash is compared on each change; .ci/hashes compares all.
const hashed = 5

// TestTraceHashesOfPoints runs five minutes of points in each reading.
func TestTraceHashesOfPoints(t *testing.T) {
	if testing.Short() {
		t.Skip("some 60 runs of five minutes")
	}
	every, n := hashed, 0
	if sample.Whole() || *update {
		every = 1
	}
	var b strings.Builder
	for _, merge := range merges() {
		for _, list := range lists() {
			for _, point := range placesOf(t, Options{Merge: merge, List: list}) {
				if n++; n%every == 0 {
					fmt.Fprintf(&b, "%v: %s\n", point, point.hash(t, 5*time.Minute))
				} else {
					fmt.Fprintln(&b)
				}
			}
		}
	}
	if *update {
		if err := os.WriteFile(hashFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(hashFile)
	if err != nil {
		t.Fatal(err)
	}
	wanted, got := strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")
	if len(wanted) != len(got) {
		t.Fatalf("%d points, %s has %d (-update writes them down)", len(got), hashFile, len(wanted))
	}
	for i := range got {
		if got[i] != "" && got[i] != wanted[i] {
			t.Errorf("another trace: %s; it was %s", got[i], wanted[i])
		}
	}
}

// hash returns the trace hash of the beginning of a run.
func (p place) hash(t *testing.T, until time.Duration) string {
	t.Helper()
	r := p.set(t, 1)
	hash := trace.NewHash()
	r.config.Sinks, r.config.Until = append(r.config.Sinks, hash), until
	world, err := emulator.New(r.config)
	if err != nil {
		t.Fatal(err)
	}
	if err := world.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return hash.Sum()
}
