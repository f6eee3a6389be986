package hunt

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bellwether/internal/campaign"
	"bellwether/trace/measure"
)

// A Law is what must hold in a world. Its name is what a found world is called by.
type Law string

// The laws, in the order in which a run is asked for them.
const (
	// Contract: code does not panic, and does what its protocol.Algorithm declares.
	Contract Law = "contract"
	// Enacted: radio, losses and faults do what the scenario says of them. It is broken by the
	// emulator, or by a radio, a movement or a fault of the program's own.
	Enacted Law = "scenario"
	// Safety: what the algorithm states of every moment (package invariants); nobody leads
	// without the quorum that the goal asks for, once that could be known; one election has
	// one leader.
	Safety Law = "safety"
	// Storm: no more messages than stormRate for each node and second, and in the calm not
	// ever more.
	Storm Law = "storm"
	// Converges: within the settle bound after the last change, loss and fault, every
	// component names whom the goal wants, and keeps it.
	Converges Law = "converges"
	// Quiet: from then on nobody says what an election takes. A system that begins settled,
	// and to which nothing happens, says nothing of the kind at all.
	Quiet Law = "quiet"
	// Margin: from then on no live member exceeds its leader by more than the hysteresis for
	// longer than the bound.
	Margin Law = "margin"
	// Cost: from then on each interval has the upkeep that is stated, within a fifth.
	Cost Law = "cost"
	// Lossy: where losses do not end, every component has once named whom the goal wants by
	// lossyBounds settle bounds after the last other change. (See lossyShare.)
	Lossy Law = "lossy"
	// Own: a bound of a metric that the user gives.
	Own Law = "own"
)

// Laws are all laws that come with the hunt, with what they ask.
func Laws() []Law {
	return []Law{Contract, Enacted, Safety, Storm, Converges, Quiet, Margin, Cost, Lossy}
}

// A Bound is a law of the user's: a metric that must stay within a bound in every run.
type Bound struct {
	Metric string
	Sign   string // <=, >=, < or >
	Limit  float64
	text   string
}

var signs = []string{"<=", ">=", "<", ">"}

// ParseBound reads a bound like "instability_s <= 5".
func ParseBound(text string, own ...measure.Own) (Bound, error) {
	for _, sign := range signs {
		metric, limit, found := strings.Cut(text, sign)
		if !found {
			continue
		}
		name := strings.TrimSpace(metric)
		if _, err := campaign.KeyOf(name, own...); err != nil {
			return Bound{}, fmt.Errorf("--law %q: %w", text, err)
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(limit), 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return Bound{}, fmt.Errorf("--law %q: after %s comes a number, not %q", text, sign, strings.TrimSpace(limit))
		}
		return Bound{name, sign, x, name + " " + sign + " " + strings.TrimSpace(limit)}, nil
	}
	return Bound{}, fmt.Errorf("--law %q: want a metric, one of %s, and a number, like \"leaderless_fraction <= 0.1\"", text, strings.Join(signs, " "))
}

// String is the bound as it is written.
func (b Bound) String() string { return b.text }

// holds reports whether a value keeps the bound.
func (b Bound) holds(x float64) bool {
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

// A Breach is how a world breaks a law.
type Breach struct {
	Law Law    `json:"law"`
	Of  string `json:"of,omitempty"` // which bound, of Own; which invariant, of Safety
	Why string `json:"why"`
}

// same reports whether two breaches are of one kind.
func (b *Breach) same(c *Breach) bool { return b != nil && c != nil && b.Law == c.Law && b.Of == c.Of }

// String says it in a line.
func (b *Breach) String() string {
	if b == nil {
		return "nothing"
	}
	if b.Of != "" {
		return fmt.Sprintf("%s (%s): %s", b.Law, b.Of, b.Why)
	}
	return fmt.Sprintf("%s: %s", b.Law, b.Why)
}

// first is the breach of the law that comes first.
func first(breaches []Breach) *Breach {
	order := append(Laws(), Own)
	if len(breaches) == 0 {
		return nil
	}
	slices.SortStableFunc(breaches, func(a, b Breach) int { return slices.Index(order, a.Law) - slices.Index(order, b.Law) })
	return &breaches[0]
}
