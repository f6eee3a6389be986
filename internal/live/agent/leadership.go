package agent

import (
	"context"
	"log/slog"
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

// electing notes that the machine has entered an election: it knows no leader until the
// next Elected.
func (l *loop) electing() {
	l.counted.Elections++
	l.lead.electing = true
	l.lead.named = protocol.Nobody
	l.announce()
}

// follow notes the leader that the machine has elected.
func (l *loop) follow(leader protocol.ID) {
	l.lead.electing = false
	l.tenure.elected(leader, l.now())
	l.timers.set(timerTenure, l.now())
	l.timers.set(timerUnheard, l.now())
	l.lead.named = leader
	if leader != protocol.Nobody && l.phase == phaseListening {
		l.phase = phaseRunning
	}
	l.announce()
	if l.followsAnother() {
		l.replaced()
	}
}

// announce reports the leader if it changed.
func (l *loop) announce() {
	defer l.tellMeta()
	if l.word != nil {
		l.timers.set(timerWord, l.now())
	}
	l.setLeader(l.whom())
}

// whom is the leader to report: the one that the machine follows, unless a majority that is
// needed does not grant it, or it is this node and nobody hears it.
func (l *loop) whom() protocol.ID {
	switch {
	case l.word != nil:
		if leader, _ := l.word.Leader(l.steady()); leader == l.lead.named {
			return leader
		}
		return protocol.Nobody
	case l.unheard.silent && l.lead.named == l.self.ID:
		return protocol.Nobody
	}
	return l.lead.named
}

// setLeader stores and reports a change of leader. An election that confirms the old
// leader is reported as two changes, because nobody led in between.
func (l *loop) setLeader(leader protocol.ID) {
	former := l.lead.leader
	if leader == former {
		return
	}
	l.lead.without = l.lead.leaderless()
	l.lead.leader, l.lead.since = leader, time.Now()
	l.lead.epoch++
	e := Event{Former: l.node(former), Why: l.ungranted()}
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

// merged sets the timer after which the leader is reported again: a detection time-out and a
// hello time-out. By then the members that were cut off have found each other, and have
// settled.
func (l *loop) merged() {
	l.timers.set(timerReconfirm, l.now().Add(l.o.Detection.Timeout()+l.o.Timing.Hello.Timeout))
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

// tell completes an event and appends it to the log.
func (l *loop) tell(e Event) {
	e.At = time.Now()
	e.Epoch = l.lead.epoch
	e.Self = Node{Name: l.o.Name, ID: l.self.ID}
	e.Leader = l.node(l.lead.leader)
	e.Alive = len(l.roster.alive)
	e.Capability = l.offers().Value
	if s := l.wordStatus(); s != nil && s.Lease > 0 {
		e.HoldsFor = s.HoldsFor
	}
	l.log.append(e)
	level := slog.LevelInfo
	switch e.Kind {
	case AlgorithmDiffers, LeaderUnheard, TwoLeaders, LeaderFailed, SettingsDiffer, ClockJumped, HookLate:
		level = slog.LevelWarn
	}
	fields := []any{"leader", l.leaderName(), "epoch", e.Epoch, "alive", e.Alive, "members", e.Members, "reconfirmed", e.Reconfirmed}
	if e.Why != "" {
		fields = append(fields, "why", e.Why)
	}
	l.o.Logger.Log(context.Background(), level, string(e.Kind), fields...)
}

func (l *loop) node(id protocol.ID) *Node {
	if id == protocol.Nobody {
		return nil
	}
	return &Node{Name: l.named(id), ID: id}
}

func (l *loop) leaderName() string {
	if l.lead.leader == protocol.Nobody {
		return ""
	}
	return l.named(l.lead.leader)
}
