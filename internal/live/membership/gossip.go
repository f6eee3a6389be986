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
	"bellwether/internal/live/membership/internal/address"
	"bellwether/internal/live/membership/internal/conflict"
	"bellwether/internal/live/membership/internal/events"
	"bellwether/internal/live/membership/internal/rejoin"
	"bellwether/internal/live/membership/internal/report"
	"bellwether/internal/live/membership/internal/rotate"
	"bellwether/internal/live/membership/internal/self"
	"bellwether/internal/live/membership/internal/signing"
	"bellwether/internal/live/membership/internal/spread"
	"bellwether/internal/live/membership/internal/survey"
	"bellwether/internal/live/membership/internal/transport"
	"bellwether/internal/live/membership/internal/view"
	"bellwether/internal/live/membership/internal/wire"
	"bellwether/protocol"
)

// queueLimit bounds the datagrams that wait to be taken from Packets: as many as
// memberlist lets wait before it hands them over. At 1.2 kB that is 1.2 MB.
const queueLimit = 1024

// lockedFor is for how many of the longest waits between two calls a refusal of our key counts: one call
// may be lost, and another seed may be tried first.
const lockedFor = 4

// byeGrace is in probe periods. A member that still answers so long after its goodbye
// counts as alive: one that really leaves is out of memberlist within a second or two.
const byeGrace = 10

