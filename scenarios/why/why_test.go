package why_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/scenarios/why"
	"bellwether/trace"
)

// record makes the first run of a built-in scenario up to an instant, and writes its trace.
func record(path, name, algorithm string, until time.Duration) error {
	s, err := scenarios.Load(name, scenarios.Options{Algorithms: []string{algorithm}, Until: scenarios.Duration(until)})
	if err != nil {
		return err
	}
	row := s.Algorithms[0]
	codec, err := protocol.NewCodec(s.Kinds(row)...)
	if err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	w := trace.NewWriter(file, trace.WriterOptions{Scenario: s.Name, Algorithm: row.Label, Seed: s.Seed, Codec: codec, Origin: s.Origin(row, s.Seed, "test")})
	config, err := s.Config(row, s.Seed, w)
	if err != nil {
		return err
	}
	e, err := emulator.New(config)
	if err != nil {
		return err
	}
	return errors.Join(e.Run(context.Background()), w.Close())
}

// After a partition half of the nodes are without the right leader.
func ExampleAsk() {
	dir, err := os.MkdirTemp("", "why")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "islands.ndjson")
	if err := record(file, "two-islands", "vasudevan", 140*time.Second); err != nil {
		log.Fatal(err)
	}
	a, err := why.Ask(context.Background(), why.Question{Trace: file, Worst: true, Runs: 40})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Sentences[0])
	for _, c := range a.Causes {
		fmt.Printf("without %s: %.0f %%\n", c.What[0], 100*c.Left)
	}
	// Output:
	// Nodes do not follow whom they should from 2m0s to 2m5.37s, 8 of 16 at most.
	// without a fault strikes: partition: 0 %
}

func TestAProgramAsks(t *testing.T) {
	file := filepath.Join(t.TempDir(), "islands.ndjson")
	if err := record(file, "two-islands", "vasudevan", 140*time.Second); err != nil {
		t.Fatal(err)
	}
	a, err := why.Ask(t.Context(), why.Question{Trace: file, Worst: true, Runs: 40})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Causes) != 1 || a.Causes[0].Interventions[0] != "{leave_out_strike: 1}" || a.Causes[0].Left != 0 || !strings.Contains(a.Causes[0].What[0], "partition") {
		t.Errorf("causes %+v, want the partition alone", a.Causes)
	}
	if !strings.Contains(string(a.JSON), `"intervention":"{leave_out_strike: 1}"`) {
		t.Errorf("%s", a.JSON)
	}
	at := 130 * time.Second
	for _, q := range []why.Question{{Node: 3, At: &at}, {Leader: 2, At: &at}, {Election: protocol.Computation{Num: 2, Source: 7}}} {
		q.Trace, q.Runs = file, -1
		a, err := why.Ask(t.Context(), q)
		if err != nil || len(a.Sentences) < 3 || len(a.Causes) > 0 {
			t.Errorf("%+v: %v, %q", q, err, a.Sentences)
		}
	}
	for _, q := range []why.Question{{}, {Node: 3, Worst: true}} {
		q.Trace = file
		if _, err := why.Ask(t.Context(), q); err == nil || !strings.Contains(err.Error(), "about one of") {
			t.Errorf("%+v: %v", q, err)
		}
	}
}
