package sensitivity

import (
	"time"

	"bellwether/internal/base/stats"
	"bellwether/internal/study/reproduce"
)

// A factor is an unknown of the paper with two values, the ends of its range or its two
// readings.
type factor struct {
	Letter    string
	Name      string
	Low, High string // as text
	Why       string // why these two
	set       func(c *reproduce.Configuration, high bool)
	acts      func(w world) bool // whether it can act in a world at all
}

// unknownFactors lists the unknowns, in the order of the design's columns. No value was chosen by
// how near it comes to the paper.
func unknownFactors() []factor {
	return []factor{
		{"A", "reply time-out", "3s", "10s", "UDP's interval between trials is unpublished: AODV's first search ends after 6.9 s, and the interval must be near it", pick(func(c *reproduce.Configuration) *time.Duration { return &c.Reply }, 3*time.Second, 10*time.Second), notTCP},
		{"B", "CHILD-TIMEOUT", "1s", "2.4s", "the paper's T at N = 20 is 2.49 s, and no leaf is faster than CHILD-TIMEOUT", pick(func(c *reproduce.Configuration) *time.Duration { return &c.Child }, time.Second, 2400*time.Millisecond), broadcasts},
		{"C", "neighbour list", "3s", "120s", "AODV's hello interval with three missed, or the paper's beacon with six missed", pick(func(c *reproduce.Configuration) *reproduce.List { return &c.List }, reproduce.ByHello, reproduce.AsBeacons), all},
		{"D", "effective range", "1.0 Tx", "0.8 Tx", "power and threshold are unpublished; a fifth less was tried before", pick(func(c *reproduce.Configuration) *float64 { return &c.RangeShare }, 1, 0.8), all},
		{"E", "merges", "exchange", "beacon", "the rule for all signallings, or for those with a list", pick(func(c *reproduce.Configuration) *reproduce.Merge { return &c.Merge }, reproduce.ByExchange, reproduce.ByBeacon), broadcasts},
		{"F", "unicast", "direct", "AODV draft 3", "over one hop, or as GloMoSim's network layer has it", pick(func(c *reproduce.Configuration) *reproduce.Unicast { return &c.Unicast }, reproduce.Direct, reproduce.Stalling), all},
		{"G", "medium", "ideal", "GloMoSim", "no contention, or RTS, sensing and capture as GloMoSim has them", pick(func(c *reproduce.Configuration) *reproduce.Access { return &c.Medium }, reproduce.Ideal, reproduce.GloMoSim), all},
		{"H", "jitter of floods", "10ms", "none", "what others add, or what an application of GloMoSim gets below it", pick(func(c *reproduce.Configuration) *time.Duration { return &c.Jitter }, 10*time.Millisecond, 0), all},
		{"J", "TCP connects", "once", "for each message", "100 s and connections kept, or 75 s and a handshake each", pick(func(c *reproduce.Configuration) *reproduce.Connect { return &c.Connect }, reproduce.Reused, reproduce.Each), isTCP},
		{"K", "who is forced", "anyone", "the best", "the paper says periodic, not who", pick(func(c *reproduce.Configuration) *reproduce.Forced { return &c.Forced }, reproduce.AnyNode, reproduce.BestNode), forced},
		{"L", "when", "each 5m", "each 1m", "both leave 23 s, the longest published election, time to end", pick(func(c *reproduce.Configuration) *time.Duration { return &c.Period }, 5*time.Minute, time.Minute), forced},
		{"M", "start", "steady", "leaving", "the model's steady state, or GloMoSim's uniform places", pick(func(c *reproduce.Configuration) *reproduce.Start { return &c.Start }, reproduce.Steady, reproduce.Leaving), all},
		{"N", "probe interval", "1s", "5s", "the product's default, or longer than the reply time-out", pick(func(c *reproduce.Configuration) *time.Duration { return &c.Probe }, time.Second, 5*time.Second), all},
		{"O", "tries", "3", "5", "the product's default, or two more", pick(func(c *reproduce.Configuration) *int { return &c.Tries }, 3, 5), notTCP},
		{"P", "sensing", "3.16 Tx", "10 Tx", "power lowered, or threshold raised by 10 dB: 632 m or 2 km in free space; only of GloMoSim's medium", pick(func(c *reproduce.Configuration) *float64 { return &c.Sensing }, 3.162, 10), all},
	}
}

// pick sets a field to one of two values.
func pick[T any](field func(*reproduce.Configuration) *T, low, high T) func(*reproduce.Configuration, bool) {
	return func(c *reproduce.Configuration, is bool) {
		*field(c) = low
		if is {
			*field(c) = high
		}
	}
}

func all(world) bool      { return true }
func notTCP(w world) bool { return w.Series.Signalling != "tcp" }
func isTCP(w world) bool  { return w.Series.Signalling == "tcp" }
func broadcasts(w world) bool {
	return w.Series.Signalling == "broadcast" || w.Series.Signalling == "optimised"
}
func forced(w world) bool { return w.Figure.Forced > 0 }

// basic factors take all combinations; the others are products of them, the generators. A
// search among products of three and five found these generators: of all that it tried they
// have the fewest words of four letters, 44, and so the fewest aliases.
const basic = 6

var generators = [][]int{{0, 1, 3, 4, 5}, {1, 2, 4}, {0, 2, 3}, {0, 4, 5}, {1, 2, 3}, {1, 2, 5}, {0, 3, 4}, {1, 3, 4}, {0, 2, 5}}

// design returns the design of the study: 2^(15-9), resolution IV.
func design() stats.Design {
	d, err := stats.NewDesign(basic, generators...)
	if err != nil {
		panic(err) // the generators are constants of this file
	}
	return d
}

// configured returns the configuration at a point of the design.
func configured(d stats.Design, point int) reproduce.Configuration {
	c := begun()
	for i, f := range unknownFactors() {
		f.set(&c, d.Sign(point, i) > 0)
	}
	return c
}

// begun is the configuration that the factors start from. First elections are apart. If they
// were together, nodes would stay in step over GloMoSim's medium and hear no beacon unless
// something else broke the step, so that R would be 0 because of three unknowns at once. The
// stages study that question.
func begun() reproduce.Configuration {
	c := reproduce.Assumed()
	c.First = reproduce.Apart
	return c
}

// able lists the factors that can act in a world.
func able(w world) (list []int) {
	for i, f := range unknownFactors() {
		if f.acts(w) {
			list = append(list, i)
		}
	}
	return list
}
