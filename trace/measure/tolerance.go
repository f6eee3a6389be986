package measure

import "bellwether/protocol"

// leastTolerance is the difference below which no leader is a bad one. It is a choice, and
// stated in the head of every table: a twentieth is more than the steps in which offers are
// told (10 of 1000), and less than any margin of the built-in scenarios.
const leastTolerance = 50 * protocol.PerMille(1)

// A Tolerance is how much more than its leader a member of a component may offer before
// the leader counts as a bad one for badly_led_fraction. A member exceeds the Tolerance if
// it exceeds both parts of it.
type Tolerance struct {
	Share  protocol.PerMille // of what the leader offers
	Margin protocol.Margin   // what the scenario lets a leader keep its office with
}

// ToleranceOf is the Tolerance of a scenario: the greater of 5 % and its own margin.
func ToleranceOf(own protocol.Margin) Tolerance {
	return Tolerance{Share: leastTolerance, Margin: own}
}

// Exceeded reports whether a member that offers best makes leader a bad one.
func (t Tolerance) Exceeded(best, leader protocol.Capability) bool {
	return best.Value*1000 > leader.Value*(1000+int64(t.Share)) && best.Deposes(leader, t.Margin)
}
