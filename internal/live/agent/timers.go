package agent

import (
	"math"

	"bellwether/protocol"
)

// A slot is a timer: the agent's own come first, the machine's after them.
type slot int

const (
	timerListened  slot = iota // call an election unless a leader is known
	timerReconfirm             // report the leader again after a merge
	timerStorage               // try the disk again
	timerGone                  // end a leaving agent, even if no other has taken over
	timerTenure                // look again whether the leader is kept: see tenure
	timerUnheard               // look again whether members follow this leader: see unheard
	timerWatch                 // look for what an operator should hear of
	timerMajority              // ask for a majority's word, or report that it is over
	ownTimers                  // the number of the agent's own timers
)

// never is the deadline of a timer that is not set.
const never = protocol.Time(math.MaxInt64)

// timers are an agent's deadlines. There are about ten, so a search through all is faster
// than a sorted list.
type timers []protocol.Time

func newTimers(machine int) timers {
	t := make(timers, int(ownTimers)+machine)
	for i := range t {
		t[i] = never
	}
	return t
}

func (t timers) set(s slot, at protocol.Time) { t[s] = at }
func (t timers) stop(s slot)                  { t[s] = never }

// stopMachine stops the timers of the machine.
func (t timers) stopMachine() {
	for i := range t[ownTimers:] {
		t[int(ownTimers)+i] = never
	}
}

func (t timers) earliest() protocol.Time {
	first := never
	for _, at := range t {
		first = min(first, at)
	}
	return first
}

// take stops the timer that is due first, if one is due.
func (t timers) take(now protocol.Time) (slot, bool) {
	first := slot(0)
	for s, at := range t {
		if at < t[first] {
			first = slot(s)
		}
	}
	if t[first] > now {
		return 0, false
	}
	t[first] = never
	return first, true
}
