package sweep

import (
	"context"
	"io"
	"strings"
	"testing"
)

// A sweep warns of radios that could not send as run does, and names the point, both when it
// ends and when its directory is read.
func TestSweepsTellOfSilentRadios(t *testing.T) {
	d := newDesk(t, `name: small
scenario: world.yaml
axes: {radio.duty_cycle.limit: [0.005, 1]}
runs: 2
`)
	d.write("world.yaml", `schema: 2
nodes: 6
duration: 30s
warmup: 5s
mobility: {model: static}
world: {width: 300, height: 300}
radio: {range: 2000, bitrate: 5000, duty_cycle: {limit: 0.005, window: 30s}}
algorithms: [flood-max]
`)
	var told []string
	j := d.job("first")
	j.Warn = func(text string) { told = append(told, text) }
	d.do(j)
	stand, err := Look(context.Background(), d.path("first"), nil)
	if err != nil {
		t.Fatal(err)
	}
	var tabled []string
	table := Table{Dir: d.path("first"), Format: "csv", Stdout: io.Discard, Warn: func(text string) { tabled = append(tabled, text) }}
	if err := table.Do(context.Background()); err != nil {
		t.Fatal(err)
	}
	for where, texts := range map[string][]string{"do": told, "look": stand.Advice, "table": tabled} {
		found := 0
		for _, text := range texts {
			if strings.Contains(text, "radios could not send: node ") {
				found++
				if !strings.HasSuffix(text, "(at radio.duty_cycle.limit = 0.005)") {
					t.Errorf("%s: %q does not name the point", where, text)
				}
			}
		}
		if found != 1 {
			t.Errorf("%s: told %d times: %q", where, found, texts)
		}
	}
}
