package sensors

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"bellwether/internal/live/agent"
)

// Sensing reads from a source what the node can offer, and informs the agent.
type Sensing struct {
	every    time.Duration
	log      *slog.Logger
	readings chan int64
	first    int64

	mu     sync.Mutex
	source Source
}

// New takes a first reading, so that the agent starts with a measured value.
func New(ctx context.Context, source Source, every time.Duration, log *slog.Logger) *Sensing {
	n := &Sensing{every: every, log: log, readings: make(chan int64, 1), source: source}
	var err error
	if n.first, err = source.Value(ctx, Heard{}); err != nil {
		log.Warn("the capability could not be measured", "error", err, "taken for", n.first)
	}
	return n
}

// First is the node's capability at its start.
func (n *Sensing) First() int64 { return n.first }

// Readings are for the agent.
func (n *Sensing) Readings() <-chan int64 { return n.readings }

// Replace changes the source.
func (n *Sensing) Replace(source Source) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.source = source
}

// Run measures until ctx or the agent ends.
func (n *Sensing) Run(ctx context.Context, a *agent.Agent) {
	tick := time.NewTicker(n.every)
	defer tick.Stop()
	failing, taken := false, n.first
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		status, err := a.Status(ctx)
		if err != nil {
			return // it has ended
		}
		n.mu.Lock()
		source := n.source
		n.mu.Unlock()
		value, err := source.Value(ctx, heard(status))
		if ctx.Err() != nil {
			return // the value, or its lack, concerns nobody
		}
		if (err != nil) != failing || err != nil && value != taken {
			failing, taken = err != nil, value
			if failing {
				n.log.Warn("the capability could not be measured", "error", err, "taken for", value)
			} else {
				n.log.Info("the capability is measured again", "value", value)
			}
		}
		select {
		case <-n.readings: // replace a reading that the agent has not taken
		default:
		}
		n.readings <- value
	}
}

// heard extracts what an agent knows of its links.
func heard(s agent.Status) Heard {
	var rtts []time.Duration
	for _, m := range s.Members {
		if m.RTT > 0 && m.State == "alive" {
			rtts = append(rtts, m.RTT)
		}
	}
	h := Heard{Members: len(s.Neighbours), Quality: s.Quality}
	if slices.Sort(rtts); len(rtts) > 0 {
		h.RTT = rtts[len(rtts)/2]
	}
	return h
}
