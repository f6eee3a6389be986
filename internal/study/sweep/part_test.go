package sweep

import (
	"slices"
	"strings"
	"testing"

	"bellwether/internal/study/plan"
	"bellwether/internal/study/results"
)

// given is the small plan with its scenario from memory.
func given(t *testing.T, file string) *plan.Plan {
	t.Helper()
	p, err := plan.Read(file, []byte(`{name: small, scenario: mine.yaml, runs: 4, axes: {size: {six: {nodes: 6}, nine: {nodes: 9, duration: 10s}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	p.Text = []byte("{duration: 15s, warmup: 2s, nodes: 3, mobility: {model: random-walk}, faults: [{at: 5s, crash: best}], algorithms: [vasudevan, flood-max]}")
	return p
}

// A session may make a part of the runs. The lines of all parts, both those kept and those
// passed to Told, are the same as the lines of one session for the whole.
func TestASessionOfAPart(t *testing.T) {
	d := newDesk(t, small)
	whole := d.job("whole")
	whole.Given = given(t, d.path("whole/plan.yaml"))
	d.do(whole)
	want := d.lines("whole")
	if len(want) != 16 {
		t.Fatalf("%d lines, want 16", len(want))
	}

	part := d.job("parts")
	part.Given = given(t, d.path("parts/plan.yaml"))
	part.Part = func(at []string, index int) bool { return at[0] == "nine" && index < 2 }
	d.do(part)
	if last := d.news[len(d.news)-1]; len(d.lines("parts")) != 4 || last.Done != 4 || last.Total != 4 {
		t.Errorf("%d lines, %+v", len(d.lines("parts")), last)
	}
	for _, line := range d.lines("parts") {
		if !slices.Contains(want, line) {
			t.Errorf("a line that the whole has not: %s", line)
		}
	}
	rest := d.job("") // needs nothing but the directory
	rest.Plan, rest.Dir = d.path("parts"), ""
	d.do(rest)
	if !slices.Equal(d.lines("parts"), want) {
		t.Error("part and rest come to other lines than the whole")
	}

	var told []string
	nowhere := d.job("")
	nowhere.Given, nowhere.Dir = given(t, d.path("nowhere/plan.yaml")), ""
	nowhere.Told = func(l *results.Line) {
		text, err := l.Encode()
		if err != nil {
			t.Error(err)
		}
		told = append(told, string(text[:len(text)-1]))
	}
	d.do(nowhere)
	if slices.Sort(told); !slices.Equal(told, want) {
		t.Error("Told was called with other lines than are kept")
	}
}

// A negative number of traces is a mistake, not none.
func TestNegativeTracesAreRefused(t *testing.T) {
	j := Job{Jobs: 1, Traces: -1}
	if err := j.Do(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "--traces must be") {
		t.Error(err)
	}
}
