package scenarios

import (
	"time"

	"bellwether/protocol"
)

// loadBytes is the length of the message by which time-outs under load are reckoned: those
// that members send each other in an election have 5 to 17.
const loadBytes = 16

// loaded are the parameters of a row, and with them the time-outs that its algorithm's source
// leaves open, where nodes contend for the medium and the defaults are too short for what the
// algorithm may have on its way at once (protocol.Loaded). It is the same rule for every
// algorithm, and on an ideal medium it changes nothing.
//
// One medium is reckoned, on which all exchanges follow one another, and one exchange for a
// message, though a route has several hops. The two errors are of one size: of the nodes of a
// square with sides of 4 ranges, 2.5 hops from each other in the mean, some 2.5 send at a
// time. A saturated campus-walk carries a routed message in 1.1 ms, and an exchange takes
// 0.99 ms.
func (s *Scenario) loaded(e Entry, a protocol.Algorithm) map[string]string {
	if !s.contended() {
		return e.Params
	}
	return protocol.Loaded(a.Params, e.Params, s.Nodes, s.exchange())
}

// exchange is what one unicast frame with a message of loadBytes takes from the medium: DIFS,
// the mean back-off of a first try, the frame, SIFS and the acknowledgement.
func (s *Scenario) exchange() time.Duration {
	link, a := s.link(), s.Radio.Access
	return a.DIFS.Std() + time.Duration(a.WindowMin)*a.Slot.Std()/2 + link.Airtime(link.HeaderBytes+loadBytes) +
		a.SIFS.Std() + link.Airtime(link.AckBytes)
}
