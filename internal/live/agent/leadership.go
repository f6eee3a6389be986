package agent

import (
	"time"

	"bellwether/protocol"
)

// leadership is what the agent knows and has reported about its leader.
type leadership struct {
	named    protocol.ID // the one that the machine follows
	leader   protocol.ID // the one that is reported: see whom
	electing bool        // the machine is in an election
	since    time.Time
	epoch    uint64
	fence    uint64               // the token with which the leader was reported last
	lost     map[protocol.ID]bool // members that went without goodbye
	without  time.Duration        // the time without a known leader, up to since
}

// leaderless is the total time without a known leader.
func (d *leadership) leaderless() time.Duration {
	if d.leader != protocol.Nobody {
		return d.without
	}
	return d.without + time.Since(d.since)
}

// elects notes that the machine has entered an election: it knows no leader until the next
// Elected.
func (d *leadership) elects() { d.electing, d.named = true, protocol.Nobody }

// elected notes the leader that the machine names.
func (d *leadership) elected(leader protocol.ID) { d.electing, d.named = false, leader }

// report changes the leader that is reported, and returns the one before.
func (d *leadership) report(leader protocol.ID) (former protocol.ID, changed bool) {
	former = d.leader
	if leader == former {
		return former, false
	}
	d.without = d.leaderless()
	d.leader, d.since = leader, time.Now()
	d.epoch++
	return former, true
}

// followsAnother reports whether the machine of a node names another one.
func (d *leadership) followsAnother(self protocol.ID) bool {
	return d.named != protocol.Nobody && d.named != self
}
