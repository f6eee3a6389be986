package overlay

import (
	"encoding/binary"
	"slices"
	"time"

	"bellwether/fd"
	"bellwether/overlay/internal/layer"
	"bellwether/protocol"
)

// MonitorOptions are the options of a Monitor.
type MonitorOptions struct {
	Detection  protocol.Detection
	Hysteresis protocol.Margin
	Timer      protocol.Timer // the machine's timer that fires Tick
}

// A Verdict is the result of a Tick.
type Verdict uint8

// The verdicts.
const (
	Steady     Verdict = iota // nothing to do
	Lost                      // the leader is suspected: this node has no leader
	Leaderless                // no leader for the detection time-out
	Challenge                 // this node's capability deposes its leader
)

// Monitor watches the leader after its election, whatever algorithm elected it; roster
// algorithms share it. It is a part of their machines, not a layer around them.
// Followers pull-test the leader each detection interval ([fd.Ping]); only a node that
// leads answers ([fd.Pong]). A leader announces itself ([LeaderAnnouncement]) each interval
// to the members that do not pull it: new ones, those that missed an announcement, and
// those that follow another leader. A node that hears from a leader better than its own
// follows it, and a leader that hears from a better one steps down. This merges two
// components, because both leaders reach all members once there are routes. A node follows
// a leader only because of the leader's own message, never because of a third node's, so a
// dead leader cannot be passed around.
//
// The machine calls Vacate when an election begins and Follow when it ends: the Monitor
// then reports the leader as elected, if it is new.
//
// A suspicion is reported when the leader is given up. It is taken back when any message
// comes from the suspect (Spoke), or when the suspect is followed again. No node tests a
// former leader: if it only stepped down, and sends this node no more messages, the
// suspicion stays.
//
// A node challenges if its capability deposes that of its leader, as last heard
// (Challenge). Nodes tick at random phases, so a challenge needs no further back-off.
//
// It is also the node's roster, its knowledge of the members. Heard stores the capability
// of the sender of a message, Capability returns it, Higher compares a member with this
// node, and after Rank members that were not heard of are compared by their IDs.
//
// It assumes a roster and routing. Cost: per interval two routed messages of 17
// bytes for each follower, one of 13 for each member that does not follow.
type Monitor struct {
	roster
	MonitorOptions
	leader protocol.Capability // ID Nobody: none is known
	since  protocol.Time       // when this leader was taken, or when the last one was given up
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
	env.SetTimer(o.Timer, o.Detection.Interval+layer.Spread(env, o.Detection.Interval))
}

// Leader is the leader's last known capability; its ID is Nobody without a leader.
func (o *Monitor) Leader() protocol.Capability { return o.leader }

// Vacate forgets the leader: an election is running.
func (o *Monitor) Vacate(env *protocol.Env) {
	o.pulls.Unwatch(o.leader.ID)
	o.leader = protocol.Capability{}
	o.since = env.Now()
}

// Follow takes a leader, perhaps this node, and reports a new one as elected by an
// election; by is the zero Computation if there was none.
func (o *Monitor) Follow(env *protocol.Env, leader protocol.Capability, by protocol.Computation) {
	fresh := leader.ID != o.leader.ID
	if fresh {
		o.Vacate(env)
	}
	o.leader = leader
	if leader.ID != env.Self() {
		o.Spoke(env, leader.ID) // or another node sent its message
		o.Heard(leader)
		o.pulls.Watch(leader.ID)
	}
	if fresh {
		env.Elected(leader.ID, by)
	}
}

// Successor is the best member that tested this node within the detection time-out, so it
// was alive then. In the first time-out of the run it is the best member heard of. Its ID
// is Nobody without such a member.
func (o *Monitor) Successor(env *protocol.Env) protocol.Capability {
	best := protocol.Capability{}
	for _, e := range o.heard {
		if e.id != env.Self() && !o.silent(e.id, env.Now(), o.Detection.Timeout()) {
			best = best.Better(e.capability())
		}
	}
	return best
}

// Tick does the work of an interval, and sets its timer again.
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

// Spoke notes that a message of any kind came from a member: machines call it first. It
// takes back the suspicion of a former leader, if there is one.
func (o *Monitor) Spoke(env *protocol.Env, from protocol.ID) {
	if at, late := slices.BinarySearch(o.late, from); late {
		o.late = slices.Delete(o.late, at, at+1)
		env.Trust(from)
	}
}

// Receive handles the monitor's messages, and ignores any other. It returns a better
// leader that announced itself, which the machine must follow; ID Nobody without such a leader.
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

// Copy returns a monitor in the same state.
func (o *Monitor) Copy() Monitor {
	c := *o
	c.heard, c.late = slices.Clone(o.heard), slices.Clone(o.late)
	if o.pulls != nil {
		c.pulls = o.pulls.Copy()
	}
	return c
}

// Shift moves every instant that the monitor remembers. It moves instants that no longer
// matter to a later time first: see [protocol.Shifter].
func (o *Monitor) Shift(now protocol.Time, d time.Duration) {
	matters := max(2*o.Detection.Interval, o.Detection.Timeout())
	o.shift(now, d, matters)
	o.since = max(o.since, now.Add(-matters)).Shift(d)
	if o.pulls != nil {
		o.pulls.Shift(now, d)
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

// announce announces this leader to the members that have not pulled for two intervals (one
// and a round trip would do).
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

// onAnnouncement compares the announced leader with the present one, or with this node if
// it leads.
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
