package thread

import (
	"fmt"
	"time"

	"bellwether/protocol"
)

// The standard's times. Where a scenario gives another time-out the others keep their
// proportion to it.
const (
	networkIDTimeout      = 120 * time.Second
	idSequencePeriod      = 10 * time.Second
	advertisementMin      = time.Second
	advertisementMax      = 32 * time.Second
	routerSelectionJitter = 120 * time.Second
	parentRequestTimeout  = 1250 * time.Millisecond
)

// shortestWindow is how long answers are waited for at least, in which they come over a busy medium.
const shortestWindow = 100 * time.Millisecond

// Algorithm describes Thread's leaders and partitions.
func Algorithm() protocol.Algorithm {
	const proportion = "0s: in the standard's proportion to timeout; there it is "
	return protocol.Algorithm{
		Name:  "thread",
		About: "Routers form partitions, each with a leader, and go over one by one to a better partition that they hear: one whose leader has more weight.",
		Paper: "Thread Group, Thread 1.1.1 and 1.3 Specification, chapters 4 and 5 (MLE, Thread Network Partitions, Leader); constants and later rules of OpenThread, src/core/thread/mle_ftd.cpp and mle_types.cpp",
		Needs: protocol.NeedsNeighbours,
		Goal:  protocol.GoalAny,
		Params: []protocol.Param{{
			Name: "timeout", Type: protocol.TypeDuration, Default: "0s", Min: "0s", Max: "1h",
			Doc: "NETWORK_ID_TIMEOUT: a leader is lost whose ID sequence has not risen for so long; 0s: the detection time-out; the standard has 120s",
		}, {
			Name: "period", Type: protocol.TypeDuration, Default: "0s", Min: "0s", Max: "1h",
			Doc: "ID_SEQUENCE_PERIOD: the leader's sequence rises; " + proportion + "10s",
		}, {
			Name: "shortest", Type: protocol.TypeDuration, Default: "0s", Min: "0s", Max: "1h",
			Doc: "ADVERTISEMENT_I_MIN: first interval of Trickle between advertisements; " + proportion + "1s",
		}, {
			Name: "longest", Type: protocol.TypeDuration, Default: "0s", Min: "0s", Max: "1h",
			Doc: "ADVERTISEMENT_I_MAX: last interval of Trickle; with fewer than 7 neighbours (n + 1)/8 of it, at least 3/8 (OpenThread); " + proportion + "32s",
		}, {
			Name: "selection", Type: protocol.TypeDuration, Default: "0s", Min: "0s", Max: "1h",
			Doc: "ROUTER_SELECTION_JITTER: a child becomes a router after a random time up to this; " + proportion + "120s",
		}, {
			Name: "window", Type: protocol.TypeDuration, Default: "0s", Min: "0s", Max: "1m",
			Doc: "how long answers to a request are waited for; " + proportion + "1.25s (OpenThread); 0s is at least 100ms",
		}, {
			Name: "requests", Type: protocol.TypeInteger, Default: "6", Min: "1", Max: "100",
			Doc: "parent requests before an attempt to attach has failed; OpenThread has 6, and 2 before Thread 1.3",
		}, {
			Name: "order", Type: protocol.TypeChoice, Default: string(weightFirst), Choices: []string{string(weightFirst), string(severalFirst)},
			Doc: "of two partitions the better is: weight-first, of the leader of more weight, then that of several routers (OpenThread since 2021, pull request 6809); several-first, of several routers, then of more weight (Thread 1.1.1); then of the greater ID",
		}, {
			Name: "weights", Type: protocol.TypeChoice, Default: string(byPower), Choices: []string{string(byPower), string(equal), string(byValue)},
			Doc: "leader weight of a node: power, by quarters of the best capability 56 (64, on battery −8), 60 (unstable external power −4), 64, 68 (stable external power +4), of Thread 1.4's device properties; equal, 64; value, the capability on a scale of 255",
		}, {
			Name: "border", Type: protocol.TypeInteger, Default: "1000", Min: "0", Max: "1000000",
			Doc: "with weights by power: a node of so much capability is a border router as well, +1; thousandths of the best",
		}},
		Variants:    []protocol.Variant{{Label: "thread-standard", Params: map[string]string{"timeout": "120s"}}},
		Kinds:       kinds(),
		Costs:       costs(),
		Timers:      timers,
		SettleBound: settleBound,
		Deviations: []string{
			"Times are in the standard's proportions to the detection time-out, so that rows compare; timeout=120s, the row thread-standard, has them all as they are.",
			"A router is not elected by the network's need, and asks the leader for no router ID: every child becomes a router after its random time, however many there are (the standard: 16 to 32).",
			"A partition is of several routers where its leader heard another within three of the longest intervals, and to all who follow it; in the standard the leader's set of router IDs says so.",
			"A parent tells how old the leader's last sequence is, and its child counts on from there. OpenThread counts from 0; only its costs of routes, which are left out here, keep nodes from taking a dead leader's partition from each other.",
			"A node joins no partition that is named after itself; after a reboot it founds one or joins another. OpenThread restores the role.",
			"A leader that resigns leaves its partition, and founds none until the others lost it.",
			"Who must not lead founds no partition, and is a router all the same.",
			"All links are good, and all parents alike: the best partition counts, then the youngest sequence. A parent's request for links (MLE Link Request) is left out.",
			"Told to elect, a node takes over if it has more weight than the leader, as OpenThread's otThreadBecomeLeader (pull request 9186).",
		},
		New: func(c protocol.Config) (func() protocol.Machine, error) {
			if err := c.Detection.Validate(); err != nil {
				return nil, fmt.Errorf("thread: %w", err)
			}
			s := newSettings(c)
			switch {
			case s.shortest > s.longest:
				return nil, fmt.Errorf("thread: the shortest interval of advertisements is %v, the longest %v: set shortest to that at most", s.shortest, s.longest)
			case s.period+s.longest >= s.timeout:
				return nil, fmt.Errorf("thread: a leader is lost after %v, and its sequence rises each %v and is told each %v: set timeout to more than their sum", s.timeout, s.period, s.longest)
			}
			return func() protocol.Machine { return &machine{settings: s} }, nil
		},
	}
}

