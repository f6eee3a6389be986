package campaign

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"bellwether/internal/draw/table"
)

// crowd is a world whose medium carries some 60 exchanges a second, for omega's 380 pings of
// every pair each second.
const crowd = `
schema: 2
name: crowd
duration: 60s
warmup: 10s
nodes: 20
runs: 1
world: {width: 300, height: 300}
mobility: {model: static}
radio: {range: 250, bitrate: 50000, access: {model: csma}}
neighbours: {service: oracle}
detection: {interval: 1s, misses: 3}
`

// TestCollapsedRowsSayWhatFilledTheAir: a row whose own frames fill the medium says so in the
// table and in JSON, with the classes. No other row does: not the same row on an ideal medium,
// not a row with room on the medium, and not a row that is leaderless because no node begins
// an election or no majority is together.
func TestCollapsedRowsSayWhatFilledTheAir(t *testing.T) {
	collapsed := func(yaml string) map[string]string {
		t.Helper()
		out := run(t, read(t, yaml), Options{Jobs: 2})
		notes := map[string]string{}
		var page strings.Builder
		if err := table.WriteReport(&page, table.Text, &out.Report, table.ReportOptions{}); err != nil {
			t.Fatal(err)
		}
		for _, a := range out.Report.Algorithms {
			notes[a.Label] = a.Collapse
			text, err := json.Marshal(a)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(string(text), `"collapse":`); got != (a.Collapse != "") {
				t.Errorf("%s: collapse in JSON %v", a.Label, got)
			}
			if got := strings.Contains(page.String(), "# "+a.Label+" collapsed: "+a.Collapse+"\n"); got != (a.Collapse != "") {
				t.Errorf("%s: a note below the table %v:\n%s", a.Label, got, page.String())
			}
		}
		return notes
	}
	crowded := collapsed(crowd + "algorithms: [omega, vasudevan]\n")
	var wrong, air, detector float64
	if n, err := fmt.Sscanf(crowded["omega"], "without a leader of its goal for %g %% of the time, for its frames take %g %% of the air (detector %g %%", &wrong, &air, &detector); n < 3 {
		t.Errorf("omega: %q (%v)", crowded["omega"], err)
	}
	if wrong < 50 || wrong > 100 || air < 90 || air > 100 || detector < 90 || detector > air {
		t.Errorf("omega: %q", crowded["omega"])
	}
	for runs, means := range map[string]string{"runs: 1": "", "runs: 2": "; means of 2 runs"} {
		note := collapsed(strings.Replace(crowd, "runs: 1", runs, 1) + "algorithms: [omega]\n")["omega"]
		if note == "" || !strings.HasSuffix(note, ")"+means) {
			t.Errorf("%s: %q does not end with %q", runs, note, ")"+means)
		}
	}
	if crowded["vasudevan"] != "" {
		t.Errorf("vasudevan: %q", crowded["vasudevan"])
	}
	for name, yaml := range map[string]string{
		"ideal":         strings.Replace(crowd, "access: {model: csma}", "access: {model: ideal}", 1) + "algorithms: [omega]\n",
		"nobody begins": strings.Replace(crowd, "interval: 1s, misses", "interval: 1h, misses", 1) + "algorithms: [vasudevan]\n",
		"no majority":   strings.Replace(crowd, "bitrate: 50000", "bitrate: 5000000", 1) + "faults: [{at: 0s, crash: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}]\nalgorithms: [raft]\n",
	} {
		for row, note := range collapsed(yaml) {
			if note != "" {
				t.Errorf("%s: %s: %q", name, row, note)
			}
		}
	}
}
