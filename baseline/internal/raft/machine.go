package raft

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	library "go.etcd.io/raft/v3"
	"go.etcd.io/raft/v3/tracker"

	"bellwether/protocol"
)

// The timers.
const (
	timerCampaign protocol.Timer = iota // no leader was heard of, or a candidate did not win
	timerTick                           // the detection interval, of a leader
	timers        = iota
)

// An answer is a member's answer to this candidate.
type answer struct {
	from protocol.ID
	yes  bool
}

// machine is one member.
type machine struct {
	*settings
	node   *library.RawNode
	store  storage
	voters []uint64
	kept   durable           // saved
	state  library.StateType // at the last settle
	leader protocol.ID       // as reported; Nobody: none
	asking bool              // an election was reported, and no leader since
	tally  []answer          // answers to this candidacy, sorted; the library does not show them
	ticks  int               // since the last check of the quorum
}

// Start restores term and vote, as a follower that knows no leader.
func (m *machine) Start(env *protocol.Env, saved []byte) {
	m.voters = m.voters[:0]
	for _, id := range env.Members() {
		m.voters = append(m.voters, uint64(id))
	}
	m.kept = remember(saved)
	m.kept.term = max(m.kept.term, uint32(m.votes.begins()))
	m.open(env.Self(), m.kept)
	env.SetTimer(timerCampaign, m.patience(env.Rand()))
}

// patience is how long a follower waits for a leader.
func (m *machine) patience(r *rand.Rand) time.Duration {
	return m.detection.Timeout() + time.Duration(r.Int64N(int64(m.campaign)))
}

// Elect begins an election, unless this node leads.
func (m *machine) Elect(env *protocol.Env) {
	if m.state != library.StateLeader {
		m.campaigns(env)
	}
}

// Settle makes leader the leader of the next term, as if all had voted for it.
func (m *machine) Settle(env *protocol.Env, leader protocol.Capability) {
	self := env.Self()
	if leader.ID != self {
		m.step(Message{KindHeartbeat, m.kept.term + 1}, leader.ID, self)
	} else {
		term := m.kept.term + 1
		_ = m.node.Campaign()
		m.drain(env, discard)
		for _, yes := range []protocol.Kind{KindPreGrant, KindGrant} {
			for _, id := range m.voters {
				if id != uint64(self) && m.node.BasicStatus().RaftState != library.StateLeader {
					m.step(Message{yes, term}, protocol.ID(id), self)
					m.drain(env, discard)
				}
			}
		}
	}
	m.drain(env, discard)
	m.settle(env, KindAnnounce)
}

// Receive passes a message to the library. Term 0 is never sent, and the greatest term has
// no successor.
func (m *machine) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	said, log, known := m.votes.read(message, env.Capability().Value)
	if !known || said.Term == 0 || said.Term == math.MaxUint32 || from == env.Self() || !slices.Contains(m.voters, uint64(from)) {
		return
	}
	leads := said.kind == KindAnnounce || said.kind == KindHeartbeat
	switch {
	case said.kind == KindNewer && said.Term <= m.kept.term:
		return // already known
	case leads && m.state == library.StateLeader && said.Term == m.kept.term:
		said = Message{KindNewer, said.Term + 1} // storage was lost: two leaders in one term
	}
	if said.Term >= m.kept.term {
		m.count(from, said.kind)
	}
	voted := m.kept.vote
	m.stepAs(said, from, env.Self(), log)
	m.drain(env, send)
	m.settle(env, said.kind)
	switch {
	case leads && m.leader == from:
		env.SetTimer(timerCampaign, m.patience(env.Rand()))
	case m.kept.vote != voted && m.kept.vote == from:
		env.SetTimer(timerCampaign, m.again(env.Rand()))
	}
}

// again is how long a candidate waits before it asks again.
func (m *machine) again(r *rand.Rand) time.Duration {
	return m.campaign + time.Duration(r.Int64N(int64(m.campaign)))
}

// count stores a member's answer, as the library does.
func (m *machine) count(from protocol.ID, k protocol.Kind) {
	yes := k == KindPreGrant || k == KindGrant
	switch {
	case m.state == library.StatePreCandidate && (k == KindPreGrant || k == KindPreRefuse):
	case m.state == library.StateCandidate && (k == KindGrant || k == KindRefuse):
	default:
		return
	}
	at, found := slices.BinarySearchFunc(m.tally, from, func(a answer, id protocol.ID) int { return int(a.from) - int(id) })
	if !found {
		m.tally = slices.Insert(m.tally, at, answer{from, yes})
	}
}

// Fire campaigns, or sends heartbeats. Only a leader is ever ticked: other ticks would
// count towards time-outs that the library draws itself.
func (m *machine) Fire(env *protocol.Env, t protocol.Timer) {
	switch leads := m.state == library.StateLeader; {
	case leads != (t == timerTick):
		return
	case t == timerCampaign:
		m.campaigns(env)
		return
	}
	m.node.Tick()
	m.ticks = (m.ticks + 1) % m.misses
	env.SetTimer(timerTick, m.detection.Interval)
	m.drain(env, send)
	m.settle(env, KindAnnounce)
}

// campaigns asks all members for a pre-vote; the library forgets the leader.
func (m *machine) campaigns(env *protocol.Env) {
	_ = m.node.Campaign() // only a leader is refused
	m.tally = m.tally[:0]
	env.SetTimer(timerCampaign, m.again(env.Rand()))
	m.drain(env, send)
	m.settle(env, KindAnnounce)
}

