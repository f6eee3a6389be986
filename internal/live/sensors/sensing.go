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
	bars     chan string

	mu     sync.Mutex
	source Source
	rules  *Rules
}

// New takes a first reading, so that the agent starts with a measured value.
func New(ctx context.Context, source Source, every time.Duration, log *slog.Logger) *Sensing {
	n := &Sensing{every: every, log: log, readings: make(chan int64, 1), bars: make(chan string, 1), source: source}
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

// Bars are for the agent: why its node must not lead, "" if it may.
func (n *Sensing) Bars() <-chan string { return n.bars }

// Rule changes the rules by which this node may lead, and says which are broken by a node that has these tags.
func (n *Sensing) Rule(rules *Rules, tags map[string]string) (broken string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.rules = rules
	broken, err := rules.Broken(tags, Heard{})
	if err != nil {
		n.log.Warn("whether this node may lead could not be measured", "error", err)
	}
	return broken
}

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
		source, rules := n.source, n.rules
		n.mu.Unlock()
		broken, _ := rules.Broken(tagsOf(status), heard(status)) // what cannot be read was told at the start, or by the source
		select {
		case <-n.bars: // replace what the agent has not taken
		default:
		}
		n.bars <- broken
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

// tagsOf are the tags of an agent's own node.
func tagsOf(s agent.Status) map[string]string {
	for _, m := range s.Members {
		if m.ID == s.Self.ID {
			return m.Tags
		}
	}
	return nil
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
