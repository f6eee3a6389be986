package reproduce

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/memory"
)

// A study whose worlds have no room is refused before anything is written.
func TestAStudyFitsIntoMemory(t *testing.T) {
	out := filepath.Join(t.TempDir(), "study")
	o := Options{Figure: 5, Quick: true, Runs: 1, Jobs: 4, Out: out, Version: "v", Warn: func(string) {},
		Free: func() (memory.Amount, bool) { return memory.Amount{Bytes: 1000}, true }}
	if _, err := Run(context.Background(), o); err == nil || !strings.Contains(err.Error(), "needs memory of about") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("it has begun")
	}
	_, tasks, err := plan(o)
	if err != nil {
		t.Fatal(err)
	}
	o.Free = func() (memory.Amount, bool) { return memory.Amount{Bytes: 1 << 40}, true }
	if jobs, err := fit(tasks, o); jobs != 4 || err != nil {
		t.Errorf("%d runs at a time, %v", jobs, err)
	}
	warned := ""
	o.Warn = func(text string) { warned += text }
	for bytes := int64(1 << 16); warned == "" && bytes < 1<<40; bytes += bytes / 4 {
		o.Free = func() (memory.Amount, bool) { return memory.Amount{Bytes: bytes}, true }
		jobs, err := fit(tasks, o)
		if err == nil && jobs < 4 && !strings.Contains(warned, "runs at a time") {
			t.Errorf("%d runs at a time, without a word", jobs)
		}
	}
	if warned == "" {
		t.Error("no size of memory makes fewer runs at a time")
	}
}
