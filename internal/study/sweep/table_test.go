package sweep

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"bellwether/internal/study/results"
	"bellwether/trace/measure"
)

func (d *desk) table(t Table) string {
	d.t.Helper()
	var out strings.Builder
	d.said = nil
	t.Dir, t.Stdout, t.Warn = d.path("out"), &out, func(s string) { d.said = append(d.said, s) }
	if t.Format == "" {
		t.Format = "text"
	}
	if err := t.Do(context.Background()); err != nil {
		d.t.Fatal(err)
	}
	return out.String()
}

// The table's mean and paired difference are those that gonum computes from the lines.
func TestTableIsOfTheLines(t *testing.T) {
	const metric = "messages_per_node_s"
	d := newDesk(t, small)
	d.do(d.job("out"))
	var got struct {
		Plan, Versus string
		Cells        []struct {
			Axes          map[string]int
			Label, Metric string
			Summary       *measure.Summary
			TooFew        bool `json:"too_few_runs"`
			Paired        *measure.Difference
		}
	}
	if err := json.Unmarshal([]byte(d.table(Table{Metrics: []string{metric}, Versus: "flood-max", Format: "json"})), &got); err != nil {
		t.Fatal(err)
	}
	_, stored, err := Stored(d.path("out"), nil, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	lines := stored.Lines
	value := map[string]float64{}
	for i := range lines {
		value[lines[i].Axes.Values()[0]+lines[i].Label+string(rune('0'+lines[i].Seed))] = lines[i].Metrics.Get(metric).X
	}
	if len(got.Cells) != 6 || got.Plan != "small" || got.Versus != "flood-max" {
		t.Fatalf("%+v", got)
	}
	for i, nodes := range []string{"6", "9", "12"} {
		var own, other, differences []float64
		for _, seed := range []string{"1", "2", "3", "4"} {
			own, other = append(own, value[nodes+"vasudevan"+seed]), append(other, value[nodes+"flood-max"+seed])
			differences = append(differences, own[len(own)-1]-other[len(other)-1])
		}
		c, base := got.Cells[2*i], got.Cells[2*i+1] // in the order of the plan
		mean, deviation := stat.MeanStdDev(differences, nil)
		half := 3.182446 * deviation / 2 // t of 3 degrees at 97.5 %
		switch {
		case c.Label != "vasudevan" || base.Label != "flood-max" || c.Metric != metric || base.Paired != nil || !c.TooFew:
			t.Errorf("%s nodes: %+v and %+v", nodes, c, base)
		case math.Abs(c.Summary.Mean-stat.Mean(own, nil)) > 1e-9 || math.Abs(base.Summary.Mean-stat.Mean(other, nil)) > 1e-9:
			t.Errorf("%s nodes: means %v and %v", nodes, c.Summary.Mean, base.Summary.Mean)
		case math.Abs(c.Paired.Mean-mean) > 1e-9 || math.Abs(*c.Paired.High-mean-half) > 1e-6 || math.Abs(*c.Paired.Effect-mean/deviation) > 1e-9:
			t.Errorf("%s nodes: %+v, want %v ± %v", nodes, *c.Paired, mean, half)
		}
	}
}

// The table of a sweep that has only begun shows the finished runs, and warns if there is
// nothing to compare with.
func TestTableOfABeginning(t *testing.T) {
	d := newDesk(t, small)
	d.do(d.job("out"))
	var kept []string
	for _, line := range d.lines("out") {
		if !strings.Contains(line, `"nodes":12`) && !(strings.Contains(line, `"nodes":9`) && strings.Contains(line, `"label":"flood-max"`)) {
			kept = append(kept, line)
		}
	}
	d.write("out/"+results.SweepLines, strings.Join(kept, "\n")+"\n")
	text := d.table(Table{Metrics: []string{"messages_per_node_s"}, Versus: "flood-max"})
	if !strings.Contains(text, "nodes = 9") || strings.Contains(text, "nodes = 12") || strings.Count(text, "–") < 2 {
		t.Errorf("%s", text)
	}
	title, note := "# small, 12 of 24 runs: messages", "# fewer runs than the plan wants: flood-max at nodes = 9: 0 of 4"
	if lines := strings.Split(text, "\n"); !strings.HasPrefix(lines[0], title) || !slices.Contains(lines, note) {
		t.Errorf("it lacks %q or %q:\n%s", title, note, text)
	}
	few := "warning: as few as 4 runs stand behind a cell; below 30 the intervals hold the truth less often than 95 %"
	if len(d.said) != 2 || d.said[0] != "warning: at nodes = 9 there is no run of flood-max to compare with" || d.said[1] != few || strings.Contains(text, "warning") {
		t.Errorf("it says %q", d.said)
	}
}

// Rows are in the order of the plan, or by name if its scenario is gone.
func TestRowsStandInTheOrderOfThePlan(t *testing.T) {
	d := newDesk(t, strings.Replace(small, "campus-walk", "own.yaml", 1))
	d.write("own.yaml", "nodes: 5\n")
	d.do(d.job("out"))
	labels := func() []string {
		var out []string
		for _, line := range strings.Split(d.table(Table{Metrics: []string{"leader_quality"}, Format: "csv"}), "\n")[1:3] {
			out = append(out, strings.Split(line, ",")[1])
		}
		return out
	}
	if got := strings.Join(labels(), " "); got != "vasudevan flood-max" {
		t.Errorf("with the scenario: %s", got)
	}
	if err := os.Remove(d.path("out/own.yaml")); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(labels(), " "); got != "flood-max vasudevan" {
		t.Errorf("without: %s", got)
	}
}
