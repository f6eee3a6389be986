package replay

import (
	"fmt"
	"strings"
	"time"

	"bellwether/internal/base/wording"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// A world is what runs in the scenario of a network, and what happens in it.
type world struct {
	algorithm     string
	hello, leader Timers // of hellos, and of signs of life
	runs          int
	span          time.Duration
	faults        []string
}

// yaml writes a network as a scenario. In it the algorithm runs with timers t for as long
// as the agents ran, with the same outages.
func (s *survey) yaml(n *Network, t Timers, algorithm string) []byte {
	begin := s.first()
	return s.scenario(n, world{algorithm: algorithm, hello: t, leader: t, runs: 10, span: s.end.Sub(begin),
		faults: s.script(n.frame(begin, n.Timers.Timeout)).lines})
}

// scenario writes a network and a world in it.
func (s *survey) scenario(n *Network, w world) []byte {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	say("# The network between %d agents, measured from their traces, for the emulator.", len(n.Nodes))
	say("# Loss and latency are means over all links: %d of %d pairs are linked, those that", n.Linked, len(n.Pairs))
	say("# heard at least half of each other's frames.")
	say("#")
	say("# Suggested timers: %s.", strings.ReplaceAll(n.Timers.String(), "; ", ";\n# "))
	say("# A mistake begins when a sign of life arrives and the next m are lost, so watchers")
	say("# make (n-1)/interval (1-p) p^m of them; p is the upper end of the 95 %% interval")
	say("# of the worst link's loss, m the least that keeps them below %v an hour.", MistakesPerHour)
	say("#")
	say("#   node  id          name")
	for _, m := range n.Nodes {
		say("#   %4d  %-10v  %s", m.Number, m.ID, plain(m.Name))
	}
	say("#")
	if n.Moving > 0 {
		say("# %s", n.unfit())
		say("# bellwether live calibrate --contacts FILE writes the links with their times.")
		say("#")
	}
	say("#   pair     loss there, back     round trip: least, median")
	for _, p := range n.Pairs {
		mark := ""
		if !p.Linked {
			mark = "  not linked"
		}
		if p.Changes {
			mark = fmt.Sprintf("  %d contacts, %.0f %% of the time", len(p.Meetings), 100*p.Up)
		}
		say("#   %3d-%-3d  %6.2f %%  %6.2f %%  %12v %12v%s", p.A, p.B, 100*p.Forth.Loss, 100*p.Back.Loss,
			p.RTTMin.Round(time.Microsecond), p.RTT.Round(time.Microsecond), mark)
	}
	say("schema: %d", scenarios.Form)
	say("name: calibrated")
	say("about: A network measured between %d live agents.", len(n.Nodes))
	say("duration: %v", scenarios.Duration(max(w.span.Truncate(time.Millisecond), time.Second)))
	say("warmup: 0s")
	say("runs: %d", w.runs)
	say("nodes: %d", len(n.Nodes))
	say("radio:")
	n.shape(say)
	say("  latency: %v", n.Delay)
	say("  loss: {model: bernoulli, probability: %.6f}", n.Loss)
	offers := make([]string, len(n.Nodes))
	for i, m := range n.Nodes {
		offers[i] = fmt.Sprint(m.Offer)
	}
	say("capability:")
	say("  values: [%s] # what they offered last, before they resigned", strings.Join(offers, ", "))
	say("neighbours: {service: hello, interval: %v, timeout: %v}", w.hello.Interval, w.hello.Timeout)
	say("detection: {interval: %v, misses: %d}", w.leader.Interval, w.leader.Misses)
	say("start: {elect: all, listen: %v} # as agents do: they elect only if they heard of no leader", w.hello.Timeout)
	if len(w.faults) > 0 {
		say("faults: # as they happened\n  - %s", strings.Join(w.faults, "\n  - "))
	}
	say("algorithms: [%s]", w.algorithm)
	return []byte(b.String())
}

// shape writes which nodes hear which: a graph, or contacts.
func (n *Network) shape(say func(string, ...any)) {
	switch {
	case n.File != "":
		say("  model: contacts")
		say("  file: %q", n.File)
		say("  bitrate: 0 # a frame takes the latency")
	case n.Linked == len(n.Pairs):
		say("  model: graph")
		say("  topology: complete")
	default:
		say("  model: graph")
		say("  topology: edges")
		say("  edges:")
		for _, p := range n.Pairs {
			if p.Linked {
				say("    - [%d, %d]", p.A, p.B)
			}
		}
	}
}

// unfit is the reason why a static world cannot fit; "" if it can.
func (n *Network) unfit() string {
	if n.Moving == 0 {
		return ""
	}
	return fmt.Sprintf("A static world cannot fit: the links of %s come and go, by movement or long bursts of loss.", wording.Count(n.Moving, "pair"))
}

// frame places a run in the scenario that is made of a network.
func (n *Network) frame(begin protocol.Time, brief time.Duration) frame {
	return frame{begin: begin, brief: brief, number: func(id protocol.ID) int {
		for _, m := range n.Nodes {
			if m.ID == id {
				return m.Number
			}
		}
		return 0 // not reached: every node that booted is in the network
	}}
}

// first is the time when the first node booted.
func (s *survey) first() protocol.Time {
	begin := s.end
	for _, at := range s.booted {
		begin = min(begin, at)
	}
	return begin
}

// plain returns a name without characters that would end a comment.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\u0085' || r == '\u2028' || r == '\u2029' {
			return '?'
		}
		return r
	}, name)
}
