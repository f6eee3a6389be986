package gossip

import (
	"errors"
	"fmt"
	"time"
)

// goodbyeCopies of the goodbye go to each member directly, a gossip round apart,
// and it is gossiped: at 30 % loss one member in 37 misses all copies, and hears it
// from the others, at the latest in an exchange of the whole state.
const goodbyeCopies = 3

// goodbyeDirect bounds the members told directly; larger clusters rely on gossip.
const goodbyeDirect = 64

// leaveRounds of gossip are waited for after the last word: serf waits a second,
// five rounds of lan.
const leaveRounds = 5

// Leave says goodbye, so that the others show Left and not Failed, and stops. It
// takes a few rounds of gossip and not longer than timeout; an error says that
// perhaps nobody was told. To leave twice is no error.
func (g *Gossip) Leave(timeout time.Duration) error {
	g.lifeMu.Lock()
	defer g.lifeMu.Unlock()
	r := g.run.Load()
	if r == nil {
		return nil
	}
	var err error
	if c := g.beaten.Load(); c == nil || c.Other.Name != g.name { // else it were a goodbye in the other's name
		err = g.sayGoodbye(r, timeout)
	}
	return errors.Join(err, g.leave(r))
}

// leave stops the instance and knows nobody for alive any more.
func (g *Gossip) leave(r *instance) error {
	g.run.Store(nil)
	err := r.stop()
	g.claimants.clear()
	g.view.fallAll(time.Now())
	if err != nil {
		return fmt.Errorf("gossip: stop: %w", err)
	}
	return nil
}

func (g *Gossip) sayGoodbye(r *instance, timeout time.Duration) error {
	deadline := time.Now().Add(timeout)
	alive := g.view.list(func(m Member) bool { return m.State == Alive })
	if len(alive) == 0 {
		return nil
	}
	m := g.ownMeta()
	b := goodbye{header{kindGoodbye, m.ID, m.Incarnation}, g.name}.append(nil)
	g.farewells.QueueBroadcast(&farewell{g.name, b})
	round := g.options.Timing.Gossip
	for range goodbyeCopies {
		for _, m := range alive[:min(len(alive), goodbyeDirect)] {
			g.post(r, m.Addr, b)
		}
		time.Sleep(max(0, min(round, time.Until(deadline)/4)))
	}
	// A time-out of 0 would be for ever.
	if err := r.list.Leave(max(time.Until(deadline), time.Millisecond)); err != nil {
		return fmt.Errorf("gossip: leave: %w", err)
	}
	time.Sleep(max(0, min(leaveRounds*round, time.Until(deadline))))
	return nil
}

// Rejoin comes back after a Leave, as a new incarnation, which Self shows and the
// caller should store. It waits and fails as Start does.
func (g *Gossip) Rejoin() error {
	g.lifeMu.Lock()
	defer g.lifeMu.Unlock()
	switch {
	case g.closed:
		return ErrClosed
	case g.run.Load() != nil:
		return errors.New("gossip: rejoin: has not left")
	case g.beaten.Load() != nil:
		return fmt.Errorf("gossip: rejoin: %w", g.beaten.Load())
	}
	g.selfMu.Lock()
	g.meta.Incarnation++
	g.selfMu.Unlock()
	g.seeds.reset()
	if err := g.enter(); err != nil {
		if r := g.run.Load(); r != nil {
			return errors.Join(err, g.leave(r))
		}
		return err
	}
	return nil
}

// Close stops at once and for ever, without a goodbye: to the others we fail. Our
// goroutines have ended then; those of memberlist do so after a probe they are in,
// eight Timing.Probe at most, or a stream, Timing.Stream. To close twice is no error.
func (g *Gossip) Close() error {
	g.lifeMu.Lock()
	defer g.lifeMu.Unlock()
	if g.closed {
		return nil
	}
	g.closed = true
	var err error
	if g.kept != nil {
		defer g.kept.resume()
		err = g.kept.NodeAwareTransport.Shutdown() // ends what the instance is dialling
	}
	if r := g.run.Load(); r != nil {
		err = errors.Join(err, g.leave(r))
	}
	return err
}
