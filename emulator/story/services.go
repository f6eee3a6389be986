package story

import (
	"fmt"
	"time"

	"bellwether/internal/sim/async"
	"bellwether/overlay"
	"bellwether/protocol"
)

// readServices returns the services that nodes have of their own, with the defaults of package
// overlay and of scenarios. hello: each second, and a neighbour is gone after three seconds of
// silence. link: at most seven repetitions, the first after 50 ms. flood: without jitter,
// since the script decides when a relay's message is delivered. aodv: likewise; a next hop is
// gone when it acknowledges no packet for 50 ms.
func readServices(names []string) (overlay.Services, error) {
	var out overlay.Services
	for _, name := range names {
		switch name {
		case "hello":
			out.Hello = &overlay.HelloOptions{Interval: time.Second, Timeout: 3 * time.Second}
		case "flood":
			out.Flood = &overlay.FloodOptions{}
		case "aodv":
			out.AODV = &overlay.AODVOptions{Detection: "acknowledgement", Jitter: -1}
		case "link":
			out.Link = &overlay.LinkOptions{Retry: 50 * time.Millisecond, Limit: 7}
		default:
			return out, fmt.Errorf("services are hello, flood, aodv and link, with commas between them, not %q", name)
		}
	}
	if out.Flood != nil && out.AODV != nil {
		return out, fmt.Errorf("services flood and aodv both route: take one of them")
	}
	return out, nil
}

// search is how long a route is sought at most where there is a path: all rings of RFC 3561's
// defaults (0.24 + 0.4 + 0.56 + 0.72 s) and one request to all (2.8 s).
const search = 4720 * time.Millisecond

// repeats is the longest pause between two repetitions of a link, in units of the first: see
// [overlay.LinkOptions].Retry.
const repeats = 8

// Scale returns the size of the system in its present state, for settle bounds, which count
// from the last fault. A delivery takes no time here; after a loss a hop takes the longest
// pause of a link, and with AODV the time of a search. Hellos notice a change within their time-out and one interval. Scale is
// for the explorer: [async.System] is internal.
func (s *Setup) Scale(in *async.System) protocol.Scale {
	scale := protocol.Scale{Roster: len(s.names), Hop: time.Millisecond}
	if s.services.Link != nil {
		scale.Hop += repeats * s.services.Link.Retry
	}
	if s.services.AODV != nil {
		scale.Hop += search
	}
	if s.services.Hello != nil {
		scale.Neighbour = s.services.Hello.Timeout + s.services.Hello.Interval
	}
	for _, c := range in.Topology.Components() {
		scale.Nodes = max(scale.Nodes, len(c))
		for _, id := range c {
			scale.Diameter = max(scale.Diameter, in.Topology.Distance(c[0], id), in.Topology.Distance(c[len(c)-1], id))
		}
	}
	scale.Diameter = min(2*scale.Diameter, max(scale.Nodes-1, 0)) // every eccentricity is at least half the diameter
	return scale
}

// bound returns the algorithm's settle bound for the system in its present state.
func (s *Setup) bound(in *async.System) time.Duration {
	return s.algorithm.SettleBound(s.Scale(in), s.config)
}
