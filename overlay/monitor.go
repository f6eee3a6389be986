package overlay

import (
	"encoding/binary"
	"slices"
	"time"

	"bellwether/fd"
	"bellwether/protocol"
)

// MonitorOptions of a Monitor.
type MonitorOptions struct {
	Detection  protocol.Detection
	Hysteresis protocol.Margin
	Timer      protocol.Timer // the machine's timer that fires Tick
}

// A Verdict is what a machine must know of its leader after a Tick.
type Verdict uint8

// The verdicts.
const (
	Steady     Verdict = iota // nothing to do
	Lost                      // the leader is suspected: nobody leads
	Leaderless                // no leader for the detection time-out
	Challenge                 // this node deposes its leader
)

// Monitor looks after a leader once it is elected, whatever elected it; roster
// algorithms share it. It is a part of their machines, not a layer around them.
//
// Followers pull-test the leader each detection interval ([fd.Ping]); only a
// node that leads answers ([fd.Pong]). A leader announces itself ([LeaderAnnouncement]) each
// interval to the members that do not pull it: who is new, was told nothing or
// follows another. A node that hears a leader better than its own follows it, a
// leader that hears a better one steps down: that merges two sides, since both
// leaders reach everybody once routes exist. A node follows nobody on hearsay:
// only a leader's own word counts, so a dead one cannot be passed around.
//
// The machine has no leader while an election is under way (Vacate), and fills
// it (Follow): the Monitor then says who is elected, if that is news.
//
// A suspicion is reported as the leader is given up, and taken back when the
// suspect speaks to this node, whatever it says (Spoke), or is followed again.
// Nobody tests a former leader: of one that only stepped down, and has nothing more
// to say to this node, the suspicion stands.
//
// A node whose own capability deposes that in its leader's last word says so
// (Challenge). Nodes tick at random phases, so a challenge needs no further
// back-off.
//
// It also is the node's roster, what it knows of the members: Heard takes what a message
// says that its owner offers, Capability tells it, Higher compares a member with oneself,
// and Rank lets IDs count for members of whom nothing was heard.
//
// It assumes a roster and routing. Cost: per interval two routed messages of 17
// bytes for each follower, one of 13 for each member that does not follow.
type Monitor struct {
	roster
	MonitorOptions
	leader protocol.Capability // of nobody: none is known
	since  protocol.Time       // when this leader was taken, or the last one given up
	pulls  *fd.Pull            // watches the leader
	late   []protocol.ID       // leaders reported as suspected and not heard since, sorted
}

// Start begins without a leader. The first tick comes at a random time in the
// second interval.
func (o *Monitor) Start(env *protocol.Env, options MonitorOptions) {
	o.MonitorOptions = options
	o.since = env.Now()
	o.pulls = fd.NewPull(fd.Options{
		Self:     env.Self(),
		Interval: o.Detection.Interval,
		Misses:   o.Detection.Misses,
		First:    env.Rand().Uint32(),
	})
	env.SetTimer(o.Timer, o.Detection.Interval+Spread(env, o.Detection.Interval))
}

// Leader is the leader's last known capability, of nobody if none is known.
func (o *Monitor) Leader() protocol.Capability { return o.leader }

// Vacate forgets the leader: an election is under way.
func (o *Monitor) Vacate(env *protocol.Env) {
	o.pulls.Unwatch(o.leader.ID)
	o.leader = protocol.Capability{}
	o.since = env.Now()
}

// Follow takes a leader, perhaps oneself, and reports one that is new as elected by
// an election, the zero Computation where it shows itself without one.
func (o *Monitor) Follow(env *protocol.Env, leader protocol.Capability, by protocol.Computation) {
	fresh := leader.ID != o.leader.ID
	if fresh {
		o.Vacate(env)
	}
	o.leader = leader
	if leader.ID != env.Self() {
		o.Spoke(env, leader.ID) // or somebody spoke for it
		o.Heard(leader)
		o.pulls.Watch(leader.ID)
	}
	if fresh {
		env.Elected(leader.ID, by)
	}
}

// Successor is the best member that has tested this node within the detection time-out
// (until one has passed since the run began: the best heard of), so that it was
// alive; of nobody if none has.
func (o *Monitor) Successor(env *protocol.Env) protocol.Capability {
	best := protocol.Capability{}
	for _, e := range o.heard {
		if e.id != env.Self() && !o.silent(e.id, env.Now(), o.Detection.Timeout()) {
			best = best.Better(e.capability())
		}
	}
	return best
}