// settings are what the machines of one world share.
type settings struct {
	interval  time.Duration // of detection
	timeout   time.Duration
	period    time.Duration
	shortest  time.Duration
	longest   time.Duration
	selection time.Duration
	window    time.Duration
	requests  int
	order     order
	weights   weighing
	border    int64
}

func newSettings(c protocol.Config) *settings {
	v := c.Values
	s := &settings{interval: c.Detection.Interval, timeout: v.Duration("timeout"), requests: v.Int("requests"), order: order(v.Choice("order")),
		weights: weighing(v.Choice("weights")), border: int64(v.Int("border"))}
	if s.timeout == 0 {
		s.timeout = c.Detection.Timeout()
	}
	given := func(name string, standard, least time.Duration) time.Duration {
		if d := v.Duration(name); d > 0 {
			return d
		}
		share := float64(standard) / float64(networkIDTimeout)
		return max(time.Duration(share*float64(s.timeout)).Round(time.Microsecond), least)
	}
	s.period = given("period", idSequencePeriod, time.Microsecond)
	s.shortest = given("shortest", advertisementMin, time.Microsecond)
	s.longest = given("longest", advertisementMax, time.Microsecond)
	s.selection = given("selection", routerSelectionJitter, time.Microsecond)
	s.window = given("window", parentRequestTimeout, shortestWindow)
	return s
}

// neighbourAge is how long a leader counts a router that it does not hear.
func (s *settings) neighbourAge() time.Duration { return 3 * s.longest }

// cycle is how long an attempt to attach takes.
func (s *settings) cycle() time.Duration { return time.Duration(s.requests+1) * s.window }

// settleBound is derived in the package comment.
func settleBound(of protocol.Scale, c protocol.Config) time.Duration {
	s := newSettings(c)
	hop := s.longest*3/2 + s.cycle() + s.selection + of.Hop
	return s.timeout + s.selection + 6*s.cycle() + s.neighbourAge() + time.Duration(of.Diameter+1)*hop + of.Neighbour
}
