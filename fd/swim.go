package fd

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
	"time"

	"bellwether/protocol"
)

// Defaults of SwimOptions, with where they come from.
const (
	defaultIndirect = 3    // memberlist's for a LAN
	defaultAckWait  = 0.25 // of a period: the rest is for indirect probes, which travel twice as far
	spreading       = 3    // λ of the paper's experiments: news are passed on for λ⌈log₂(n+1)⌉ periods
)

// SwimOptions are the options of [NewSwim]. Zero fields get their defaults.
type SwimOptions struct {
	Self   protocol.ID    // the owner, which is never probed
	Timer  protocol.Timer // the owner's timer that fires Fire
	Period time.Duration  // the protocol period T'; default 2s
	// AckWait is how long a direct answer may take before others are asked, as a share of
	// the period, in (0, 1); default 0.25.
	AckWait  float64
	Indirect int // k: members asked to ping one that has not answered; default 3
	// Suspicion is how many periods a suspicion lasts before the member is condemned: 1
	// is SWIM without suspicions, which condemns at the end of the period; default 3.
	Suspicion int
}

// SwimDefaults are the options if none are given.
func SwimDefaults() SwimOptions { return SwimOptions{}.withDefaults() }

func (o SwimOptions) withDefaults() SwimOptions {
	o.Period = cmp.Or(max(o.Period, 0), defaultInterval)
	if o.AckWait <= 0 || o.AckWait >= 1 {
		o.AckWait = defaultAckWait
	}
	o.Indirect = cmp.Or(max(o.Indirect, 0), defaultIndirect)
	o.Suspicion = cmp.Or(max(o.Suspicion, 0), defaultMisses)
	return o
}

// round bounds the time between two probes of one member by another, in a roster of n: the
// member may be first in one random order and last in the next.
func (o SwimOptions) round(n int) time.Duration {
	return o.withDefaults().Period * time.Duration(max(2*(n-1)-1, 0))
}

// lifetime is how long news is passed on after it was made, in a roster of n.
func (o SwimOptions) lifetime(n int) time.Duration {
	return o.withDefaults().Period * time.Duration(spreading*bits.Len(uint(n)))
}

// Worst is the longest time that a dead peer may go unsuspected by a member, in a roster of n:
// until all news that it is alive is forgotten, and then until it is condemned. Settle bounds
// include it.
func (o SwimOptions) Worst(n int) time.Duration { return o.lifetime(n) + o.condemns(n) }

// condemns is how long a condemnation takes without news: the wait for a probe, a probe in
// progress, and the suspicion.
func (o SwimOptions) condemns(n int) time.Duration {
	o = o.withDefaults()
	return o.round(n) + o.Period*time.Duration(o.Suspicion+2)
}

// swim is one member's part of SWIM. The zero swim is not usable: see [NewSwim].
type swim struct {
	o       SwimOptions
	members []member      // sorted by ID, this node included
	order   []protocol.ID // members to probe, in this round's random order
	period  uint32        // number of the protocol period
	probe   probe         // that of this period
	chosen  []protocol.ID // reused
}

// A member is what is known of a member: its entry in the paper's membership list.
type member struct {
	id          protocol.ID
	incarnation uint32
	suspect     bool
	failed      bool          // the suspicion has ended, and the failure is reported
	told        bool          // news of it is passed on, made at since
	since       protocol.Time // when it refuted, or when it first did not answer
}

// A probe is the question of a protocol period.
type probe struct {
	target   protocol.ID // Nobody if there is no member to ask
	asked    protocol.Time
	answered bool
	direct   bool // others have not been asked yet
}

// NewSwim makes a detector that knows no member yet.
func NewSwim(o SwimOptions) *swim { return &swim{o: o.withDefaults()} }

// Start suspects no member. The first period begins at a random time within one period.
func (s *swim) Start(env *protocol.Env) {
	s.keep(env)
	s.period = env.Rand().Uint32() // so that no answer to a ping from before a reboot counts
	env.SetTimer(s.o.Timer, spread(env, s.o.Period))
}

// Fire ends a protocol period and begins the next. Within a period it asks others to ping
// a member that has not answered.
func (s *swim) Fire(env *protocol.Env) {
	wait := time.Duration(s.o.AckWait * float64(s.o.Period)).Round(time.Microsecond)
	if s.probe.direct {
		s.probe.direct = false
		env.SetTimer(s.o.Timer, s.o.Period-wait)
		s.askOthers(env)
		return
	}
	s.conclude(env)
	s.keep(env)
	s.condemn(env)
	env.SetTimer(s.o.Timer, wait)
	s.ask(env)
}

// conclude suspects the probed member if it has not answered in this period, directly or
// through others.
func (s *swim) conclude(env *protocol.Env) {
	if m := s.find(s.probe.target); m != nil && !s.probe.answered {
		s.onSuspect(m, m.incarnation, s.probe.asked)
	}
}

// condemn fails the members whose suspicion has ended.
func (s *swim) condemn(env *protocol.Env) {
	lasts := s.o.Period * time.Duration(s.o.Suspicion)
	for i := range s.members {
		if m := &s.members[i]; m.suspect && !m.failed && env.Now().Sub(m.since) >= lasts {
			m.failed = true
			env.Suspect(m.id)
		}
	}
}

// ask pings the next member of the round.
func (s *swim) ask(env *protocol.Env) {
	s.period++
	s.probe = probe{target: s.next(env), asked: env.Now(), direct: true}
	if s.probe.target != protocol.Nobody {
		env.Route(s.probe.target, swimPing{env.Self(), s.period, s.self().incarnation, s.news(env, s.probe.target)})
	}
}

