package agent

import (
	"time"

	"bellwether/protocol"
)

// leadership is what the agent has told of its leader.
type leadership struct {
	leader   protocol.ID // as the machine says
	electing bool        // the machine is in an election
	since    time.Time
	epoch    uint64
	lost     map[protocol.ID]bool // members that went without goodbye
	without  time.Duration        // how long no leader was known, until since
}

// leaderless is how long no leader has been known in all.
func (d *leadership) leaderless() time.Duration {
	if d.leader != protocol.Nobody {
		return d.without
	}
	return d.without + time.Since(d.since)
}

// electing is the machine's word that it has entered an election: it knows no
// leader until the next Elected.
func (l *loop) electing() {
	l.counted.Elections++
	l.lead.electing = true
	l.setLeader(protocol.Nobody)
}

// follow is the machine's word on who leads.
func (l *loop) follow(leader protocol.ID) {
	l.lead.electing = false
	if leader != protocol.Nobody && l.phase == phaseListening {
		l.phase = phaseRunning
	}
	l.setLeader(leader)
}

// setLeader keeps and tells a change. An election that confirms its leader is
// told as two changes, there and back, since nobody led in between.
func (l *loop) setLeader(leader protocol.ID) {
	former := l.lead.leader
	if leader == former {
		return
	}
	l.lead.without = l.lead.leaderless()
	l.lead.leader, l.lead.since = leader, time.Now()
	l.lead.epoch++
	e := Event{Former: l.node(former)}
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

// merged arms the second telling of the leader: whoever was cut off has settled
// by the end of a detection time-out and what members need to notice each other.
func (l *loop) merged() {
	l.timers.set(timerReconfirm, l.now().Add(l.o.Detection.Timeout()+l.o.Timing.Hello.Timeout))
}

// reconfirm tells the leader again. In an election it waits for the end of it.
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
	e.Capability = l.capability().Value
	l.log.append(e)
	l.o.Logger.Info(string(e.Kind), "leader", l.leaderName(), "epoch", e.Epoch, "alive", e.Alive,
		"members", e.Members, "reconfirmed", e.Reconfirmed)
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
