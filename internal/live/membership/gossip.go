package membership

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/memberlist"

	"bellwether/internal/live/keyring"
	"bellwether/protocol"
)

// queueLimit bounds the datagrams that wait to be taken from Packets: as many as
// memberlist lets wait before it hands them over. At 1.2 kB that is 1.2 MB.
const queueLimit = 1024

// byeGrace is in probe periods. A member that still answers so long after its goodbye
// counts as alive: one that really leaves is out of memberlist within a second or two.
const byeGrace = 10

// Errors that a caller may test for.
var (
	ErrUnknown = errors.New("no such member")
	ErrTooLong = errors.New("datagram too long")
	ErrOlder   = errors.New("not every member understands this")
	ErrLeft    = errors.New("this agent has left")
	ErrClosed  = errors.New("closed")
)

// A Packet is one datagram as it arrived: perhaps late, twice, or out of order. With keys
// the sender holds a key; the ID that it claims is not proven.
type Packet struct {
	From string // the address gossip gives for ID
	Name string // the name gossip gives for ID
	ID   protocol.ID
	Data []byte // the receiver's own
}

// Gossip is this agent's membership in a cluster. All methods may be called from
// any goroutine.
type Gossip struct {
	options Options
	name    string
	logger  *slog.Logger
	rand    *rand.Rand // of the rejoin loop alone
	bind    netip.AddrPort
	kept    *kept // the user's transport, nil with sockets

	keys *keyring.Ring // nil without encryption

	rotateMu        sync.Mutex             // one Rotate at a time
	orderedBy       atomic.Pointer[string] // who gave the last order about keys that was obeyed; nil: none since the start
	orders, replies chan orderFrom

	view      *view
	claimants *claimants
	entry     entry
	ids       *identities // nil without identities
	unlisted  unlisted
	tally     tally
	alarms    alarms
	farewells *memberlist.TransmitLimitedQueue
	news      *memberlist.TransmitLimitedQueue
	events    events
	survey    survey
	seeds     *seeds
	lost      lost
	returned  returned

	changes   chan struct{}
	packets   chan Packet
	conflicts chan error
	beaten    atomic.Pointer[Conflict] // another agent keeps our name or id
	contested atomic.Pointer[string]   // why we keep our name or id, of the last that claimed it
	started   time.Time

	selfMu sync.Mutex
	self   identity // name, addr and life
	meta   Meta
	dirty  chan struct{} // Meta is to be announced
	speaks atomic.Uint32 // the version that is spoken

	tagMu sync.Mutex // serialises edits of tags

	lifeMu sync.Mutex // serialises Leave, Rejoin and Close
	closed bool
	run    atomic.Pointer[instance] // nil after Leave and Close
}

// Start joins the cluster. It waits for the seeds a few probe time-outs at most. If none
// answers, Start logs it and succeeds: seeds are tried for ever. Start fails if the port
// is taken, if others cannot use the address, or if an agent of the cluster has this name
// or id.
func Start(o Options) (*Gossip, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	g := build(o)
	if g.keys == nil && len(o.Keys) > 0 {
		var err error
		if g.keys, err = keyring.Open(keyring.Options{First: o.Keys}); err != nil {
			return nil, fmt.Errorf("%w", err)
		}
	}
	if o.Transport != nil {
		g.kept = &kept{NodeAwareTransport: o.Transport}
	} else {
		var err error
		if g.bind, err = parseBind(o.Bind); err != nil {
			return nil, fmt.Errorf("bind %q: %w", o.Bind, err)
		}
	}
	g.remember(o.Remembered)
	if err := g.enter(); err != nil {
		if g.run.Load() != nil {
			err = errors.Join(err, g.Leave(o.Timing.Probe))
		}
		return nil, errors.Join(err, g.Close())
	}
	return g, nil
}

