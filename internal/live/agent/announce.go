package agent

import (
	"cmp"

	"bellwether/protocol"
)

// electing notes that the machine has entered an election: it knows no leader until the
// next Elected.
func (l *loop) electing() {
	l.counted.Elections++
	l.lead.elects()
	l.announce()
}

// follow notes the leader that the machine has elected.
func (l *loop) follow(leader protocol.ID) {
	now := l.clock.now()
	l.lead.elected(leader)
	l.tenure.elected(leader, now)
	l.timers.set(timerTenure, now)
	l.timers.set(timerUnheard, now)
	if leader != protocol.Nobody && l.phase == phaseListening {
		l.phase = phaseRunning
	}
	l.announce()
	if l.lead.followsAnother(l.self.ID) {
		l.replaced()
	}
}

// announce reports the leader if it changed.
func (l *loop) announce() {
	defer l.announceMeta()
	l.reviewEligible()
	if l.majority.needed() {
		l.timers.set(timerMajority, l.clock.now())
	}
	l.setLeader(l.whom())
}

// whom is the leader to report: the one that the machine follows, unless a majority that is
// needed does not grant it, or this node's group gives way to another, or it is this node and
// nobody hears it, or the one that it follows must not lead.
func (l *loop) whom() protocol.ID {
	if other, givesWay := l.elsewhere(); givesWay {
		return other
	}
	switch {
	case l.abstention() != "", l.passed():
		return protocol.Nobody
	case l.majority.needed():
		if leader := l.majority.leader(); leader == l.lead.named {
			return leader
		}
		return protocol.Nobody
	case l.unheard.silent && l.lead.named == l.self.ID:
		return protocol.Nobody
	}
	return l.lead.named
}

// elsewhere returns the leader of another group to which this node's group gives way, if it does:
// not where a majority decides, nor with a radio, where who hears whom is part of the experiment.
func (l *loop) elsewhere() (leader protocol.ID, givesWay bool) {
	if l.machine == nil || l.o.Mask != nil || l.majority.needed() {
		return protocol.Nobody, false
	}
	return l.roster.givesWay(l.announced)
}

// setLeader stores and reports a change of leader. An election that confirms the old
// leader is reported as two changes, because nobody led in between.
func (l *loop) setLeader(leader protocol.ID) {
	former, changed := l.lead.report(leader)
	if !changed {
		return
	}
	e := Event{Former: l.rec.node(former), Why: cmp.Or(l.abstention(), l.majority.ungranted(l.lead.named))}
	if leader != protocol.Nobody {
		e.Why = ""
	}
	if former == l.self.ID {
		e.Kind = LeaderLost
		l.tell(e)
		if leader == protocol.Nobody {
			return
		}
	}
	e.Kind = LeaderChanged
	if leader == l.self.ID {
		e.Kind = LeaderGained
	}
	l.tell(e)
}

// ended reports that an agent that ends leads no longer, however it ends.
func (l *loop) ended() {
	if l.lead.leader == l.self.ID {
		l.setLeader(protocol.Nobody)
	}
}

// merged sets the timer after which the leader is reported again: a detection time-out and a
// hello time-out. By then the members that were cut off have found each other, and have
// settled.
func (l *loop) merged() {
	l.timers.set(timerReconfirm, l.clock.now().Add(l.o.Detection.Timeout()+l.o.Timing.Hello.Timeout))
}

// refence reports the leader again if it has another fencing token than it was reported with: it began
// without one, or it has lost the lease and has it again, and nothing was heard of that.
func (l *loop) refence() {
	if w := l.majority.status(&l.lead); w != nil && w.Lease > 0 && l.lead.leader != protocol.Nobody && w.Fence != 0 && w.Fence != l.lead.fence {
		l.reconfirm()
	}
}

// reconfirm reports the leader again. During an election it waits for the end of the
// election.
func (l *loop) reconfirm() {
	if l.lead.leader == protocol.Nobody {
		if l.machine != nil {
			l.merged()
		}
		return
	}
	kind := LeaderChanged
	if l.lead.leader == l.self.ID {
		kind = LeaderGained
	}
	l.tell(Event{Kind: kind, Reconfirmed: true})
}

// tell tells an event with what the agent knows now.
func (l *loop) tell(e Event) {
	s := situation{epoch: l.lead.epoch, leader: l.rec.node(l.lead.leader), alive: len(l.roster.alive), capability: l.offer.own().Value}
	if w := l.majority.status(&l.lead); w != nil && w.Lease > 0 {
		s.holdsFor, s.fence = w.HoldsFor, w.Fence
	}
	if e.Kind == LeaderGained || e.Kind == LeaderChanged {
		l.lead.fence = s.fence
	}
	l.journal.tell(e, s)
}
