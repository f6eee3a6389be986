package table

import (
	"encoding/json"
	"strings"
	"testing"

	"bellwether/protocol"
	"bellwether/trace/measure"
)

// emptied returns the comparison with data of batteries: two rows have the energy of classes
// of messages, one of them also the median death.
func emptied(t *testing.T) *measure.Report {
	t.Helper()
	r := comparison(t)
	median := 555.31
	r.Algorithms[1].MedianDeathS = &median
	for i, classes := range [2][protocol.Classes]float64{{0: 0.5, 5: -0.00576}, {0: 1.25, 5: -0.006}} {
		read := map[string]float64{}
		for c, joules := range classes {
			read[protocol.Class(c).String()] = joules
		}
		text, err := json.Marshal(map[string]any{"energy_by_class": read})
		if err == nil {
			err = json.Unmarshal(text, &r.Algorithms[i])
		}
		if err != nil || r.Algorithms[i].EnergyByClass == nil {
			t.Fatal(err)
		}
	}
	return r
}

// Vasudevan's four runs end at 600 s without a death: all four are cut off. Bully's first
// deaths are at 510 … 540 s, 525 on average. Flood-max has no record of energy.
func TestBatteriesHaveATable(t *testing.T) {
	for f, want := range map[Format][]string{
		Text: {"campus-walk: batteries\n", "│ vasudevan          │ ≥ 600.0 ", "(–; 8)", "545.0 [", "│        555.3 │", "│   0.5000 │ -0.0058 │", "│   1.2500 │ -0.0060 │",
			"│ flood-max (7 of 8) │", "below 0 where a radio draws less to send than to listen"},
		Markdown: {"**campus-walk: batteries**", "median death, s", "election, J/node", "| flood-max (7 of 8) |"},
		HTML:     {"<h3>campus-walk: batteries</h3>", "555.3"},
		LaTeX:    {"555.3", "1.2500"},
	} {
		got := wrote(t, f, emptied(t), ReportOptions{})
		for _, text := range want {
			if !strings.Contains(got, text) {
				t.Errorf("%s: no %q in\n%s", f, text, got)
			}
		}
		if strings.Contains(got, "beacon\nJ/node") || strings.Contains(got, "beacon J/node") {
			t.Errorf("%s: a column of a class that took no energy", f)
		}
	}
}

// There is no table of batteries if none ran empty, if the user names columns, and in CSV.
func TestBatteriesHaveNoTableUnlessNeeded(t *testing.T) {
	alive := emptied(t)
	alive.Algorithms = alive.Algorithms[:1]
	if got := wrote(t, Text, alive, ReportOptions{}); strings.Contains(got, "batteries") {
		t.Errorf("no battery ran empty:\n%s", got)
	}
	if got := wrote(t, Text, emptied(t), ReportOptions{Columns: []string{"leader_quality"}}); strings.Contains(got, "batteries") {
		t.Errorf("one column was asked for:\n%s", got)
	}
	if got := wrote(t, CSV, emptied(t), ReportOptions{}); strings.Contains(got, "batteries") {
		t.Errorf("a table for programs:\n%s", got)
	}
}
