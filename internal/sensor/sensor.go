package sensor

import (
	"context"
	"time"
)

// A Source values what this node can offer. It is asked by one goroutine at a
// time, and may block until ctx ends or its own time-out.
type Source interface {
	// Value is the value of this node's capability now. On an error it is the last
	// good one, 0 if there was none, as far as the source could tell: fit for use.
	Value(ctx context.Context, heard Heard) (int64, error)
}

// Heard is what an agent knows of its links.
type Heard struct {
	Members int           // that are heard now, without oneself: the degree
	RTT     time.Duration // median round trip to them; 0: none was measured
	Quality float64       // share heard of the neighbours' last hellos (overlay.Quality); 0: no neighbour
}

// A Reading is what a machine says of itself, and what was heard.
type Reading struct {
	BatteryFraction float64       // left of a full charge, all batteries together; NaN: no battery
	OnMains         bool          // power comes from outside, or there is no battery
	Degree          int           // members heard
	RTT             time.Duration // median round trip; 0: none was measured
	LinkQuality     float64       // share heard of the neighbours' last hellos; 0: no neighbour
	SignalDBm       float64       // of the strongest Wi-Fi link; NaN: none
	Uptime          time.Duration // since the machine booted; 0: not told
	Load1PerCPU     float64       // runnable processes per processor, average of one minute; NaN: not told
}

// Static is a value that the user chose.
type Static int64

// Value never fails.
func (s Static) Value(context.Context, Heard) (int64, error) { return int64(s), nil }
