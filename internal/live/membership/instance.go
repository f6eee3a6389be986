package membership

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/netip"
	"sync"
	"time"

	"github.com/hashicorp/memberlist"

	"bellwether/internal/live/secure"
)

// An instance is one memberlist with the goroutines around it: from Start or
// Rejoin to Leave or Close. An instance that left cannot be started again.
type instance struct {
	list   *memberlist.Memberlist
	scribe *scribe
	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup
	first  chan struct{} // closed after the first round of seeds
}

// enterPatience and rivalPatience are in probe time-outs: how long Start waits for the
// first seeds, and for the answer of a claimant.
const (
	enterPatience = 4
	rivalPatience = 3
)

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
	g.judged(r)
	select {
	case err := <-g.conflicts:
		return err
	default:
		return nil
	}
}

// judged waits until all claimants are judged, rivalPatience at most.
func (g *Gossip) judged(r *instance) {
	deadline := time.After(rivalPatience * g.options.Timing.ProbeTimeout)
	for g.claimants.waiting() && g.beaten.Load() == nil {
		select {
		case <-g.claimants.quiet:
		case <-r.ctx.Done():
			return
		case <-deadline:
			return
		}
	}
}

// launch creates a memberlist and starts the goroutines around it.
func (g *Gossip) launch() (*instance, error) {
	scribe := newScribe(g.logger, &g.tally)
	logger := log.New(scribe, "", 0)
	c := memberlist.DefaultLANConfig()
	g.options.Timing.into(c)
	transport, err := g.transport(c, logger)
	if err != nil {
		return nil, err
	}
	if g.options.Hears != nil {
		transport = newPeerFilter(transport, g.options)
	}
	c.Name, c.Label, c.Logger = g.name, g.options.Label, logger
	c.UDPBufferSize = sentLimit - checksumBytes
	if g.keys != nil {
		transport = g.seal(transport, scribe)
		c.Label = "" // package secure checks the label
		c.UDPBufferSize -= secure.Overhead
	}
	c.Transport = newBounded(transport, g)
	c.DeadNodeReclaimTime = reclaimAfter
	c.DelegateProtocolMax = g.options.Versions.Newest
	// Election frames have tens of bytes: there is nothing to compress, and each packet
	// would allocate a dictionary of 64 kB.
	c.EnableCompression = false
	hooks := callbacks{g}
	c.Delegate, c.Events, c.Alive, c.Conflict, c.Ping = hooks, hooks, hooks, hooks, hooks

	g.farewells.Reset()
	g.news.Reset()
	g.speaks.Store(uint32(g.options.Versions.Oldest))
	r := &instance{scribe: scribe, first: make(chan struct{})}
	if r.list, err = memberlist.Create(c); err != nil {
		return nil, errors.Join(fmt.Errorf("start: %w", err), secure.Abandon(c.Transport))
	}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	r.wg.Go(func() { g.announce(r) })
	r.wg.Go(func() { g.rejoin(r) })
	r.wg.Go(func() { g.takeBack(r) })
	r.wg.Go(func() { g.answerReach(r) })
	r.wg.Go(func() { g.resolveConflicts(r) })
	if g.keys != nil {
		r.wg.Go(func() { g.serveKeys(r) })
	}
	g.logger.Info("gossip started", "name", g.name, "addr", g.identity().addr, "id", g.ownMeta().ID,
		"encrypted", g.keys != nil, "label", g.options.Label, "timing", g.options.Timing.Name)
	return r, nil
}

// transport returns the transport, and sets the address in c and in self.
func (g *Gossip) transport(c *memberlist.Config, logger *log.Logger) (memberlist.NodeAwareTransport, error) {
	if t := g.kept; t != nil {
		t.resume()
		ip, port, err := t.FinalAdvertiseAddr("", 0)
		if err != nil {
			return nil, fmt.Errorf("the transport's address: %w", err)
		}
		c.AdvertiseAddr, c.AdvertisePort, c.BindPort = ip.String(), port, port
		a, _ := netip.AddrFromSlice(ip)
		g.setAddr(netip.AddrPortFrom(a.Unmap(), uint16(port)).String())
		return t, nil
	}
	s, err := listen(g.bind, logger)
	if err != nil {
		return nil, err
	}
	g.bind = netip.AddrPortFrom(g.bind.Addr(), uint16(s.port()))
	at, err := advertise(g.options, g.bind)
	if err != nil {
		return nil, errors.Join(err, secure.Abandon(s))
	}
	c.AdvertiseAddr, c.AdvertisePort, c.BindPort = at.Addr().Unmap().String(), int(at.Port()), int(g.bind.Port())
	g.setAddr(netip.AddrPortFrom(at.Addr().Unmap(), at.Port()).String())
	return s, nil
}

// seal puts the encrypting transport of package secure over another one.
func (g *Gossip) seal(under memberlist.NodeAwareTransport, s *scribe) memberlist.NodeAwareTransport {
	self, _ := netip.ParseAddrPort(g.identity().addr) // our own form
	return secure.New(secure.Options{Under: under, Ring: g.keys.Sealed(), Label: g.options.Label, Self: self, Identity: g.ids.key(),
		Refused: func(why secure.Reason, from netip.AddrPort) { g.refused(s, why, from) }})
}

// announce gossips our Meta when it changed, at most once each Timing.Announce.
func (g *Gossip) announce(r *instance) {
	for {
		select {
		case <-r.ctx.Done():
			return
		case <-g.dirty:
		}
		// A time-out here means only that the announcement is still queued.
		if err := r.list.UpdateNode(announcePatience); err != nil {
			g.logger.Debug("announce", "error", err)
		}
		g.tally.count(func(c *Counters) { c.Announcements++ })
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

// stop ends the memberlist and waits for the goroutines around it.
func (r *instance) stop() error {
	r.scribe.ended.Store(true)
	r.cancel()
	err := r.list.Shutdown()
	r.wg.Wait()
	return err
}