// Tick does what is due once an interval, and sets its timer again.
func (o *Monitor) Tick(env *protocol.Env) Verdict {
	env.SetTimer(o.Timer, o.Detection.Interval)
	switch o.leader.ID {
	case env.Self():
		o.leader = env.Capability()
		o.announce(env)
		return Steady
	case protocol.Nobody:
		if env.Now().Sub(o.since) >= o.Detection.Timeout() {
			return Leaderless
		}
		return Steady
	}
	if late := o.pulls.Overdue(env.Now()); len(late) > 0 {
		o.suspect(env, o.leader.ID)
		return Lost
	}
	for _, q := range o.pulls.Ask(env.Now()) {
		env.Route(q.Peer, fd.Ping{Seq: q.Seq, Capability: env.Capability()})
	}
	if env.Capability().Deposes(o.leader, o.Hysteresis) {
		return Challenge
	}
	return Steady
}

// Spoke notes that a message of any kind came from a member: machines call it first
// of all. It takes back the suspicion of a former leader, if there is one.
func (o *Monitor) Spoke(env *protocol.Env, from protocol.ID) {
	if at, late := slices.BinarySearch(o.late, from); late {
		o.late = slices.Delete(o.late, at, at+1)
		env.Trust(from)
	}
}

// Receive takes the monitor's messages, and leaves any other alone. It gives a better
// leader that showed itself, which the machine is to follow; of nobody if none did.
func (o *Monitor) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) protocol.Capability {
	switch m := m.(type) {
	case fd.Ping:
		o.pull(m.Capability, env.Now())
		if o.leader.ID == env.Self() {
			env.Route(from, fd.Pong{Seq: m.Seq, Capability: env.Capability()})
		}
	case fd.Pong:
		o.Heard(m.Capability)
		o.pulls.OnReply(from, m.Seq)
		if from == o.leader.ID {
			o.leader = m.Capability
		}
	case LeaderAnnouncement:
		return o.onAnnouncement(env, from, m)
	}
	return protocol.Capability{}
}

// Copy gives a monitor of the same state.
func (o *Monitor) Copy() Monitor {
	c := *o
	c.heard, c.late = slices.Clone(o.heard), slices.Clone(o.late)
	if o.pulls != nil {
		c.pulls = o.pulls.Copy()
	}
	return c
}

// Shift moves every instant that the monitor remembers: see [protocol.Shifter].
func (o *Monitor) Shift(d time.Duration) {
	o.shift(d)
	o.since = o.since.Shift(d)
	if o.pulls != nil {
		o.pulls.Shift(d)
	}
}

// Snapshot appends the state in canonical form.
func (o *Monitor) Snapshot(b []byte) []byte {
	b = protocol.AppendCapability(o.roster.snapshot(b), o.leader)
	b = protocol.AppendTime(b, o.since)
	b = binary.BigEndian.AppendUint32(b, uint32(len(o.late)))
	for _, id := range o.late {
		b = protocol.AppendID(b, id)
	}
	return o.pulls.Snapshot(b)
}

// suspect reports a leader that does not answer.
func (o *Monitor) suspect(env *protocol.Env, id protocol.ID) {
	at, _ := slices.BinarySearch(o.late, id)
	o.late = slices.Insert(o.late, at, id)
	env.Suspect(id)
}

// announce tells the members that have not pulled for two intervals (one and a
// round trip would do) who leads.
func (o *Monitor) announce(env *protocol.Env) {
	silence := 2 * o.Detection.Interval
	if env.Now().Sub(o.since) < silence {
		return
	}
	for _, id := range env.Members() {
		if id != env.Self() && o.silent(id, env.Now(), silence) {
			env.Route(id, LeaderAnnouncement{env.Capability()})
		}
	}
}

// onAnnouncement compares the leader that speaks with one's own, or with oneself.
func (o *Monitor) onAnnouncement(env *protocol.Env, from protocol.ID, m LeaderAnnouncement) (better protocol.Capability) {
	o.Heard(m.Capability)
	mine := o.leader
	switch mine.ID {
	case from:
		o.leader = m.Capability
		return protocol.Capability{}
	case env.Self(), protocol.Nobody:
		mine = env.Capability()
	}
	if !m.Capability.Exceeds(mine) {
		return protocol.Capability{}
	}
	return m.Capability
}
