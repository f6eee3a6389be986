package hunt

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bellwether/internal/study/campaign"
	"bellwether/trace/measure"
)

// A Law is the name of what must hold in a world.
type Law string

// The laws. If a world breaks several, the first is reported.
const (
	// lawContract: the algorithm does not panic, and does what its protocol.Algorithm declares.
	lawContract Law = "contract"
	// lawEnacted: radio, losses and faults do what the scenario states. A breach is a fault of
	// the emulator, or of the program's own radio, movement or fault.
	lawEnacted Law = "scenario"
	// lawSafety: the invariants of the algorithm hold at every moment, one election that needs a
	// quorum has one leader, and machines do what they declare by the interfaces of package optional.
	lawSafety Law = "safety"
	// lawStorm: no more messages than stormRate for each node and second, and in the calm no growth
	// of their number.
	lawStorm Law = "storm"
	// lawConverges: within the settle bound after the last change, loss and fault, every
	// component names whom the goal wants, and keeps it.
	lawConverges Law = "converges"
	// lawQuiet: from then on no node sends a message of an election. A system that begins settled,
	// and to which nothing happens, sends none at all.
	lawQuiet Law = "quiet"
	// lawMargin: from then on no live member exceeds its leader by more than the hysteresis for
	// longer than the bound.
	lawMargin Law = "margin"
	// lawCost: from then on each interval has the upkeep that is stated, within upkeepSlack; and the
	// first election of a stated case has the messages that are stated.
	lawCost Law = "cost"
	// lawLossy: where losses do not end, within lossyBounds settle bounds after the last other
	// change there is a state in which every component names whom the goal wants. It is checked in
	// worlds of up to lossyNodes nodes.
	lawLossy Law = "lossy"
	// lawOwn: a bound of a metric, given by the user.
	lawOwn Law = "own"
)

// laws returns all laws except lawOwn, in their order.
func laws() []Law {
	return []Law{lawContract, lawEnacted, lawSafety, lawStorm, lawConverges, lawQuiet, lawMargin, lawCost, lawLossy}
}

// A metricBound is a law of the user's: a metric that must keep a limit in every run.
type metricBound struct {
	Metric string
	Sign   string // <=, >=, < or >
	Limit  float64
	text   string
}

var signs = []string{"<=", ">=", "<", ">"}

// ParseBound reads a bound such as "instability_fraction <= 0.2".
func ParseBound(text string, own ...measure.Own) (metricBound, error) {
	for _, sign := range signs {
		metric, limit, found := strings.Cut(text, sign)
		if !found {
			continue
		}
		name := strings.TrimSpace(metric)
		if _, err := campaign.KeyOf(name, own...); err != nil {
			return metricBound{}, fmt.Errorf("--law %q: %w", text, err)
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(limit), 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return metricBound{}, fmt.Errorf("--law %q: after %s comes a number, not %q", text, sign, strings.TrimSpace(limit))
		}
		return metricBound{name, sign, x, name + " " + sign + " " + strings.TrimSpace(limit)}, nil
	}
	return metricBound{}, fmt.Errorf("--law %q: want a metric, one of %s, and a number, like \"leaderless_fraction <= 0.1\"", text, strings.Join(signs, " "))
}

// String is the bound as the user wrote it, with one space around the sign.
func (b metricBound) String() string { return b.text }

// holds reports whether a value keeps the bound.
func (b metricBound) holds(x float64) bool {
	switch b.Sign {
	case "<=":
		return x <= b.Limit
	case ">=":
		return x >= b.Limit
	case "<":
		return x < b.Limit
	}
	return x > b.Limit
}

// A Breach states how a world breaks a law.
type Breach struct {
	Law Law    `json:"law"`
	Of  string `json:"of,omitempty"` // which bound, of Own; which invariant, of Safety
	Why string `json:"why"`
}

// same reports whether two breaches are of the same law, bound and invariant.
func (b *Breach) same(c *Breach) bool { return b != nil && c != nil && b.Law == c.Law && b.Of == c.Of }

// String is the breach in one line, "nothing" for nil.
func (b *Breach) String() string {
	if b == nil {
		return "nothing"
	}
	if b.Of != "" {
		return fmt.Sprintf("%s (%s): %s", b.Law, b.Of, b.Why)
	}
	return fmt.Sprintf("%s: %s", b.Law, b.Why)
}

// first returns the breach of the first law in the order of Laws; nil if there is no breach.
func first(breaches []Breach) *Breach {
	order := append(laws(), lawOwn)
	if len(breaches) == 0 {
		return nil
	}
	slices.SortStableFunc(breaches, func(a, b Breach) int { return slices.Index(order, a.Law) - slices.Index(order, b.Law) })
	return &breaches[0]
}
