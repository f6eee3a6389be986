package conflict

import (
	"sync"

	"bellwether/internal/live/membership/internal/wire"
)

// A contest is what an agent knows of itself and another that claim one name or id.
type contest struct {
	self, other side
	keys        bool // only holders of a key could answer
	vouched     bool // the address of the other is from a call that vouches
}

// A side is one of the two.
type side struct {
	session  uint64
	standing wire.Standing
}

// lost reports whether this agent stops.
func (c contest) lost() bool {
	smaller := c.other.session < c.self.session
	if c.self.standing == wire.Settled {
		return c.keys && c.other.standing == wire.Settled && smaller
	}
	switch c.other.standing {
	case wire.Settled:
		return c.keys || c.vouched
	case wire.Challenged:
		return c.vouched && smaller
	case wire.Fresh:
		return c.vouched
	}
	return false
}

// entry is how far this agent has come on its way into the cluster.
//
// Two living agents may have one name or id: an operator started it twice, or somebody lies.
// The one that the others hold keeps it, and the newer one stops. No clock decides, and no
// claim that anybody could make:
//
//   - An agent is new until a call that vouches reports it at its own address, or until the
//     first rounds of calls are over if it has no seeds. Then it has settled, and without
//     keys no packet makes it stop.
//   - A new agent stops if another one answers at an address where a call that vouches
//     reported its name or id. So to keep an agent without keys from starting, an attacker must
//     already hold its name in the cluster.
//   - Calls that vouch are those that we make ourselves: in the first rounds all of them,
//     later those to the seeds of the options.
//   - Of two new agents which were both reported to the other, and with keys of two that have
//     settled apart from each other, the one with the smaller session stays. A session is drawn at
//     random.
//   - Without keys two that have settled apart both go on, and raise an alarm.
type entry struct {
	mu         sync.Mutex
	calls      map[string]int // addresses of the calls that vouch and run, how often
	settled    bool
	challenged bool
}

func (e *entry) standing() wire.Standing {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.settled:
		return wire.Settled
	case e.challenged:
		return wire.Challenged
	}
	return wire.Fresh
}

// reset makes the agent new again, after it left.
func (e *entry) reset() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.settled, e.challenged = false, false
}

// note notes that this agent has settled, or that it is challenged before that.
func (e *entry) note(s wire.Standing) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.settled = e.settled || s == wire.Settled
	e.challenged = e.challenged || s == wire.Challenged
}

// begin notes that a call to an address begins which vouches. The returned function notes its
// end.
func (e *entry) begin(addr string) (end func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.calls == nil {
		e.calls = map[string]int{}
	}
	e.calls[addr]++
	return func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.calls[addr]--; e.calls[addr] == 0 {
			delete(e.calls, addr)
		}
	}
}

// vouches reports whether a call to that address runs which vouches.
func (e *entry) vouches(addr string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.calls[addr] > 0
}
