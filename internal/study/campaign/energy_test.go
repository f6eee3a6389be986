package campaign

import (
	"math"
	"strings"
	"testing"

	"bellwether/internal/draw/table"
	"bellwether/trace/measure"
)

// A radio that draws less to send than to listen: the energy of traffic is below zero, and less
// for a row that sends more. All energy is still the sum of its parts, no direction is called
// better, and a note below the table says what the sign means.
func TestEnergyOfTrafficBelowZeroIsExplained(t *testing.T) {
	const key, note = "energy_traffic_j_per_node", "a radio draws less to send than to listen"
	table := func(profile string) (string, *Outcome) {
		out := run(t, read(t, strings.Replace(small, "faults:", "energy: {profile: "+profile+"}\nfaults:", 1)), Options{Jobs: 2})
		var text strings.Builder
		if err := table.WriteReport(&text, table.Text, &out.Report, table.ReportOptions{Columns: []string{key, "transmissions_per_node_s"}}); err != nil {
			t.Fatal(err)
		}
		return text.String(), out
	}
	text, out := table("cc2420")
	for i := range out.Report.Algorithms {
		a := &out.Report.Algorithms[i]
		traffic := a.Metrics.Get(key).Mean
		byClass := 0.0
		for _, joules := range a.EnergyByClass {
			byClass += joules
		}
		if traffic >= 0 || math.Abs(byClass-traffic) > 1e-9 {
			t.Errorf("%s: %v J for traffic, %v J for its classes", a.Label, traffic, byClass)
		}
	}
	if k, _ := measure.FindKey(key); k.Better != 0 {
		t.Errorf("less is called better (%d): that rewards a radio that sends", k.Better)
	}
	if !strings.Contains(text, note) {
		t.Errorf("nothing says what the sign means:\n%s", text)
	}
	if text, _ := table("wifi-ns3"); strings.Contains(text, note) {
		t.Errorf("the note stands where all is above 0:\n%s", text)
	}
}
