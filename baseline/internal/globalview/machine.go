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
	timerTell  protocol.Timer = iota // news has waited long enough
	timerCheck                       // the next checksum
	timers     = iota
)

// Machine is one node.
type Machine struct {
	*settings
	view   view
	self   protocol.ID
	leader protocol.ID // Nobody: none named since the boot

	telling bool          // there is news, to be told when due
	due     protocol.Time // when
	all     bool          // and the news is all that is known

	patience int           // checks until a leader is named whatever the view
	regent   protocol.ID   // the leader of a settled start, as long as no path to it is known
	until    protocol.Time // and as long as this lasts
}

// Start knows itself, at a clock beyond all that it saved, and the neighbours that
// are there already.
func (m *Machine) Start(env *protocol.Env, saved []byte) {
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

// Settle follows leader, and is silent for an interval.
func (m *Machine) Settle(env *protocol.Env, leader protocol.Capability) {
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

// NeighbourUp is a change of one's own entry; the neighbour is told everything.
func (m *Machine) NeighbourUp(env *protocol.Env, id protocol.ID) {
	m.all = true
	own := m.own()
	at, known := slices.BinarySearch(own.neighbours, id)
	if known { // as at a boot
		m.tell(env, m.hold)
		return
	}
	own.neighbours = slices.Insert(slices.Clone(own.neighbours), at, id)
	m.change(env, own)
}

// NeighbourDown is a change of one's own entry.
func (m *Machine) NeighbourDown(env *protocol.Env, id protocol.ID) {
	if id == m.regent {
		m.regent = protocol.Nobody
	}
	own := m.own()
	if at, known := slices.BinarySearch(own.neighbours, id); known {
		own.neighbours = slices.Delete(slices.Clone(own.neighbours), at, at+1)
		m.change(env, own)
	}
}

// CapabilityChanged is a change of one's own entry.
func (m *Machine) CapabilityChanged(env *protocol.Env) {
	m.say(env, m.own().Office)
}

// Resign steps down, whatever the hysteresis, and offers what is left.
func (m *Machine) Resign(env *protocol.Env) { m.say(env, 0) }

// say tells what the node offers and whether it leads, if that is news.
func (m *Machine) say(env *protocol.Env, office uint8) {
	own := m.own()
	offer := m.offer(env.Capability().Value)
	if own.Value == offer && own.Office == office {
		return
	}
	own.Value, own.Office = offer, office
	m.change(env, own)
}

// Receive learns what is newer than what is known, and compares checksums.
func (m *Machine) Receive(env *protocol.Env, _ protocol.ID, message protocol.Message) {
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

// Fire tells the news, or checks that neighbours know the same.
func (m *Machine) Fire(env *protocol.Env, t protocol.Timer) {
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
func (m *Machine) own() entry {
	at, _ := m.view.find(m.self)
	return m.view.entries[at]
}

// change tells of a change of the node's own entry.
func (m *Machine) change(env *protocol.Env, own entry) {
	m.advance(env, own)
	m.tell(env, m.hold)
	m.name(env)
}

// advance takes the node's own entry one change on.
func (m *Machine) advance(env *protocol.Env, own entry) {
	former := m.own().Clock.Boot
	own.Clock = own.Clock.next()
	own.untold = true
	m.view.put(own)
	if own.Clock.Boot != former {
		m.save(env)
	}
}

// learn keeps what is newer than what is known, to pass it on. Whoever hears of
// itself what it never said, or said in a life that it forgot, goes beyond it.
func (m *Machine) learn(env *protocol.Env, x Extract) {
	news, next, lists := false, 0, x.Neighbours
	for i := range x.Members {
		told := &x.Members[i]
		at, known := m.view.findFrom(next, told.ID)
		next = at + 1 // entries come in order, as they stand
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
		case !known && len(m.view.entries) == maxNodes: // forged: there are no more
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

// tell lets news wait for a random time up to within, or less if it waits already.
func (m *Machine) tell(env *protocol.Env, within time.Duration) {
	due := env.Now().Add(overlay.Spread(env, within))
	if m.telling && m.due <= due {
		return
	}
	m.telling, m.due = true, due
	env.SetTimer(timerTell, due.Sub(env.Now()))
}

// broadcast tells the news, or everything.
func (m *Machine) broadcast(env *protocol.Env) {
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

// name names the leader that the view gives, and begins or ends to lead.
func (m *Machine) name(env *protocol.Env) {
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
	office := uint8(0)
	if m.hysteresis != (protocol.Margin{}) && leader == m.self {
		office = 1
	}
	m.say(env, office)
}

// save keeps the boots; what changed since the last is forgotten with the rest.
func (m *Machine) save(env *protocol.Env) {
	env.Save(binary.BigEndian.AppendUint32(nil, m.own().Clock.Boot))
}

// Inspect shows the leader, the members of the component, and the members known.
func (m *Machine) Inspect(show func(name string, value int64)) {
	at, _ := m.view.find(m.self)
	show("leader", int64(m.leader))
	members := m.view.component(at)
	show("component", int64(members.size()))
	show("known", int64(len(m.view.entries)))
}

// Copy gives a machine that behaves as this one does.
func (m *Machine) Copy() protocol.Machine {
	c := *m
	c.view.entries, c.view.links = slices.Clone(m.view.entries), slices.Clone(m.view.links)
	return &c
}

// Shift moves every instant that the machine remembers.
func (m *Machine) Shift(d time.Duration) { m.due, m.until = m.due.Shift(d), m.until.Shift(d) }

// Snapshot appends the state in canonical form.
func (m *Machine) Snapshot(b []byte) []byte {
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
