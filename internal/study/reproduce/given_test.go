package reproduce

import (
	"fmt"
	"strings"
	"testing"
)

// Each given value is the one of the worlds that are run. The settings of figures are compared
// with a world of Fig. 8 at 3 m/s; words of the paper without a number are not compared.
func TestGivenValuesAreRun(t *testing.T) {
	for _, o := range []Options{{}, {Setup: asGloMoSim}, {Setup: asChosen}} {
		if err := o.fill(); err != nil {
			t.Fatal(err)
		}
		p, err := o.plan()
		if err != nil {
			t.Fatal(err)
		}
		points, err := p.Points(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, at := range points {
			s := at.Scenario
			got := map[string]string{
				"world": fmt.Sprintf("%g m × %g m", s.World.Width, s.World.Height), "nodes": fmt.Sprint(s.Nodes),
				"mobility.model": s.Mobility.Model, "mobility.speed.min": fmt.Sprintf("%g m/s", s.Mobility.Speed.Min),
				"mobility.speed.max": fmt.Sprintf("%g", s.Mobility.Speed.Max), "mobility.pause": fmt.Sprint(s.Mobility.Pause.Min.Std().Seconds(), "s"),
				"detection.interval": s.Detection.Interval.String(), "detection.misses": fmt.Sprint(s.Detection.Misses),
				"duration": fmt.Sprintf("%gm", s.Duration.Std().Minutes()), "warmup": fmt.Sprintf("%gm", s.Warmup.Std().Minutes()),
			}
			for _, g := range Given() {
				value, checked := got[g.Key]
				if checked && !strings.Contains(g.Value, strings.ReplaceAll(value, " s", "s")) && value != "25m" { // Fig. 5's own, an assumption
					t.Errorf("%s: %s is %s, given %s", o.name(), g.Key, value, g.Value)
				}
				seen[g.Key] = seen[g.Key] || checked
			}
			for i, v := range s.Capability.Values {
				if v != int64(i+1) {
					t.Fatalf("node %d has the value %d", i+1, v)
				}
			}
		}
		if n := len(seen); n != len(Given()) {
			t.Errorf("%d of %d parameters", n, len(Given()))
		}
	}
}
