package globalview

import (
	"encoding/binary"
	"slices"
	"time"

	"bellwether/overlay"
	"bellwether/protocol"
)

// The timers.
const (
	timerTell  protocol.Timer = iota // news has waited for hold
	timerCheck                       // the next checksum
	timers     = iota
)

// machine is one node.
type machine struct {
	*settings
	view   view
	self   protocol.ID
	leader protocol.ID // Nobody: none since the boot

	telling bool          // there is news to send at due
	due     protocol.Time // when to send it
	all     bool          // the news is all that is known

	patience int           // checks until a leader is named even if the view is not complete
	regent   protocol.ID   // the leader of a settled start, while no path to it is known
	until    protocol.Time // and until this time
}

// Start enters the node itself, with a clock beyond the saved one, and the neighbours that
// are there already.
func (m *machine) Start(env *protocol.Env, saved []byte) {
	m.self = env.Self()
	m.patience = 2
	boot := uint32(1)
	if len(saved) == 4 {
		boot += binary.BigEndian.Uint32(saved)
	}
	m.view.put(entry{
		Member:     Member{ID: m.self, Clock: Clock{Boot: boot}, Value: m.offer(env.Capability().Value)},
		neighbours: slices.Clone(env.Neighbours()),
	})
	m.save(env)
	if len(env.Neighbours()) > 0 {
		m.all = true
		m.tell(env, m.hold)
	}
	env.SetTimer(timerCheck, overlay.Spread(env, m.interval))
}

// Settle follows leader, and sends nothing for an interval.
func (m *machine) Settle(env *protocol.Env, leader protocol.Capability) {
	m.patience = 0
	m.regent, m.until = leader.ID, env.Now().Add(m.timeout)
	env.SetTimer(timerCheck, m.interval+overlay.Spread(env, m.interval))
	if m.telling {
		silence := m.interval + overlay.Spread(env, m.hold)
		m.due = env.Now().Add(silence)
		env.SetTimer(timerTell, silence)
	}
	m.name(env)
}

// NeighbourUp changes the node's own entry; the new neighbour gets all entries.
func (m *machine) NeighbourUp(env *protocol.Env, id protocol.ID) {
	m.all = true
	own := m.own()
	at, known := slices.BinarySearch(own.neighbours, id)
	if known { // it rebooted
		m.tell(env, m.hold)
		return
	}
	own.neighbours = slices.Insert(slices.Clone(own.neighbours), at, id)
	m.change(env, own)
}

// NeighbourDown changes the node's own entry.
func (m *machine) NeighbourDown(env *protocol.Env, id protocol.ID) {
	if id == m.regent {
		m.regent = protocol.Nobody
	}
	own := m.own()
	if at, known := slices.BinarySearch(own.neighbours, id); known {
		own.neighbours = slices.Delete(slices.Clone(own.neighbours), at, at+1)
		m.change(env, own)
	}
}

// CapabilityChanged changes the node's own entry.
func (m *machine) CapabilityChanged(env *protocol.Env) {
	m.say(env, m.own().Leads)
}

// Resign steps down without regard to hysteresis, and offers its remaining capability.
func (m *machine) Resign(env *protocol.Env) { m.say(env, 0) }

// say changes the node's offer and whether it leads, if one of them is new.
func (m *machine) say(env *protocol.Env, leads uint8) {
	own := m.own()
	offer := m.offer(env.Capability().Value)
	if own.Value == offer && own.Leads == leads {
		return
	}
	own.Value, own.Leads = offer, leads
	m.change(env, own)
}

// Receive learns newer entries, and compares checksums.
func (m *machine) Receive(env *protocol.Env, _ protocol.ID, message protocol.Message) {
	switch message := message.(type) {
	case Knowledge:
		m.learn(env, message.Extract)
	case Edit:
		m.learn(env, message.Extract)
	case Digest:
		if message.Sum != m.view.sum {
			m.all = true
			m.tell(env, m.hold)
		}
	}
}

// Fire sends the news, or a checksum for the neighbours to compare.
func (m *machine) Fire(env *protocol.Env, t protocol.Timer) {
	if t == timerTell {
		m.broadcast(env)
		return
	}
	env.SetTimer(timerCheck, m.interval)
	if m.patience > 0 {
		m.patience--
	}
	if len(m.own().neighbours) > 0 {
		env.Broadcast(Digest{m.view.sum})
	}
	m.name(env)
}

// own is a copy of the node's own entry.
func (m *machine) own() entry {
	at, _ := m.view.find(m.self)
	return m.view.entries[at]
}

// change stores a change of the node's own entry, and sends it.
func (m *machine) change(env *protocol.Env, own entry) {
	m.advance(env, own)
	m.tell(env, m.hold)
	m.name(env)
}

// advance increases the clock of the node's own entry.
func (m *machine) advance(env *protocol.Env, own entry) {
	former := m.own().Clock.Boot
	own.Clock = own.Clock.next()
	own.untold = true
	m.view.put(own)
	if own.Clock.Boot != former {
		m.save(env)
	}
}