// step passes a message to the library, which refuses stale messages and messages of
// non-members.
func (m *machine) step(said Message, from, to protocol.ID) { m.stepAs(said, from, to, current) }

// stepAs is step with the age of the sender's log. The question of a candidate that offers less
// than this member is passed on with a log older than all: the library does all that it does
// with a question, and refuses.
func (m *machine) stepAs(said Message, from, to protocol.ID, log age) {
	passed := said.library(from, to)
	if log == current {
		passed.Index, passed.LogTerm = new(m.store.begins), new(m.store.begins)
	}
	_ = m.node.Step(passed)
}

// An age is how old a sender's log is taken to be.
type age bool

const (
	current age = false // as all are
	older   age = true
)

// A delivery is whether the library's messages are sent.
type delivery bool

const (
	discard delivery = false
	send    delivery = true
)

// drain does what the library demands: first what must be stored, then the sending of
// messages.
func (m *machine) drain(env *protocol.Env, as delivery) {
	for m.node.HasReady() {
		ready := m.node.Ready()
		_ = m.store.Append(ready.Entries) // in memory: it cannot fail
		m.save(env, m.node.BasicStatus())
		announcing := ready.SoftState != nil && ready.SoftState.RaftState == library.StateLeader
		for _, message := range ready.Messages {
			if said, travels := ours(message, announcing); travels && as == send {
				env.Route(protocol.ID(message.GetTo()), m.votes.worded(said, env.Capability().Value))
			}
		}
		m.node.Advance(ready)
	}
}

// save saves term and vote if they changed.
func (m *machine) save(env *protocol.Env, s library.BasicStatus) {
	now := durable{uint32(s.GetTerm()), protocol.ID(s.GetVote())}
	if now != m.kept {
		m.kept = now
		env.Save(now.bytes())
	}
}

// settle compares the library's state with the state before, sets the timers of the new
// state and reports the change. A leader that a heartbeat makes known is reported late,
// and with no election.
func (m *machine) settle(env *protocol.Env, by protocol.Kind) {
	s := m.node.BasicStatus()
	former := m.state
	if s.RaftState != former {
		m.state, m.tally = s.RaftState, m.tally[:0]
	}
	switch {
	case m.state == library.StateLeader && former != library.StateLeader:
		m.ticks = 0
		env.StopTimer(timerCampaign)
		env.SetTimer(timerTick, m.detection.Interval)
	case m.state != library.StateLeader && former == library.StateLeader:
		m.retire(env, protocol.ID(s.Lead))
	}
	m.report(env, protocol.ID(s.Lead), by)
}

// retire steps down, and drops the log.
func (m *machine) retire(env *protocol.Env, successor protocol.ID) {
	m.open(env.Self(), m.kept)
	if successor != protocol.Nobody {
		m.step(Message{KindHeartbeat, m.kept.term}, successor, env.Self())
		m.drain(env, discard)
	}
	m.ticks = 0
	env.StopTimer(timerTick)
	env.SetTimer(timerCampaign, m.again(env.Rand()))
}

// report reports a new leader, or Nobody.
func (m *machine) report(env *protocol.Env, leader protocol.ID, by protocol.Kind) {
	of := protocol.Computation{Num: m.kept.term, Source: leader}
	if by == KindHeartbeat {
		of = protocol.Computation{}
	}
	switch {
	case leader != protocol.Nobody && (leader != m.leader || m.asking):
		m.asking = false
		env.Elected(leader, of)
	case leader == protocol.Nobody && !m.asking && (m.leader != protocol.Nobody || m.state != library.StateFollower):
		m.asking = true
		env.Electing(protocol.Computation{Num: m.kept.term + 1, Source: env.Self()})
	}
	m.leader = leader
}

// Outlives says to judges of a run what is stored before anything is sent that follows from
// it: a server votes for at most one candidate in a term, whatever crashes (§5.2).
func (*machine) Outlives() (kept, counted []string) { return []string{"term", "vote"}, nil }

// Inspect shows state, leader, term and vote; the last two as the library has them.
func (m *machine) Inspect(show func(name string, value int64)) {
	term, vote := m.kept.term, m.kept.vote
	if m.node != nil { // it has started
		s := m.node.BasicStatus()
		term, vote = uint32(s.GetTerm()), protocol.ID(s.GetVote())
	}
	show("state", int64(m.state))
	show("leader", int64(m.leader))
	show("term", int64(term))
	show("vote", int64(vote))
}

// Snapshot appends the state in canonical form.
func (m *machine) Snapshot(b []byte) []byte {
	b = append(b, byte(m.state), byte(m.ticks), protocol.Bit(m.asking))
	b = protocol.AppendID(append(b, m.kept.bytes()...), m.leader)
	b = binary.BigEndian.AppendUint32(b, uint32(len(m.tally)))
	for _, a := range m.tally {
		b = protocol.AppendID(b, a.from)
		if a.yes {
			b[len(b)-4] |= 0x80
		}
	}
	if m.state == library.StateLeader { // the members heard of since the last check
		m.node.WithProgress(func(id uint64, _ library.ProgressType, p tracker.Progress) {
			if p.RecentActive {
				b = protocol.AppendID(b, protocol.ID(id))
			}
		})
	}
	return b
}

// KeepsLeader says that no other node's offer makes a node leave a leader that it hears.
func (*machine) KeepsLeader() {}
