package emulator

import (
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// TestLinksAreExaminedAsOftenAsAsked: where a medium has no equation for its links, the record
// of the truth has the interval, and components change at multiples of it.
func TestLinksAreExaminedAsOftenAsAsked(t *testing.T) {
	for _, every := range []time.Duration{0, 40 * ms} {
		o := ns3s()
		o.Shadowing = radio.Shadowing{SigmaDB: 5, CorrelationM: 15}
		cfg := plane(make([][2]float64, 12))
		cfg.Mobility, cfg.Until, cfg.ExamineEvery, cfg.Start = strolling(t, 900), 20*time.Second, every, Start{}
		cfg.Medium = channelOf(t, 1, o)
		cfg.Algorithm = algorithm(0, func() protocol.Machine { return &courier{made: make([]*courier, 12)} })
		j := keep(t, cfg)
		truth := j.of(trace.Truth)
		if len(truth) != 1 || truth[0].Name != trace.TruthExamined || every > 0 && truth[0].Value != int64(every) {
			t.Fatalf("examined each %v: %+v", every, truth)
		}
		step, changes := protocol.Time(truth[0].Value), 0
		for _, r := range j.of(trace.Component) {
			if r.At%step != 0 {
				t.Errorf("a component changes at %v, links are examined each %v", r.At, step)
			}
			if r.At > 0 {
				changes++
			}
		}
		if changes < 3 {
			t.Errorf("examined each %v: %d changes of components", every, changes)
		}
	}
}
