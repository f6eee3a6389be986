package conformance

import (
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// Only a medium that detection fills excuses an algorithm: neither its own storm, nor a medium
// with room for its messages.
func TestOnlyDetectionFillsAMedium(t *testing.T) {
	for _, c := range []struct {
		name                 string
		detection, elections int // frames of a millisecond, in ten seconds
		want                 bool
	}{
		{"pings of all pairs, flooded", 2600, 0, true},
		{"with the end of an election", 2600, 90, true},
		{"a storm of elections besides", 2600, 110, false},
		{"a storm of elections", 0, 5000, false},
		{"room for all", 2400, 0, false},
	} {
		o := &occupancy{from: protocol.Time(time.Second), airtime: func(int) time.Duration { return time.Millisecond }}
		for _, part := range []struct {
			class protocol.Class
			n     int
		}{{protocol.ClassRouting, c.detection / 2}, {protocol.ClassDetector, c.detection - c.detection/2}, {protocol.ClassElection, c.elections}} {
			for range part.n {
				o.Record(&trace.Record{Kind: trace.Transmit, At: protocol.Time(2 * time.Second), Class: part.class})
			}
		}
		o.Record(&trace.Record{Kind: trace.Receive, At: protocol.Time(2 * time.Second)})
		for range 9000 { // before the bound all is allowed
			o.Record(&trace.Record{Kind: trace.Transmit, At: protocol.Time(time.Second), Class: protocol.ClassElection})
		}
		if got := o.filledByDetection(10 * time.Second); got != c.want {
			t.Errorf("%s: filled by detection: %t, want %t", c.name, got, c.want)
		}
	}
}
