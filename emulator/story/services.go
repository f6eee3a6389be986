package story

import (
	"fmt"
	"time"

	"bellwether/internal/steps"
	"bellwether/overlay"
	"bellwether/protocol"
)

// serve reads which services nodes have of their own, with the defaults of package overlay
// and a scenario: hello each second, and a neighbour that is silent for three is gone;
// flood; link, whose first repetition comes after 50 ms, and at most seven. In a story a
// relay of a flood waits on its link, as every message does, and not for a jitter.
func serve(names []string) (overlay.Services, error) {
	var out overlay.Services
	for _, name := range names {
		switch name {
		case "hello":
			out.Hello = &overlay.HelloOptions{Interval: time.Second, Timeout: 3 * time.Second}
		case "flood":
			out.Flood = &overlay.FloodOptions{}
		case "link":
			out.Link = &overlay.LinkOptions{Retry: 50 * time.Millisecond, Limit: 7}
		default:
			return out, fmt.Errorf("services are hello, flood and link, with commas between them, not %q", name)
		}
	}
	return out, nil
}

// repeats is how many times as long as the first the longest pause of a link is: see
// [overlay.LinkOptions].Retry.
const repeats = 8

// Scale is the size of the system as it is. A hop takes no time here but that of a link's
// last repetition, and a hello its time-out and an interval. It is for the explorer: its
// type is internal.
func (s *Setup) Scale(in *steps.System) protocol.Scale {
	scale := protocol.Scale{Roster: len(s.names), Hop: time.Millisecond}
	if s.services.Link != nil {
		scale.Hop += repeats * s.services.Link.Retry
	}
	if s.services.Hello != nil {
		scale.Neighbour = s.services.Hello.Timeout + s.services.Hello.Interval
	}
	for _, c := range in.Components() {
		scale.Nodes = max(scale.Nodes, len(c))
		for _, id := range c {
			scale.Diameter = max(scale.Diameter, in.Distance(c[0], id), in.Distance(c[len(c)-1], id))
		}
	}
	scale.Diameter = min(2*scale.Diameter, max(scale.Nodes-1, 0)) // every eccentricity is at least half the diameter
	return scale
}

// bound is the algorithm's settle bound for the system as it is.
func (s *Setup) bound(in *steps.System) time.Duration {
	return s.algorithm.SettleBound(s.Scale(in), s.config)
}
