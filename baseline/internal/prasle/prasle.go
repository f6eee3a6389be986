package prasle

import (
	"fmt"
	"time"

	"bellwether/protocol"
)

// Algorithm describes PraSLE.
func Algorithm() protocol.Algorithm {
	return protocol.Algorithm{
		Name:  "prasle",
		About: "In rounds of a fixed length every node says the best pair of rank and ID that it knows; after as many rounds as the network has hops the best leads.",
		Paper: "M. Conard, A. Ebnenasir, A Practical Self-Stabilizing Leader Election for Networks of Resource-Constrained IoT Devices, EDCC 2021, Algorithm 1",
		Needs: protocol.NeedsNeighbours,
		Goal:  protocol.GoalBest,
		Params: []protocol.Param{{
			Name: "rounds", Type: protocol.TypeInteger, Default: "16", Min: "1", Max: "1024",
			Doc: "K of the paper: rounds in which an election listens; at least the hops of the network",
		}, {
			Name: "round", Type: protocol.TypeDuration, Default: "250ms", Min: "1ms", Max: "1m",
			Doc: "T of the paper: length of a round, at least the time of a message to a neighbour; the paper has 1s, and 100ms in its experiments",
		}, {
			Name: "jitter", Type: protocol.TypeDuration, Default: "20ms", Min: "0s", Max: "10s",
			Doc: "a node says its pair after a random time up to this; shorter than half a round",
		}, {
			Name: "network", Type: protocol.TypeChoice, Default: string(unreliable), Choices: []string{string(unreliable), string(reliable)},
			Doc: "in an election: unreliable, a node says its pair each round; reliable, only when it became better",
		}, {
			Name: "send", Type: protocol.TypeChoice, Default: string(broadcast), Choices: []string{string(broadcast), string(unicast)},
			Doc: "broadcast, one frame for all neighbours; unicast, an acknowledged frame for each, as in the paper",
		}, {
			Name: "upkeep", Type: protocol.TypeDuration, Default: "0s", Min: "0s", Max: "1h",
			Doc: "length of a round between elections, at most the detection time-out; 0s: as in one",
		}, {
			Name: "columns", Type: protocol.TypeInteger, Default: "0", Min: "0", Max: "1024",
			Doc: "logical neighbours, as the paper's testbed has them: the IDs lie on a grid of so many columns, and others than the four nearest are not listened to; 1: a line; 0: all who are heard are neighbours",
		}, {
			Name: "around", Type: protocol.TypeInteger, Default: "0", Min: "0", Max: "65535",
			Doc: "with columns: the ID of the last node, which is a neighbour of the first as well; 0: it is not",
		}},
		Kinds:       kinds(),
		Costs:       costs(),
		Timers:      timers,
		SettleBound: settleBound,
		Deviations: []string{
			"The greatest capability wins, and of equal ones the greater ID; in the paper the least rank and the lesser ID.",
			"The paper's nodes never forget a pair, so that a dead leader stays the least. Here a leader says each round that it leads, and is given up after the detection time-out; pairs of an election have an age.",
			"All nodes say their leader each round after an election too; the paper's reliable form ends, its unreliable one begins its next cycle.",
			"A node that joins, or that is told to elect, follows a leader that has won unless it deposes it.",
			"An election begins where a node boots, is told to, or forgets its leader; the paper's are begun by a master at all nodes.",
		},
		New: func(c protocol.Config) (func() protocol.Machine, error) {
			if err := c.Detection.Validate(); err != nil {
				return nil, fmt.Errorf("prasle: %w", err)
			}
			s := newSettings(c)
			if s.upkeep > s.timeout {
				return nil, fmt.Errorf("prasle: rounds of %v between elections, and leaders are given up after %v: set upkeep to that at most", s.upkeep, s.timeout)
			}
			if 2*s.jitter > s.round {
				return nil, fmt.Errorf("prasle: a jitter of %v in rounds of %v: pairs would come a round late; set jitter to half of a round at most", s.jitter, s.round)
			}
			return func() protocol.Machine { return &machine{settings: s} }, nil
		},
	}
}

// A network says when a pair is said in an election.
type network string

const (
	unreliable network = "unreliable"
	reliable   network = "reliable"
)

// A sending says how a pair reaches the neighbours.
type sending string

const (
	broadcast sending = "broadcast"
	unicast   sending = "unicast"
)

// settings are what the machines of one world share.
type settings struct {
	hysteresis protocol.Margin
	interval   time.Duration
	rounds     int
	round      time.Duration
	upkeep     time.Duration // between elections
	timeout    time.Duration
	oldest     uint16 // a pair of an election is forgotten beyond this age
	silence    uint16 // a leader is given up that is not heard for so many rounds
	jitter     time.Duration
	network    network
	send       sending
	columns    int // of the grid of logical neighbours; 0: none
	around     protocol.ID
}

func newSettings(c protocol.Config) *settings {
	s := &settings{
		hysteresis: c.Hysteresis, interval: c.Detection.Interval, rounds: c.Values.Int("rounds"), round: c.Values.Duration("round"),
		jitter: c.Values.Duration("jitter"), network: network(c.Values.Choice("network")), send: sending(c.Values.Choice("send")),
		columns: c.Values.Int("columns"), around: protocol.ID(c.Values.Int("around")),
	}
	const most = 1 << 15 // an age has 16 bits
	s.oldest = uint16(min(2*s.rounds+2*c.Detection.Misses, most))
	s.timeout = c.Detection.Timeout()
	if s.upkeep = c.Values.Duration("upkeep"); s.upkeep == 0 {
		s.upkeep = s.round
	}
	s.silence = uint16(min((s.timeout+s.upkeep-1)/s.upkeep, most))
	return s
}

// near reports whether two nodes are neighbours where neighbourhoods are logical.
func (s *settings) near(a, b protocol.ID) bool {
	low, high := int(min(a, b)), int(max(a, b))
	switch {
	case s.columns == 0, high-low == s.columns:
		return true
	case s.around != 0 && low == 1 && high == int(s.around):
		return true
	}
	return high-low == 1 && low%s.columns != 0 // in one row
}

// settleBound is derived in the package comment.
func settleBound(s protocol.Scale, c protocol.Config) time.Duration {
	t := newSettings(c)
	rounds := t.rounds + int(t.oldest) + 6
	return t.interval + t.timeout + t.upkeep + time.Duration(rounds)*t.round + 2*time.Duration(s.Diameter)*(max(t.round, t.upkeep)+s.Hop+t.jitter) + s.Neighbour
}
