package scenarios

import (
	"fmt"
	"strings"
	"testing"

	"bellwether/emulator"
	"bellwether/internal/testkit/sample"
	"bellwether/trace"
)

// empties counts the nodes whose batteries run empty.
type empties int

func (*empties) Wants() trace.Set { return trace.Of(trace.Crash) }
func (e *empties) Record(r *trace.Record) {
	if r.Why == trace.WhyBattery {
		*e++
	}
}

// The text of drone-survey says in how many of its runs drones run empty. Motors take almost
// all of the charge, so that the algorithm does not matter. go test runs three of the runs.
func TestDroneSurveySaysHowManyRunEmpty(t *testing.T) {
	if testing.Short() {
		t.Skip("12 runs of ten minutes each")
	}
	s, err := Load("drone-survey", Options{})
	if err != nil {
		t.Fatal(err)
	}
	with := 0
	for seed := range uint64(sample.Of(3, s.Runs)) {
		var n empties
		c, err := s.Config(s.Algorithms[0], s.Seed+seed, &n)
		if err != nil {
			t.Fatal(err)
		}
		w, err := emulator.New(c)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			with++
		}
		if n > 2 {
			t.Errorf("seed %d: %d drones run empty, want at most two", s.Seed+seed, n)
		}
	}
	if !sample.Whole() {
		return
	}
	text, _ := Source("drone-survey")
	for _, want := range []string{
		fmt.Sprintf("In %d of the %d runs one or two drones run empty", with, s.Runs),
		fmt.Sprintf("In the other %d runs none does", s.Runs-with),
	} {
		if !strings.Contains(strings.ReplaceAll(string(text), "\n# ", " "), want) {
			t.Errorf("the text does not say %q", want)
		}
	}
}
