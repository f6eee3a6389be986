package capture

import (
	"fmt"
	"time"

	"bellwether/fd"
	"bellwether/protocol"
)

// Algorithm describes a-elect-leader-c.
func Algorithm() protocol.Algorithm {
	return protocol.Algorithm{
		Name:  "a-elect-leader-c",
		About: "Candidates capture members one by one; the one that has captured most takes over the others' members.",
		Paper: "L. Drummond, Eleição de Líder (course slides), Algoritmo A_Elect_Leader_C, Theorem 5.3, Corollary 5.4; after V. C. Barbosa, An Introduction to Distributed Algorithms, 1996, and Y. Afek, E. Gafni, Time and Message Bounds for Election in Synchronous and Asynchronous Complete Networks, SIAM J. Comput. 20(2), 1991",
		Needs: protocol.NeedsRouting,
		Goal:  protocol.GoalAny,
		Params: []protocol.Param{{
			Name: "t_max", Type: protocol.TypeDuration, Default: "250ms", Min: "1ms", Max: "1m", Load: func(members int) int { return members },
			Doc: "longest time of a message to any member; the default is bully's: twelve hops of a flood with 20 ms of jitter each",
		}, {
			Name: "t_process", Type: protocol.TypeDuration, Default: "10ms", Min: "0s", Max: "1m",
			Doc: "longest time to handle a message",
		}, {
			Name: "t_capture", Type: protocol.TypeDuration, Default: "250ms", Min: "1ms", Max: "1m",
			Doc: "mean time to capture a member, three round trips at most; the default is that of eight hops of a flood, 5 ms each, there and back",
		}},
		Kinds:       kinds(),
		Costs:       costs(),
		Timers:      timers,
		MaxNodes:    maxNodes,
		MaxNodesWhy: "a leader tells every member, and keeps 16 bytes of each",
		SettleBound: settleBound,
		Deviations: []string{
			"(a) A candidate begins with p_owner_id = id: as printed it defends itself with (level, nil), and two candidates capture each other.",
			"(b) A captured candidate sets owner_id too: as printed its captor's captor eliminates the wrong node.",
			"(c) A member without an owner is captured at once: as printed it answers check(nil), so that a single candidate cannot win.",
			"(d) Only a candidate counts an ack: as printed one that was captured meanwhile may still win.",
			"(e) A candidate with no member left to try leads, and tells all members (n − 1 messages): as printed no node ever leads.",
			"The target is the next member of the roster, round from the candidate; the paper takes any.",
			"Elections are numbered; messages of an older one are ignored, and its candidate is told to stand in the newer one.",
			"Losses and crashes: a candidate without an answer for T = 2·t_max + t_process asks all members whether they are there; T later it repeats lost messages, skips silent members and takes a silent owner for eliminated.",
			"A repeated capture is taken for the one that follows an elimination: if messages are lost a member may be counted twice, and two may win. Their announcements correct it.",
			"A node that gets no result stands in a new election after 4T + t_capture for each member and a random part of a detection interval; a node that knows no leader for the detection time-out does so, too.",
			"Merges: overlay.Monitor. Of two leaders the one of lesser capability steps down; a node that knows none follows any that announces itself.",
			"A leader that resigns asks the best member that tests it to hold an election, in which it is no candidate itself, and asks again each detection time-out; if no better member tests it, it waits that long and stands itself.",
		},
		New: func(c protocol.Config) (func() protocol.Machine, error) {
			if err := c.Detection.Validate(); err != nil {
				return nil, fmt.Errorf("a-elect-leader-c: %w", err)
			}
			s := newSettings(c)
			return func() protocol.Machine { return &machine{settings: s} }, nil
		},
	}
}

// maxNodes is bully's, whose upkeep is the same.
const maxNodes = 2048

// settings are what the machines of one world share.
type settings struct {
	detection  protocol.Detection
	hysteresis protocol.Margin
	answer     time.Duration // T
	each       time.Duration // t_capture
}

func newSettings(c protocol.Config) *settings {
	return &settings{
		detection: c.Detection, hysteresis: c.Hysteresis,
		answer: 2*c.Values.Duration("t_max") + c.Values.Duration("t_process"),
		each:   c.Values.Duration("t_capture"),
	}
}

// result is how long a result may take: two silences, each with its roll call,
// and a capture for each member.
func (s *settings) result(members int) time.Duration {
	return 4*s.answer + time.Duration(members)*s.each
}

// settleBound is derived in the package comment.
func settleBound(s protocol.Scale, c protocol.Config) time.Duration {
	route := time.Duration(s.Diameter) * s.Hop
	return fd.Worst(c.Detection) + 6*c.Detection.Interval + 2*newSettings(c).result(s.Roster) + 4*route + s.Neighbour
}
