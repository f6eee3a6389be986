package measure

import (
	"fmt"
	"strconv"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// leastTolerance is the difference below which no leader is a bad one. It is a choice, and
// stated in the head of every table: a twentieth is more than the steps in which offers are
// told (10 of 1000), and less than the margin of each built-in scenario that has one.
const leastTolerance = 50 * protocol.PerMille(1)

// A Tolerance is how much more than its leader a member of a component may offer before
// the leader counts as a bad one for badly_led_fraction. A member exceeds the Tolerance if
// it exceeds both parts of it.
type Tolerance struct {
	Share  protocol.PerMille `json:"per_mille"` // of what the leader offers
	Margin protocol.Margin   `json:"margin"`    // what the scenario lets a leader keep its office with
}

// ToleranceOf is the Tolerance of a scenario: the greater of 5 % and its own margin.
func ToleranceOf(own protocol.Margin) Tolerance {
	return Tolerance{Share: leastTolerance, Margin: own}
}

// Exceeded reports whether a member that offers best makes leader a bad one.
func (t Tolerance) Exceeded(best, leader protocol.Capability) bool {
	return best.Value*1000 > leader.Value*(1000+int64(t.Share)) && best.Deposes(leader, t.Margin)
}

// String says when a leader is a bad one, before the words "than its leader": "a member offers
// over 10 % more", and with a bonus of 50 "a member offers over 10 % and 55 more", since the
// share is also of the bonus.
func (t Tolerance) String() string {
	share, margin := decimal(t.Share, 10)+" %", decimal(t.Margin.Share, 10)+" %"
	bonus := decimal(protocol.PerMille(t.Margin.Bonus)*(1000+t.Margin.Share), 1000)
	switch {
	case t.Margin.Bonus == 0:
		return "a member offers over " + decimal(max(t.Share, t.Margin.Share), 10) + " % more"
	case t.Margin.Share >= t.Share:
		return "a member offers over " + margin + " and " + bonus + " more"
	case t.Margin.Share == 0:
		return "a member offers over " + share + " more, and over " + bonus + " more,"
	}
	return "a member offers over " + share + " more, and over " + margin + " and " + bonus + " more,"
}

// decimal writes a fraction without needless zeros.
func decimal(n protocol.PerMille, of float64) string {
	return strconv.FormatFloat(float64(n)/of, 'f', -1, 64)
}

// A Truth is how the components of a run are known: trace.TruthExact and so on, and the
// seconds of its interval, 0 if it has none.
type Truth struct {
	Mode   string  `json:"mode"`
	EveryS float64 `json:"every_s,omitempty"`
}

// String says it in words.
func (t Truth) String() string {
	every := time.Duration(t.EveryS * 1e9)
	switch t.Mode {
	case trace.TruthExamined:
		return fmt.Sprintf("links examined each %v", every)
	case trace.TruthDrawn:
		return fmt.Sprintf("components drawn once in each %v", every)
	case trace.TruthExact:
		return "components exact"
	}
	return "components sampled"
}

// Truth is how the components of the run are known.
func (r *Run) Truth() Truth { return Truth{Mode: r.truth.mode, EveryS: r.truth.every.Seconds()} }

// Tolerance is the one that the run is measured with.
func (r *Run) Tolerance() Tolerance { return r.options.Tolerance }
