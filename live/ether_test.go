package live_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bellwether/live"
	"bellwether/live/gossip"
	"bellwether/live/store"
	"bellwether/protocol"
)

// ether is a network in memory with a membership that knows at once who runs.
type ether struct {
	mu    sync.Mutex
	ports map[string]*port
	cut   func(from, to string) bool
}

type port struct {
	e       *ether
	self    gossip.Member
	packets chan gossip.Packet
	changes chan struct{}
	members map[string]gossip.Member
}

func newEther() *ether {
	return &ether{ports: map[string]*port{}, cut: func(_, _ string) bool { return false }}
}

func (e *ether) join(name string, m gossip.Meta) *port {
	e.mu.Lock()
	defer e.mu.Unlock()
	p := &port{e: e, self: gossip.Member{Name: name, Addr: name, Meta: m}, packets: make(chan gossip.Packet, 1024),
		changes: make(chan struct{}, 1), members: map[string]gossip.Member{}}
	e.ports[name] = p
	e.refresh()
	return p
}

// refresh shows everybody who is there.
func (e *ether) refresh() {
	for _, p := range e.ports {
		for _, q := range e.ports {
			m := q.self
			if e.cut(q.self.Name, p.self.Name) {
				m.State = gossip.Failed
			}
			p.members[m.Name] = m
		}
		for name, m := range p.members {
			if _, there := e.ports[name]; !there && m.State == gossip.Alive {
				m.State = gossip.Failed
				p.members[name] = m
			}
		}
		select {
		case p.changes <- struct{}{}:
		default:
		}
	}
}

func (e *ether) part(cut func(from, to string) bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.cut = cut
	e.refresh()
}

func (p *port) Members() []gossip.Member {
	p.e.mu.Lock()
	defer p.e.mu.Unlock()
	var out []gossip.Member
	for _, m := range p.members {
		out = append(out, m)
	}
	return out
}

func (p *port) Changes() <-chan struct{}      { return p.changes }
func (p *port) Packets() <-chan gossip.Packet { return p.packets }
func (p *port) Conflicts() <-chan error       { return nil }

func (p *port) Send(to gossip.Peer, data []byte) error {
	p.e.mu.Lock()
	defer p.e.mu.Unlock()
	q := p.e.ports[to.Name]
	if q == nil || p.e.cut(p.self.Name, to.Name) {
		return nil // datagrams are lost silently
	}
	select {
	case q.packets <- gossip.Packet{From: p.self.Addr, Data: slices.Clone(data)}:
	default:
	}
	return nil
}

func (p *port) SetMeta(m gossip.Meta) {
	p.e.mu.Lock()
	defer p.e.mu.Unlock()
	p.self.Meta = m
	p.e.refresh()
}

func (p *port) Leave(time.Duration) error { return nil }

func (p *port) Close() error {
	p.e.mu.Lock()
	defer p.e.mu.Unlock()
	delete(p.e.ports, p.self.Name)
	p.e.refresh()
	return nil
}

// memory is a storage that can be made to fail.
type memory struct {
	id          protocol.ID
	incarnation uint32
	saved       []byte
	broken      atomic.Bool
}

var errFull = errors.New("no space left on device")

func (m *memory) Identity() (protocol.ID, error)   { return m.id, nil }
func (m *memory) SetIdentity(id protocol.ID) error { m.id = id; return nil }
func (m *memory) Saved(string) ([]byte, error)     { return m.saved, nil }
func (m *memory) Peers() ([]store.Peer, error)     { return nil, nil }
func (m *memory) SavePeers([]store.Peer) error     { return nil }
func (m *memory) Close() error                     { return nil }
func (m *memory) NextIncarnation() (uint32, error) {
	if m.broken.Load() {
		return 0, errFull
	}
	m.incarnation++
	return m.incarnation, nil
}

func (m *memory) Save(_ string, state []byte) error {
	if m.broken.Load() {
		return errFull
	}
	m.saved = state
	return nil
}

func start(t *testing.T, e *ether, name string, o live.Options) *live.Agent {
	t.Helper()
	o.Name = name
	if o.Storage == nil {
		o.Storage = &memory{id: protocol.ID(name[0])}
	}
	id, incarnation, err := live.Boot(o)
	if err != nil {
		t.Fatal(err)
	}
	p := e.join(name, gossip.Meta{ID: id, Incarnation: incarnation, Capability: o.Offer, Stack: live.Stack(o)})
	a, err := live.Start(t.Context(), o, live.Identity{ID: id, Incarnation: incarnation}, p)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func leader(t *testing.T, a *live.Agent) string {
	t.Helper()
	s, err := a.Status(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if s.Leader == nil {
		return ""
	}
	return s.Leader.Name
}

func stop(t *testing.T, agents ...*live.Agent) {
	t.Helper()
	for _, a := range agents {
		if err := a.Leave(context.Background()); err != nil && !errors.Is(err, live.ErrEnded) {
			t.Error(err)
		}
	}
}