// build makes a Gossip that does not run yet.
func build(o Options) *Gossip {
	g := &Gossip{
		options: o, name: o.Name, logger: o.Logger, rand: o.Rand, meta: o.Meta, keys: o.Keyring,
		self:      identity{name: o.Name, life: rand.Uint64()},
		started:   time.Now(),
		changes:   make(chan struct{}, 1),
		packets:   make(chan Packet, queueLimit),
		conflicts: make(chan error, 1),
		dirty:     make(chan struct{}, 1),
		orders:    make(chan orderFrom, orderLimit),
		replies:   make(chan orderFrom, orderLimit),
		claimants: newClaimants(),
		ids:       newIdentities(o),
		alarms:    newAlarms(),
		seeds:     newSeeds(o.Join),
		returned:  make(returned, firstFan),
	}
	if g.logger == nil {
		g.logger = slog.New(slog.DiscardHandler)
	}
	if g.rand == nil {
		g.rand = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	g.options.Versions = o.Versions.withDefaults()
	g.speaks.Store(uint32(g.options.Versions.Oldest))
	g.view = newView(func() {
		if r := g.run.Load(); r != nil {
			g.agree(r)
		}
		poke(g.changes)
	})
	g.farewells, g.news = g.queue(), g.queue()
	g.events, g.survey = newEvents(), newSurvey()
	return g
}

// remember adds the valid peers of a former run.
func (g *Gossip) remember(peers []Peer) {
	for _, p := range peers {
		if p.Name == g.name || p.ID == g.meta.ID {
			continue // this agent's former life
		}
		if err := errors.Join(checkName(p.Name), checkAddr(p.Addr)); err != nil {
			g.logger.Warn("a remembered peer is not used", "error", err)
			continue
		}
		g.view.remember(p)
	}
}

// Self returns this agent as others see it. State is Alive or Left.
func (g *Gossip) Self() Member {
	self := g.identity()
	m := Member{Name: g.name, Addr: self.addr, Meta: g.ownMeta(), Since: g.started, Version: g.options.Versions.Newest}
	if g.run.Load() == nil {
		m.State = Left
	} else if by := g.refusedBy(); len(by) > 0 {
		m.Refused = g.refusal(by)
	}
	return m
}

// Members gives copies of all others, alive, failed and left, sorted by name.
// Nobody is alive after our own Leave.
func (g *Gossip) Members() []Member {
	return g.view.list(func(Member) bool { return true })
}

// Changes signals that Members or Self have changed. Several changes may make one signal.
func (g *Gossip) Changes() <-chan struct{} { return g.changes }

// Packets gives the datagrams that members sent. It is never closed.
func (g *Gossip) Packets() <-chan Packet { return g.packets }

// Conflicts gives a [*Conflict] at most once: another agent keeps our name or id. The
// receiver should Leave and Close.
func (g *Gossip) Conflicts() <-chan error { return g.conflicts }

// Alarms gives what an operator must know: of each kind one in ten seconds at most.
func (g *Gossip) Alarms() <-chan Alarm { return g.alarms.given }

// Counters gives what happened since Start.
func (g *Gossip) Counters() Counters { return g.tally.read() }

// Send sends one datagram to a member, by name or by address "ip:port", alive or not. A
// datagram that was sent may still get lost. Data may be reused.
func (g *Gossip) Send(to string, data []byte) error {
	r := g.run.Load()
	if r == nil {
		return ErrLeft
	}
	if len(data) > MaxDatagram {
		return fmt.Errorf("%w: %d bytes, at most %d", ErrTooLong, len(data), MaxDatagram)
	}
	at := memberlist.Address{Addr: to}
	if m, ok := g.view.find(to); ok {
		at = memberlist.Address{Addr: m.Addr, Name: m.Name}
	} else if checkAddr(to) != nil {
		return fmt.Errorf("%w: %q", ErrUnknown, to)
	}
	m := g.ownMeta()
	b := header{kindData, m.ID, m.Incarnation}.append(make([]byte, 0, headerSize+len(data)))
	if err := r.list.SendToAddress(at, append(b, data...)); err != nil {
		g.tally.count(func(c *Counters) { c.SendErrors++ })
		return fmt.Errorf("send to %s: %w", to, err)
	}
	g.tally.count(func(c *Counters) { c.Sent++ })
	return nil
}

// Join adds seeds "host[:port]", for instance discovered ones, to those tried in the
// background. It fails if there are too many.
func (g *Gossip) Join(seeds ...string) error { return g.seeds.add(seeds) }

// SetMeta changes this agent's metadata; the others learn it with some delay. It never
// blocks and may be called often: each Timing.Announce at most one announcement is sent,
// with the newest metadata. ID, Incarnation and Tags stay what they are.
func (g *Gossip) SetMeta(m Meta) {
	g.selfMu.Lock()
	m.ID, m.Incarnation, m.Tags = g.meta.ID, g.meta.Incarnation, g.meta.Tags
	same := m == g.meta
	g.meta = m
	if g.ids != nil && !same {
		g.ids.revision.Add(1)
	}
	g.selfMu.Unlock()
	if !same {
		poke(g.dirty)
	}
}

func (g *Gossip) ownMeta() Meta {
	g.selfMu.Lock()
	defer g.selfMu.Unlock()
	return g.meta
}

func (g *Gossip) identity() identity {
	g.selfMu.Lock()
	defer g.selfMu.Unlock()
	return g.self
}

func (g *Gossip) setAddr(addr string) {
	g.selfMu.Lock()
	defer g.selfMu.Unlock()
	g.self.addr = addr
}

// poke sends a signal unless one waits already.
func poke(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
