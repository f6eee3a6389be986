package membership

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/netip"
	"sync"
	"time"

	"github.com/hashicorp/memberlist"

	"bellwether/internal/live/membership/internal/address"
	"bellwether/internal/live/membership/internal/gate"
	"bellwether/internal/live/membership/internal/packet"
	"bellwether/internal/live/membership/internal/report"
	"bellwether/internal/live/membership/internal/transport"
	"bellwether/internal/live/membership/internal/wire"
	"bellwether/internal/live/secure"
)

// An instance is one memberlist with the goroutines around it: from Start or
// Rejoin to Leave or Close. An instance that left cannot be started again.
type instance struct {
	list   *memberlist.Memberlist
	scribe *report.Scribe
	ctx    context.Context
	cancel context.CancelFunc
	report *report.Report
	wg     sync.WaitGroup
	first  chan struct{} // closed after the first round of seeds
}

// enterPatience is how long Start waits for the first seeds, in probe time-outs.
const enterPatience = 4

// reclaimAfter lets a name move to another address as soon as its former holder has
// failed. A query, not a wait, finds out whether there are two.
const reclaimAfter = time.Millisecond

// announcePatience is the time to wait until an announcement is sent. It can be short,
// because the announcement is queued before the wait begins.
const announcePatience = time.Millisecond

// enter starts an instance, tries the seeds once and waits for the answers of claimants.
func (g *Gossip) enter() error {
	r, err := g.launch()
	if err != nil {
		return err
	}
	g.run.Store(r)
	select {
	case <-r.first:
	case <-time.After(enterPatience * g.options.Timing.ProbeTimeout):
	}
	g.agree(r)
	g.conflicts.Judged(r.ctx)
	select {
	case err := <-g.conflicts.Results():
		return err
	default:
		return nil
	}
}

// launch creates a memberlist and starts the goroutines around it.
func (g *Gossip) launch() (*instance, error) {
	scribe := report.NewScribe(g.logger)
	logger := scribe.Lines()
	c := memberlist.DefaultLANConfig()
	g.options.Timing.into(c)
	under, err := g.transport(c, logger)
	if err != nil {
		return nil, err
	}
	g.watched(under)
	if g.options.Hears != nil {
		under = transport.NewPeerFilter(transport.FilterOptions{Under: under, Self: g.own.Ident(), Hears: g.options.Hears, Patient: g.options.Timing.Stream})
	}
	c.Name, c.Label, c.Logger = g.own.Name, g.options.Label, logger
	c.UDPBufferSize = wire.SentLimit - packet.ChecksumBytes
	if g.keys != nil {
		under = g.seal(under, scribe)
		c.Label = "" // package secure checks the label
		c.UDPBufferSize -= secure.Overhead
	}
	hooks := callbacks{g}
	c.Transport = gate.New(gate.Options{Under: under, Report: g.report, Name: c.Name, Label: c.Label, Newest: g.options.Versions.Newest,
		Conflicts: g.conflicts, Identities: g.ids, Deliver: hooks.NotifyMsg})
	c.DeadNodeReclaimTime = reclaimAfter
	c.DelegateProtocolMax = g.options.Versions.Newest
	// Election frames have tens of bytes: there is nothing to compress, and each packet
	// would allocate a dictionary of 64 kB.
	c.EnableCompression = false
	c.Delegate, c.Events, c.Alive, c.Conflict, c.Ping = hooks, hooks, hooks, hooks, hooks

	g.spreader.Reset()
	g.speaks.Store(uint32(g.options.Versions.Oldest))
	r := &instance{scribe: scribe, report: g.report, first: make(chan struct{})}
	if r.list, err = memberlist.Create(c); err != nil {
		return nil, errors.Join(fmt.Errorf("start: %w", err), secure.Abandon(c.Transport))
	}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	r.wg.Go(func() { g.announce(r) })
	r.wg.Go(func() {
		g.rejoiner.Run(r.ctx, r, func() {
			close(r.first)
			g.agree(r)
		})
	})
	r.wg.Go(func() { g.rejoiner.TakeBack(r.ctx, r) })
	r.wg.Go(func() { g.survey.Answer(r) })
	r.wg.Go(func() { g.conflicts.Run(r.ctx, r) })
	if g.keys != nil {
		r.wg.Go(func() { g.rotation.Serve(r) })
	}
	g.logger.Info("gossip started", "name", g.own.Name, "addr", g.own.At(), "id", g.own.Ident(),
		"encrypted", g.keys != nil, "label", g.options.Label, "timing", g.options.Timing.Name)
	return r, nil
}

