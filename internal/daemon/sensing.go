package daemon

import (
	"context"
	"log/slog"
	"math"
	"slices"
	"sync"
	"time"

	"bellwether/internal/sensor"
	"bellwether/live"
	"bellwether/protocol"
)

// sensing asks a source what the node can offer and tells the agent.
type sensing struct {
	every    time.Duration
	log      *slog.Logger
	readings chan int64
	first    int64

	mu     sync.Mutex
	source sensor.Source
}

// newSensing takes a first reading, so that the agent begins with what is true.
func newSensing(ctx context.Context, s *Settings, log *slog.Logger) (*sensing, error) {
	source, err := sensor.Parse(s.Capability)
	if err != nil {
		return nil, err
	}
	n := &sensing{every: s.Measure.Std(), log: log, readings: make(chan int64, 1), source: source}
	if n.first, err = source.Value(ctx, sensor.Heard{}); err != nil {
		log.Warn("the capability could not be measured", "error", err, "taken for", n.first)
	}
	return n, nil
}

// replace changes the source.
func (n *sensing) replace(spec string) error {
	source, err := sensor.Parse(spec)
	if err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.source = source
	return nil
}

// run measures until ctx ends.
func (n *sensing) run(ctx context.Context, a *live.Agent) {
	tick := time.NewTicker(n.every)
	defer tick.Stop()
	failing := false
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
		if (err != nil) != failing {
			failing = err != nil
			if failing {
				n.log.Warn("the capability could not be measured", "error", err, "taken for", value)
			} else {
				n.log.Info("the capability is measured again", "value", value)
			}
		}
		select {
		case <-n.readings: // an agent that hangs gets the newest
		default:
		}
		n.readings <- value
	}
}

// heard is what an agent knows of its links.
func heard(s live.Status) sensor.Heard {
	var rtts []time.Duration
	for _, m := range s.Members {
		if m.RTT > 0 && m.State == "alive" {
			rtts = append(rtts, m.RTT)
		}
	}
	h := sensor.Heard{Members: len(s.Neighbours), Quality: s.Quality}
	if slices.Sort(rtts); len(rtts) > 0 {
		h.RTT = rtts[len(rtts)/2]
	}
	return h
}

// margin is how far a rival must exceed a leader in office, as in scenarios: fixed
// values are no share of anything, so they get no bonus.
func (s *Settings) margin() protocol.Margin {
	m := protocol.Margin{Share: protocol.PerMille(math.Round(s.Hysteresis * 1000))}
	if source, err := sensor.Parse(s.Capability); err == nil {
		if _, fixed := source.(*sensor.Auto); fixed {
			m.Bonus = int64(math.Round(s.Incumbent * 1000))
		}
	}
	return m
}
