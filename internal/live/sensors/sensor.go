package sensors

import (
	"context"
	"time"
)

// A Source computes the capability of this node. One goroutine at a time may call it. It
// may block until ctx ends or its own time-out.
type Source interface {
	// Value returns the present value of this node's capability. On an error it returns
	// the last good value, 0 if there was none, which may be used.
	Value(ctx context.Context, heard Heard) (int64, error)
}

// Heard is what an agent knows of its links.
type Heard struct {
	Members int           // members that are heard now, without this node: the degree
	RTT     time.Duration // median round trip to them; 0: none was measured
	Quality float64       // share heard of the neighbours' last hellos (overlay.Quality); 0: no neighbour
}

// A Reading is what was read of the machine and heard by the agent.
type Reading struct {
	BatteryFraction float64       // the charge of all batteries together; NaN: no battery
	OnMains         bool          // on external power, or without a battery
	Degree          int           // members heard
	RTT             time.Duration // median round trip; 0: none was measured
	LinkQuality     float64       // share heard of the neighbours' last hellos; 0: no neighbour
	SignalDBm       float64       // of the strongest Wi-Fi link; NaN: none
	Uptime          time.Duration // since the machine booted; 0: unknown
	Load1PerCPU     float64       // runnable processes per processor, average of one minute; NaN: unknown
}

// Static is a value that the user chose.
type Static int64

// Value never fails.
func (s Static) Value(context.Context, Heard) (int64, error) { return int64(s), nil }
