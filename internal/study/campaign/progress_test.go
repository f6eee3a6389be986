package campaign

import (
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// A world in which nobody sends tells how far it is by any other record that its clock gets.
func TestASilentWorldShowsProgress(t *testing.T) {
	s, err := scenarios.Read("silent.yaml", []byte("schema: 2\nduration: 100s\nwarmup: 1s\nnodes: 3\nruns: 1\nalgorithms: [bully]\n"), scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []trace.Kind{trace.Send, trace.Sample, trace.Component, trace.Capability} {
		var told []float64
		p := newPace(s, portion{of: 1, left: NewForecast(1)}, func(p Progress) { told = append(told, p.Fraction) })
		c := p.clock(s)
		if !c.Wants().Has(kind) {
			t.Errorf("%v is not told to the clock", kind)
		}
		c.Record(&trace.Record{Kind: kind, At: protocol.Time(30 * time.Second)})
		p.close()
		if told[len(told)-1] != 0.3 {
			t.Errorf("after a %v at 30 s of 100 s it tells %v", kind, told)
		}
	}
}
