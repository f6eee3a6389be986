package sweep

import (
	"strings"
	"testing"
)

// The verdict of a sweep names the rows that collapsed and at how many points: omega on a slow medium, not on
// a fast one, and never a row with room.
func TestSweepsSayWhichRowsCollapse(t *testing.T) {
	d := newDesk(t, `
name: crowds
scenario: crowd.yaml
axes: {radio.bitrate: [50000, 50000000]}
algorithms: [omega, vasudevan, flood-max]
runs: 1
`)
	d.write("crowd.yaml", `
schema: 2
name: crowd
duration: 30s
warmup: 10s
nodes: 16
world: {width: 300, height: 300}
mobility: {model: static}
radio: {range: 250, access: {model: csma}}
neighbours: {service: oracle}
detection: {interval: 1s, misses: 3}
`)
	d.do(d.job("out"))
	const said = "# Collapsed, since their own frames fill the medium: omega at 1 of 2 points.\n"
	if text := d.table(Table{}); !strings.Contains(text, said) {
		t.Errorf("the table lacks %q:\n%s", said, text)
	}
	if text := d.table(Table{Format: "json"}); strings.Count(text, `"collapsed":["omega"]`) != 1 || strings.Count(text, `"collapsed":[]`) != 1 {
		t.Errorf("JSON names the rows that collapsed otherwise:\n%.600s", text[strings.Index(text, `"verdict"`):])
	}
}
