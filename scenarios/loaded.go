package scenarios

import (
	"maps"
	"time"

	"bellwether/protocol"
)

const (
	// loadBytes is the length of the message by which time-outs under load are reckoned: those
	// that members send each other in an election have 5 to 17.
	loadBytes = 16
	// longestLoad is beyond the bounds of all parameters; it keeps products from overflow.
	longestLoad = 365 * 24 * time.Hour
)

// loaded are the parameters of a row, and with them the time-outs that its algorithm's source
// leaves open (protocol.Param.Load) and whose defaults are too short for what the algorithm
// may have on its way at once on the medium for which the nodes contend. It is one rule for
// every algorithm: so many messages, an exchange each, rounded up to a millisecond, and at
// most the parameter's upper bound. On an ideal medium it changes nothing.
//
// All exchanges are reckoned one after another, and one for a message, though a route has
// several hops and distant nodes send at the same time. The two errors are of one size: in
// campus-walk a route has 2.1 hops in the mean, and where the medium is saturated three
// exchanges go on at a time.
func (s *Scenario) loaded(e Entry, a protocol.Algorithm) map[string]string {
	if !s.Radio.Contended() {
		return e.Params
	}
	out := maps.Clone(e.Params)
	for _, p := range a.Params {
		_, chosen := e.Params[p.Name]
		ideal, err := time.ParseDuration(p.Default)
		if chosen || p.Load == nil || err != nil {
			continue
		}
		exchange := max(s.exchange(), 1) // a section that is refused may have no times
		messages := min(p.Load(s.Nodes), int(longestLoad/exchange))
		need := (time.Duration(messages)*exchange + time.Millisecond - 1).Truncate(time.Millisecond)
		if most, err := time.ParseDuration(p.Max); err == nil {
			need = min(need, most)
		}
		if need > ideal {
			if out == nil {
				out = map[string]string{}
			}
			out[p.Name] = need.String()
		}
	}
	return out
}

// exchange is what one unicast frame with a message of loadBytes takes from the medium: DIFS,
// the mean back-off of a first try, the frame, SIFS and the acknowledgement; in 802.15.4 an
// assessment and a turnaround take the place of DIFS, and a turnaround that of SIFS.
func (s *Scenario) exchange() time.Duration {
	link, a := s.Radio.LinkLayer(), s.Radio.Access
	if s.Radio.Unslotted() {
		return a.BackoffPeriod.Std()*(1<<a.MinBE-1)/2 + a.Assessment.Std() + 2*a.Turnaround.Std() +
			link.Airtime(link.HeaderBytes+loadBytes) + link.Airtime(link.AckBytes)
	}
	return a.DIFS.Std() + time.Duration(a.WindowMin)*a.Slot.Std()/2 + link.Airtime(link.HeaderBytes+loadBytes) +
		a.SIFS.Std() + link.Airtime(link.AckBytes)
}