// Errors that a caller may test for.
var (
	ErrTooLong = errors.New("datagram too long")
	ErrOlder   = errors.New("not every member understands this")
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

// Gossip is this agent's membership in a cluster: it puts the parts together, see the package
// comment. All methods may be called from any goroutine.
type Gossip struct {
	options Options
	logger  *slog.Logger
	bind    netip.AddrPort
	kept    *transport.Kept // the user's transport, nil with sockets
	keys    *keyring.Ring   // nil without encryption

	own       *self.Agent
	report    *report.Report
	view      *view.View
	ids       *signing.Identities // nil without identities
	conflicts *conflict.Detector
	rejoiner  *rejoin.Rejoiner
	rotation  *rotate.Rotation
	survey    *survey.Survey
	spreader  *spread.Spreader
	events    *events.Events
	lockout   *lockout

	changes chan struct{}
	packets chan Packet
	started time.Time
	speaks  atomic.Uint32                  // the version that is spoken
	waiting atomic.Pointer[func() float64] // the backlog of the transport; nil: unknown

	runMu  sync.Mutex // serialises Leave, Rejoin and Close
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
	if o.Keyring == nil && len(o.Keys) > 0 {
		var err error
		if o.Keyring, err = keyring.Open(keyring.Options{First: o.Keys}); err != nil {
			return nil, fmt.Errorf("%w", err)
		}
	}
	g := build(o)
	if o.Transport != nil {
		g.kept = &transport.Kept{NodeAwareTransport: o.Transport}
	} else {
		var err error
		if g.bind, err = address.ParseBind(o.Bind); err != nil {
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
		options: o, logger: o.Logger, keys: o.Keyring,
		started: time.Now(),
		changes: make(chan struct{}, 1),
		packets: make(chan Packet, queueLimit),
	}
	if g.logger == nil {
		g.logger = slog.New(slog.DiscardHandler)
	}
	if o.Rand == nil {
		o.Rand = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	g.options.Versions = o.Versions.WithDefaults()
	g.speaks.Store(uint32(g.options.Versions.Oldest))
	t := o.Timing
	if g.keys != nil {
		o.Meta.Sealed, o.Meta.Operators = sealedAs(g.keys.Sealed().Speaks()), g.keys.OperatorsDigest()
	}
	g.own = self.New(o.Name, rand.Uint64(), o.Meta)
	g.report = report.New(g.logger)
	g.view = view.New(func() {
		if r := g.run.Load(); r != nil {
			g.agree(r)
		}
		poke(g.changes)
	})
	g.lockout = &lockout{view: g.view, changed: func() { poke(g.changes) }, lasts: lockedFor * t.RejoinMax}
	g.ids = signing.New(signing.Options{Identity: o.Identity, Label: o.Label, Agent: g.own, View: g.view, Report: g.report,
		Apart: t.ProbeTimeout, Changed: func() { poke(g.changes) }})
	g.conflicts = conflict.New(conflict.Options{Own: g.own, Identities: g.ids, Report: g.report,
		Keyless: conflict.Keyless(o.Keyring == nil && len(o.Keys) == 0), Every: t.ProbeTimeout, Restored: func() { poke(g.changes) }})
	g.rejoiner = rejoin.New(rejoin.Options{Own: g.own, View: g.view, Conflicts: g.conflicts, Identities: g.ids, Report: g.report,
		Rand: o.Rand, Timing: rejoin.Timing{Probe: t.Probe, ProbeTimeout: t.ProbeTimeout, Rejoin: t.Rejoin, RejoinMax: t.RejoinMax}, Join: o.Join})
	g.survey = survey.New(survey.Options{Own: g.own, View: g.view, Report: g.report, Patient: t.ProbeTimeout})
	g.spreader = spread.New(spread.Options{Members: func() int { return 1 + g.view.Alive() }, Repeats: t.RetransmitMult})
	g.events = events.New(events.Options{Own: g.own, Identities: g.ids, View: g.view, Report: g.report, To: g.spreader})
	g.rotation = rotate.New(rotate.Options{Ring: g.keys, Own: g.own, View: g.view, Report: g.report, Patient: t.ProbeTimeout, Guest: g.guest})
	return g
}

// remember adds the valid peers of a former run.
func (g *Gossip) remember(peers []Peer) {
	for _, p := range peers {
		if p.Name == g.own.Name || p.ID == g.own.Ident() {
			continue // this agent's former run
		}
		if err := errors.Join(wire.NameFault(p.Name), wire.CheckAddr(p.Addr)); err != nil {
			g.logger.Warn("a remembered peer is not used", "error", err)
			continue
		}
		g.view.Remember(p)
	}
}

// Self returns this agent as others see it. State is Alive or Left.
func (g *Gossip) Self() Member {
	m := Member{Name: g.own.Name, Addr: g.own.At(), Meta: g.own.Metadata(), Since: g.started, Version: g.options.Versions.Newest}
	m.Admitted = g.admits(m)
	if g.run.Load() == nil {
		m.State = Left
	} else {
		m.Newer = g.own.Newer()
		yields := false
		if m.Foreign, yields = g.lockout.foreign(); yields {
			m.Refused = m.Foreign + ": " + WayBack
		}
		if why := g.ids.Refused(); why != "" {
			m.Refused = why
		}
	}
	return m
}

// Members gives copies of all others, alive, failed and left, sorted by name.
// Nobody is alive after our own Leave.
func (g *Gossip) Members() []Member {
	all := g.view.List(func(Member) bool { return true })
	for i := range all {
		all[i].Admitted = g.admits(all[i])
	}
	return all
}

// Electors are the members, this agent included, that operators have admitted, if this agent had the given admission; nil:
// the operators of now, and the admission that it has.
func (g *Gossip) Electors(by *keyring.Operators, own *keyring.Admission) (names []string) {
	for _, m := range append([]Member{g.Self()}, g.Members()...) {
		is := m.Admitted
		if by != nil {
			if own != nil && m.Name == g.own.Name {
				m.Meta.Admission = *own
			}
			key, known := g.ids.Of(m.Name)
			is = known && by.Admit(m.Name, key, m.Meta.Admission)
		}
		if is && m.State != Left {
			names = append(names, m.Name)
		}
	}
	return names
}

// admits reports whether an operator has admitted a member.
func (g *Gossip) admits(m Member) bool {
	key, known := g.ids.Of(m.Name)
	return known && g.keys != nil && g.keys.Admits(m.Name, key, m.Meta.Admission)
}

// guest reports whether a member does not count: members are admitted, and it told of itself without an operator's word.
func (g *Gossip) guest(m Member) bool {
	return g.own.Metadata().Terms.Admits && m.Meta.Incarnation > 0 && !g.admits(m)
}

// Admit announces an operator's word that this agent counts in majorities, from now on; the zero
// Admission: there is none.
func (g *Gossip) Admit(a keyring.Admission) {
	g.own.Admit(a)
	poke(g.changes)
}

// NoOperators is Meta.Operators of an agent that obeys every member's orders about keys.
const NoOperators = keyring.NoOperators

// Operated replaces the operators whose orders about keys are obeyed and whose admissions count. The others learn
// a digest of them, so that a list that differs is told.
func (g *Gossip) Operated(by keyring.Operators) {
	g.keys.Operated(by)
	g.own.Operate(g.keys.OperatorsDigest())
	poke(g.changes)
}

// Changes signals that Members or Self have changed. Several changes may make one signal.
func (g *Gossip) Changes() <-chan struct{} { return g.changes }

// Packets gives the datagrams that members sent. It is never closed.
func (g *Gossip) Packets() <-chan Packet { return g.packets }

// Conflicts gives a [*Conflict] at most once: another agent keeps our name or id. The
// receiver should Leave and Close.
func (g *Gossip) Conflicts() <-chan error { return g.conflicts.Results() }

// Alarms gives what an operator must know: of each kind one in ten seconds at most.
func (g *Gossip) Alarms() <-chan Alarm { return g.report.Given() }

// Counters gives what happened since Start.
func (g *Gossip) Counters() Counters { return g.report.Counters() }

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
	if m, ok := g.view.Find(to); ok {
		if g.backlog() > quietShare && g.quiet(m) {
			g.report.Count(func(c *Counters) { c.SendErrors++ })
			return fmt.Errorf("send to %s: %w", to, errQuiet)
		}
		at = memberlist.Address{Addr: m.Addr, Name: m.Name}
	} else if wire.CheckAddr(to) != nil {
		return fmt.Errorf("%w: %q", ErrUnknown, to)
	}
	b := g.own.Header(wire.KindData).Append(make([]byte, 0, wire.HeaderSize+len(data)))
	if err := r.list.SendToAddress(at, append(b, data...)); err != nil {
		g.report.Count(func(c *Counters) { c.SendErrors++ })
		return fmt.Errorf("send to %s: %w", to, err)
	}
	g.report.Count(func(c *Counters) { c.Sent++ })
	return nil
}

// Join adds seeds "host[:port]", for instance discovered ones, to those tried in the
// background. It fails if there are too many.
func (g *Gossip) Join(seeds ...string) error { return g.rejoiner.Add(seeds) }

// SetMeta changes this agent's metadata; the others learn it with some delay. It never
// blocks and may be called often: each Timing.Announce at most one announcement is sent,
// with the newest metadata. ID, Incarnation and Tags stay what they are.
func (g *Gossip) SetMeta(m Meta) { g.own.Set(m) }

// Raise begins a newer incarnation of this agent, which the caller has stored; the others learn it
// with some delay. It never blocks.
func (g *Gossip) Raise(incarnation uint32) { g.own.Raise(incarnation) }

// SetTags replaces this agent's tags; the others learn them with some delay.
func (g *Gossip) SetTags(t Tags) error {
	if err := t.Check(); err != nil {
		return err
	}
	if g.own.Tag(t) {
		poke(g.changes)
	}
	return nil
}

// EditTags sets some of this agent's tags and removes others, and returns all that it then has.
func (g *Gossip) EditTags(set map[string]string, remove []string) (map[string]string, error) {
	all, changed, err := g.own.EditTags(set, remove)
	if changed {
		poke(g.changes)
	}
	return all, err
}

// poke sends a signal unless one waits already.
func poke(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