// next takes the next member of the round, and begins a new round after the last.
func (s *swim) next(env *protocol.Env) protocol.ID {
	for {
		if len(s.order) == 0 {
			if len(s.members) < 2 {
				return protocol.Nobody
			}
			s.order = s.shuffled(env, s.order, func(m *member) bool { return true })
		}
		id := s.order[0]
		s.order = s.order[:copy(s.order, s.order[1:])]
		if s.find(id) != nil { // still in the roster
			return id
		}
	}
}

// askOthers asks k random members that seem alive to ping the member that has not
// answered.
func (s *swim) askOthers(env *protocol.Env) {
	if s.probe.answered || s.probe.target == protocol.Nobody {
		return
	}
	s.chosen = s.shuffled(env, s.chosen, func(m *member) bool { return !m.failed && m.id != s.probe.target })
	for _, id := range s.chosen[:min(s.o.Indirect, len(s.chosen))] {
		env.Route(id, swimPingReq{s.probe.target, s.period, s.self().incarnation, s.news(env, id)})
	}
}

// shuffled returns the other members for which counts is true, in a random order.
func (s *swim) shuffled(env *protocol.Env, out []protocol.ID, counts func(m *member) bool) []protocol.ID {
	out = out[:0]
	for i := range s.members {
		if m := &s.members[i]; m.id != s.o.Self && counts(m) {
			out = append(out, m.id)
		}
	}
	env.Rand().Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// Receive handles a message of SWIM.
func (s *swim) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) (alive protocol.ID) {
	switch m := message.(type) {
	case swimPing:
		s.hear(env, from, m.Incarnation, m.News)
		env.Route(from, swimAck{m.Origin, env.Self(), m.Seq, s.self().incarnation, s.news(env, from)})
		alive = from
	case swimPingReq:
		s.hear(env, from, m.Incarnation, m.News)
		if s.other(m.Target) {
			env.Route(m.Target, swimPing{from, m.Seq, s.self().incarnation, s.news(env, m.Target)})
		}
		alive = from
	case swimAck:
		s.hear(env, m.Target, m.Incarnation, m.News)
		switch {
		case s.other(m.Origin):
			env.Route(m.Origin, m)
		case m.Target == s.probe.target && m.Seq == s.period:
			s.probe.answered = true
		}
		alive = m.Target
	}
	if s.find(alive) == nil {
		return protocol.Nobody
	}
	return alive
}

// Suspected reports whether id has failed, in the paper's sense: its suspicion has ended.
func (s *swim) Suspected(id protocol.ID) bool {
	m := s.find(id)
	return m != nil && m.failed
}

// keep keeps exactly the members of the roster. A new member is probed from the next round
// on.
func (s *swim) keep(env *protocol.Env) {
	roster := env.Members()
	s.members = slices.DeleteFunc(s.members, func(m member) bool {
		_, kept := slices.BinarySearch(roster, m.id)
		kept = kept || m.id == s.o.Self
		if !kept && m.failed {
			env.Trust(m.id) // this node no longer watches it
		}
		return !kept
	})
	s.know(s.o.Self)
	for _, id := range roster {
		s.know(id)
	}
}

func (s *swim) know(id protocol.ID) {
	if at, known := s.search(id); !known {
		s.members = slices.Insert(s.members, at, member{id: id})
	}
}

func (s *swim) search(id protocol.ID) (at int, known bool) {
	return slices.BinarySearchFunc(s.members, id, func(m member, id protocol.ID) int { return cmp.Compare(m.id, id) })
}

// find returns the entry of id; nil for a node that is not a member, and for Nobody.
func (s *swim) find(id protocol.ID) *member {
	at, known := s.search(id)
	if !known {
		return nil
	}
	return &s.members[at]
}

// other reports whether id is a member other than this node.
func (s *swim) other(id protocol.ID) bool { return id != s.o.Self && s.find(id) != nil }

func (s *swim) self() *member { return s.find(s.o.Self) }

// Copy returns a detector in the same state.
func (s *swim) Copy() Detector {
	c := *s
	c.members, c.order, c.chosen = slices.Clone(s.members), slices.Clone(s.order), nil
	return &c
}

// Shift moves every instant: see [protocol.Shifter].
func (s *swim) Shift(now protocol.Time, d time.Duration) {
	s.probe.asked = s.probe.asked.Shift(d)
	oldest := now.Add(-s.o.lifetime(len(s.members)))
	for i := range s.members {
		m := &s.members[i]
		if m.told = m.told && m.since > oldest; !m.told && !m.suspect {
			m.since = 0
		}
		m.since = m.since.Shift(d)
	}
}

// Snapshot appends the state in canonical form.
func (s *swim) Snapshot(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, s.period)
	b = protocol.AppendTime(protocol.AppendID(b, s.probe.target), s.probe.asked)
	b = append(b, protocol.Bit(s.probe.answered), protocol.Bit(s.probe.direct))
	b = binary.BigEndian.AppendUint32(b, uint32(len(s.order)))
	for _, id := range s.order {
		b = protocol.AppendID(b, id)
	}
	for i := range s.members {
		m := &s.members[i]
		b = binary.BigEndian.AppendUint32(protocol.AppendID(b, m.id), m.incarnation)
		b = append(b, protocol.Bit(m.suspect), protocol.Bit(m.failed), protocol.Bit(m.told))
		b = protocol.AppendTime(b, m.since)
	}
	return b
}