// learn keeps entries that are newer than the known ones, to pass them on. If a node receives
// an entry of its own that it never sent, or sent before a boot and forgot, it takes a clock
// beyond it.
func (m *machine) learn(env *protocol.Env, x Extract) {
	news, next, lists := false, 0, x.Neighbours
	for i := range x.Members {
		told := &x.Members[i]
		at, known := m.view.findFrom(next, told.ID)
		next = at + 1 // entries come sorted
		if known {
			var same bool
			if lists, same = m.view.entries[at].repeats(told, lists); same {
				continue
			}
		}
		e := entry{Member: *told}
		e.neighbours, lists = firstList(lists)
		switch {
		case known && e.compare(&m.view.entries[at]) <= 0:
			continue
		case !known && len(m.view.entries) == maxNodes: // forged: there are no more nodes
			continue
		case e.ID == m.self:
			own := m.own()
			own.Clock = e.Clock
			m.advance(env, own)
		default:
			e.untold = true
			m.view.put(e)
		}
		news = true
	}
	if news {
		m.tell(env, m.hold)
		m.name(env)
	}
}

// tell schedules news within a random time of at most within; earlier news stays as
// scheduled.
func (m *machine) tell(env *protocol.Env, within time.Duration) {
	due := env.Now().Add(overlay.Spread(env, within))
	if m.telling && m.due <= due {
		return
	}
	m.telling, m.due = true, due
	env.SetTimer(timerTell, due.Sub(env.Now()))
}

// broadcast sends the news, or everything.
func (m *machine) broadcast(env *protocol.Env) {
	all := m.all
	parts := m.view.extracts(func(e *entry) bool { return all || e.untold })
	for _, x := range parts {
		if all {
			env.Broadcast(Knowledge{x})
		} else {
			env.Broadcast(Edit{x})
		}
	}
	for i := range m.view.entries {
		m.view.entries[i].untold = false
	}
	m.telling, m.all = false, false
}

// name determines the leader by the view, and begins or ends to lead.
func (m *machine) name(env *protocol.Env) {
	at, _ := m.view.find(m.self)
	members := m.view.component(at)
	if m.patience > 0 && (members.size() == 1 || !m.view.closed(members)) {
		return
	}
	m.patience = 0
	if at, known := m.view.find(m.regent); known && members.has(at) || env.Now() >= m.until {
		m.regent = protocol.Nobody
	}
	leader := m.regent
	if leader == protocol.Nobody {
		leader = m.leads(&m.view, members, m.hysteresis)
	}
	if leader != m.leader {
		m.leader = leader
		env.Elected(leader, protocol.Computation{})
	}
	leads := uint8(0)
	if m.hysteresis != (protocol.Margin{}) && leader == m.self {
		leads = 1
	}
	m.say(env, leads)
}

// save keeps the number of boots. A restart forgets the changes since the boot, and
// everything else.
func (m *machine) save(env *protocol.Env) {
	env.Save(binary.BigEndian.AppendUint32(nil, m.own().Clock.Boot))
}

// NeverFollowsWorse marks an algorithm whose nodes never follow a worse one: a node is in
// its own view.
func (*machine) NeverFollowsWorse() {}

// KeepsWithinMargin marks an algorithm that keeps the hysteresis: a node challenges its leader
// only beyond it.
func (*machine) KeepsWithinMargin() {}

// FollowsOnlyBest marks an algorithm in which only the best wins: a first view is closed
// only when all of the component are in it.
func (*machine) FollowsOnlyBest() {}

// Inspect shows the leader, the members of the component, and the members known.
func (m *machine) Inspect(show func(name string, value int64)) {
	at, _ := m.view.find(m.self)
	show("leader", int64(m.leader))
	members := m.view.component(at)
	show("component", int64(members.size()))
	show("known", int64(len(m.view.entries)))
}

// Copy returns a machine that behaves the same.
func (m *machine) Copy() protocol.Machine {
	c := *m
	c.view.entries, c.view.links = slices.Clone(m.view.entries), slices.Clone(m.view.links)
	return &c
}

// Shift moves every instant that the machine remembers.
func (m *machine) Shift(now protocol.Time, d time.Duration) {
	if now >= m.until {
		m.until = 0
	}
	m.due, m.until = m.due.Shift(d), m.until.Shift(d)
}

// Snapshot appends the state in canonical form.
func (m *machine) Snapshot(b []byte) []byte {
	b = protocol.AppendID(protocol.AppendID(b, m.leader), m.regent)
	flags := byte(m.patience) << 2
	due := protocol.Time(0)
	if m.telling {
		flags |= 1
		due = m.due
	}
	if m.all {
		flags |= 2
	}
	b = append(b, flags)
	b = protocol.AppendTime(b, due)
	b = protocol.AppendTime(b, m.until)
	for i := range m.view.entries {
		e := &m.view.entries[i]
		b = protocol.Marshal(b, Edit{Extract{[]Member{e.Member}, append(slices.Clone(e.neighbours), protocol.Nobody)}})
		if e.untold {
			b = append(b, 1)
		} else {
			b = append(b, 0)
		}
	}
	return b
}
