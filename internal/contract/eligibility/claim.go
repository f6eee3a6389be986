package eligibility

import "bellwether/protocol"

// below is how much less a node claims to offer that must not lead: more than any node offers.
const below = protocol.MaxValue + 1

// Claimed returns what a node claims that offers a value and must not lead: less than any node that may,
// so that an election of the best elects it only where no other is eligible. With a bonus for the leader that
// holds for values up to protocol.MaxValue less the bonus.
func Claimed(value int64) int64 { return value - below }

// May reports whether a node may lead that claims a value.
func May(claimed int64) bool { return claimed >= 0 }

// Offered returns what a node offers that claims a value.
func Offered(claimed int64) int64 {
	if May(claimed) {
		return claimed
	}
	return claimed + below
}

// Acting returns the leader of a node that names one that claims so much: nobody, if that one must not
// lead. It abstains, though it is elected.
func Acting(named protocol.Capability) protocol.ID {
	if !May(named.Value) {
		return protocol.Nobody
	}
	return named.ID
}