// transport returns the transport, and sets the address in c and in self.
func (g *Gossip) transport(c *memberlist.Config, logger *log.Logger) (memberlist.NodeAwareTransport, error) {
	if t := g.kept; t != nil {
		t.Resume()
		at, err := t.At()
		if err != nil {
			return nil, fmt.Errorf("the transport's address: %w", err)
		}
		c.AdvertiseAddr, c.AdvertisePort, c.BindPort = at.Addr().String(), int(at.Port()), int(at.Port())
		g.own.Move(at.String())
		return t, nil
	}
	s, err := transport.Listen(g.bind, logger, g.report.Malformed)
	if err != nil {
		return nil, err
	}
	g.bind = netip.AddrPortFrom(g.bind.Addr(), uint16(s.Port()))
	at, err := address.Advertise(address.Wish{Advertise: g.options.Advertise, Join: g.options.Join}, g.bind)
	if err != nil {
		return nil, errors.Join(err, secure.Abandon(s))
	}
	c.AdvertiseAddr, c.AdvertisePort, c.BindPort = at.Addr().Unmap().String(), int(at.Port()), int(g.bind.Port())
	g.own.Move(netip.AddrPortFrom(at.Addr().Unmap(), at.Port()).String())
	return s, nil
}

// seal puts the encrypting transport of package secure over another one.
func (g *Gossip) seal(under memberlist.NodeAwareTransport, s *report.Scribe) memberlist.NodeAwareTransport {
	self, _ := netip.ParseAddrPort(g.own.At()) // our own form
	return secure.New(secure.Options{Under: under, Ring: g.keys.Sealed(), Label: g.options.Label, Self: self, Identity: g.ids.Key(),
		Foreign: g.lockout.refused,
		Refused: func(why secure.Reason, from netip.AddrPort) { g.report.Refused(s, why, from) }})
}

// announce gossips our Meta when it changed, at most once each Timing.Announce.
func (g *Gossip) announce(r *instance) {
	for {
		select {
		case <-r.ctx.Done():
			return
		case <-g.own.Announcements():
		}
		// A time-out here means only that the announcement is still queued.
		if err := r.list.UpdateNode(announcePatience); err != nil {
			g.logger.Debug("announce", "error", err)
		}
		g.report.Count(func(c *Counters) { c.Announcements++ })
		if !r.sleep(g.options.Timing.Announce) {
			return
		}
	}
}

// sleep waits for d, and reports whether the instance still runs afterwards.
func (r *instance) sleep(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-r.ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// Post sends one of our own messages to an address.
func (r *instance) Post(addr string, b []byte) {
	if err := r.list.SendToAddress(memberlist.Address{Addr: addr}, b); err != nil {
		r.report.Count(func(c *Counters) { c.SendErrors++ })
	}
}

// Join exchanges the whole state with the agents at some addresses.
func (r *instance) Join(addrs []string) error {
	_, err := r.list.Join(addrs)
	return err
}

// Ping measures the round trip to a member.
func (r *instance) Ping(name, addr string) (time.Duration, error) {
	at, err := netip.ParseAddrPort(addr)
	if err != nil {
		return 0, err
	}
	return r.list.Ping(name, net.UDPAddrFromAddrPort(at))
}

// Done is closed when the instance ends.
func (r *instance) Done() <-chan struct{} { return r.ctx.Done() }

// stop ends the memberlist and waits for the goroutines around it.
func (r *instance) stop() error {
	r.scribe.End()
	r.cancel()
	err := r.list.Shutdown()
	r.wg.Wait()
	return err
}
