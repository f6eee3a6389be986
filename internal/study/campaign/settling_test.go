package campaign

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/draw/table"
	"bellwether/scenarios"
)

// arriving is a world whose nodes arrive within 100 s, each with an election or two.
const arriving = `
schema: 2
name: arriving
duration: 5m
warmup: 5s
runs: 8
world: {width: 400, height: 400}
groups:
  - {nodes: 4, mobility: {model: static}}
  - {nodes: 16, arrive: {min: 5s, max: 100s}, mobility: {model: static}}
radio: {range: 400}
algorithms: [bully]
`

// A warm-up that ends before nodes have arrived gives a warning with a warm-up that is long
// enough. A longer one, or 0, gives none.
func TestShortWarmupIsTold(t *testing.T) {
	for warmup, want := range map[string]string{
		"5s":   "warning: warmup: 5s is too short for bully: its messages_per_node_s is 6.",
		"115s": "", "0s": "",
	} {
		if testing.Short() && warmup == "0s" {
			continue // eight runs of five minutes, as the others
		}
		file := filepath.Join(t.TempDir(), "arriving.yaml")
		if err := os.WriteFile(file, []byte(strings.Replace(arriving, "warmup: 5s", "warmup: "+warmup, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		var told []string
		job := Job{Scenarios: []string{file}, Format: table.FormatJSON, Stdout: io.Discard,
			Warn: func(text string) { told = append(told, text) }, Options: Options{Jobs: 2, NoHash: true}}
		if err := job.Do(context.Background()); err != nil {
			t.Fatal(err)
		}
		text := strings.Join(told, "\n")
		if want == "" && strings.Contains(text, "too short") || !strings.Contains(text, want) {
			t.Errorf("warmup %s: %q", warmup, text)
		}
		if want != "" && !strings.HasSuffix(text, "(MSER-5 over 8 runs); write warmup: 1m45s") {
			t.Errorf("warmup %s: %q", warmup, text)
		}
	}
}

// A recorded world gives no warning: see settles.
func TestRecordedWorldsAreNotJudged(t *testing.T) {
	s, err := scenarios.Load("city-cars", scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !s.Recorded() || read(t, small).Recorded() {
		t.Error("it is not known what is recorded")
	}
}
