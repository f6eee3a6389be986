// Package livetest is a network in memory for tests of agents. Its membership knows at
// once which agents run, and its datagrams arrive unless a test cuts them off: delays and
// errors of gossip do not disturb the tests.
package livetest

import (
	"slices"
	"sync"
	"time"

	"bellwether/internal/live/membership"
)

// A Network joins ports. Many goroutines may use it.
type Network struct {
	mu    sync.Mutex
	ports map[string]*Port
	cut   func(from, to string) bool
	delay time.Duration              // of datagrams and of goodbyes
	deaf  bool                       // no datagram arrives, and the membership goes on
	lose  func(from, to string) bool // a datagram; nil: none
	dead  map[string]bool            // by name: killed, and the membership has not noticed
	lives map[string]uint32          // by name: the greatest incarnation that was there
}

// NewNetwork returns a Network without ports.
func NewNetwork() *Network {
	return &Network{lives: map[string]uint32{}, ports: map[string]*Port{}, dead: map[string]bool{}, cut: func(_, _ string) bool { return false }}
}

// Delay makes datagrams and goodbyes as late as that from now on.
func (e *Network) Delay(delay time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.delay = delay
}

// Deafen lets all datagrams be lost, or none, while the membership sees every node.
func (e *Network) Deafen(deaf bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.deaf = deaf
}

// Lose decides which datagrams are lost from now on, while the membership sees every node; nil: none.
func (e *Network) Lose(lose func(from, to string) bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.lose = lose
}

// Kill loses what the port of that name sends and gets from now on, while the membership shows
// what it showed last, as it does until it notices a death.
func (e *Network) Kill(name string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.dead[name] = true
}

// packetQueue is how many datagrams wait for a reader.
const packetQueue = 1024

// Join returns a new port, in place of any other of that name.
func (e *Network) Join(name string, m membership.Meta) *Port {
	e.mu.Lock()
	defer e.mu.Unlock()
	p := &Port{
		network: e, self: membership.Member{Name: name, Addr: name, Meta: m},
		packets: make(chan membership.Packet, packetQueue), changes: make(chan struct{}, 1),
		members: map[string]membership.Member{},
	}
	e.ports[name] = p
	if last := e.lives[name]; last > m.Incarnation {
		p.self.Newer = last
	}
	e.lives[name] = max(e.lives[name], m.Incarnation)
	e.refresh()
	return p
}

// Cut decides which datagrams are lost from now on. A node that is cut off seems failed.
func (e *Network) Cut(cut func(from, to string) bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.cut = cut
	e.refresh()
}

// Measure sets the round trip from a port to another, without a change of the membership.
func (e *Network) Measure(from, to string, rtt time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	m := e.ports[from].members[to]
	m.RTT = rtt
	e.ports[from].members[to] = m
}

// Admit lets a member count in majorities as if an operator had admitted it.
func (e *Network) Admit(name string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ports[name].self.Admitted = true
	e.refresh()
}

// Operate gives a member a list of operators, of which others see this digest.
func (e *Network) Operate(name string, digest uint32) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ports[name].self.Meta.Operators = digest
	e.refresh()
}

// Pretend lets a member believe that it was admitted, which nobody else does.
func (e *Network) Pretend(name string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ports[name].pretends = true
	e.refresh()
}

// Deliver hands a datagram to a port.
func (e *Network) Deliver(to string, packet membership.Packet) {
	e.mu.Lock()
	p := e.ports[to]
	e.mu.Unlock()
	p.packets <- packet
}

// refresh shows every node which nodes are there.
func (e *Network) refresh() {
	for _, p := range e.ports {
		for _, q := range e.ports {
			m := q.self
			if e.cut(m.Name, p.self.Name) {
				m.State = membership.Failed
			}
			p.members[m.Name] = m
		}
		for name, m := range p.members {
			if _, there := e.ports[name]; !there && m.State == membership.Alive {
				m.State = membership.Failed
				p.members[name] = m
			}
		}
		select {
		case p.changes <- struct{}{}:
		default:
		}
	}
}

// A Port is the agent.Network of one agent.
type Port struct {
	network  *Network
	self     membership.Member
	packets  chan membership.Packet
	changes  chan struct{}
	pretends bool // see Pretend
	members  map[string]membership.Member
}

// Members returns all members that ever joined, by name.
func (p *Port) Members() []membership.Member {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	var out []membership.Member
	for _, m := range p.members {
		out = append(out, m)
	}
	slices.SortFunc(out, func(a, b membership.Member) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return out
}

// Changes has a value after a change.
func (p *Port) Changes() <-chan struct{} { return p.changes }

// Packets are the datagrams for this port.
func (p *Port) Packets() <-chan membership.Packet { return p.packets }

// Conflicts never has a value.
func (p *Port) Conflicts() <-chan error { return nil }

// Replays never has a value.
func (p *Port) Alarms() <-chan membership.Alarm { return nil }

// UserEvents never has a value.
func (p *Port) UserEvents() <-chan membership.UserEvent { return nil }

// Self is this port as others see it.
func (p *Port) Self() membership.Member {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	own := p.self
	own.Admitted = own.Admitted || p.pretends
	return own
}

// Counters are 0.
func (p *Port) Counters() membership.Counters { return membership.Counters{} }

// Send delivers after the network's delay, or never. A port that has left sends nothing, not
// even what is on its way: a radio loses it with its sender.
func (p *Port) Send(to string, data []byte) error {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	data = slices.Clone(data)
	if p.network.delay == 0 {
		p.arrive(to, data)
		return nil
	}
	time.AfterFunc(p.network.delay, func() {
		p.network.mu.Lock()
		defer p.network.mu.Unlock()
		if p.self.State == membership.Alive {
			p.arrive(to, data)
		}
	})
	return nil
}

// arrive delivers a datagram, unless it is cut off.
func (p *Port) arrive(to string, data []byte) {
	q := p.network.ports[to]
	if q == nil || p.network.deaf || p.network.dead[p.self.Name] || p.network.dead[to] || p.network.cut(p.self.Name, to) ||
		p.network.lose != nil && p.network.lose(p.self.Name, to) {
		return
	}
	select {
	case q.packets <- membership.Packet{From: p.self.Addr, ID: p.self.Meta.ID, Data: data}:
	default:
	}
}

// Refuse makes others refuse this node's key for that reason; "": they do not any more.
func (p *Port) Refuse(why string) {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	p.self.Refused = why
	p.network.refresh()
}

// Raise begins a newer incarnation of this node.
func (p *Port) Raise(incarnation uint32) {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	p.self.Meta.Incarnation = incarnation
	if incarnation > p.self.Newer {
		p.self.Newer = 0
	}
	p.network.lives[p.self.Name] = max(p.network.lives[p.self.Name], incarnation)
	p.network.refresh()
}

// LockOut says that somebody refuses the group key of the node of that name, and it hears nobody; "":
// nobody does.
func (e *Network) LockOut(name, why string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ports[name].self.Foreign = why
}

// SetMeta shows this node's metadata to every node.
func (p *Port) SetMeta(m membership.Meta) {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	if !p.network.dead[p.self.Name] {
		m.Operators = p.self.Meta.Operators
		p.self.Meta = m
		p.network.refresh()
	}
}

// Leave shows every node that this node has said goodbye.
func (p *Port) Leave(time.Duration) error {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	p.self.State = membership.Left
	p.network.refresh()
	return nil
}

// Close takes the port away.
func (p *Port) Close() error {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	delete(p.network.ports, p.self.Name)
	p.network.refresh()
	return nil
}
