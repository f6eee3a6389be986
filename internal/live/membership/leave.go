package membership

import (
	"errors"
	"fmt"
	"time"

	"bellwether/internal/live/membership/internal/wire"
)

// goodbyeCopies is how often the goodbye is sent to each member directly, a gossip round
// apart. At 30 % loss one member in 37 misses all copies. The goodbye is gossiped, too, so
// that member gets it from the others, at the latest in an exchange of the whole state.
const goodbyeCopies = 3

// goodbyeDirect bounds the members told directly; larger clusters rely on gossip.
const goodbyeDirect = 64

// leaveRounds is how many rounds of gossip Leave waits at the end: serf waits a second,
// five rounds of lan.
const leaveRounds = 5

// Leave says goodbye, so that the others show Left and not Failed, and stops. It takes a
// few rounds of gossip, at most timeout. After an error it is not known whether a member got
// the goodbye. A second Leave is no error.
func (g *Gossip) Leave(timeout time.Duration) error {
	g.runMu.Lock()
	defer g.runMu.Unlock()
	r := g.run.Load()
	if r == nil {
		return nil
	}
	var err error
	c := g.conflicts.Lost()
	if c != nil {
		time.Sleep(min(timeout, g.options.Timing.ProbeTimeout)) // the other one asks us, too, and raises an alarm
	}
	if c == nil || c.Other.Name != g.own.Name { // otherwise it would be a goodbye of the other agent
		err = g.sayGoodbye(r, timeout)
	}
	return errors.Join(err, g.leave(r))
}

// leave stops the instance. From then on no member counts as alive.
func (g *Gossip) leave(r *instance) error {
	g.run.Store(nil)
	err := r.stop()
	g.conflicts.Clear()
	g.view.FallAll(time.Now())
	if err != nil {
		return fmt.Errorf("stop: %w", err)
	}
	return nil
}

func (g *Gossip) sayGoodbye(r *instance, timeout time.Duration) error {
	deadline := time.Now().Add(timeout)
	alive := g.view.List(func(m Member) bool { return m.State == Alive })
	if len(alive) == 0 {
		return nil
	}
	h := g.own.Header(wire.KindGoodbye)
	b := wire.Goodbye{Header: h, Name: g.own.Name, Signature: g.ids.Goodbye(h, g.own.Name)}.Append(nil)
	g.spreader.Goodbye(g.own.Name, b)
	round := g.options.Timing.Gossip
	for range goodbyeCopies {
		for _, m := range alive[:min(len(alive), goodbyeDirect)] {
			r.Post(m.Addr, b)
		}
		time.Sleep(max(0, min(round, time.Until(deadline)/4)))
	}
	// memberlist waits for ever with a time-out of 0.
	if err := r.list.Leave(max(time.Until(deadline), time.Millisecond)); err != nil {
		return fmt.Errorf("leave: %w", err)
	}
	time.Sleep(max(0, min(leaveRounds*round, time.Until(deadline))))
	return nil
}

// Rejoin comes back after a Leave, as a new incarnation, which Self shows and the
// caller should store. It waits and fails in the same way as Start.
func (g *Gossip) Rejoin() error {
	g.runMu.Lock()
	defer g.runMu.Unlock()
	switch {
	case g.closed:
		return ErrClosed
	case g.run.Load() != nil:
		return errors.New("rejoin: has not left")
	case g.conflicts.Lost() != nil:
		return fmt.Errorf("rejoin: %w", g.conflicts.Lost())
	}
	g.own.Renew()
	g.rejoiner.Renew()
	g.conflicts.Renew()
	if err := g.enter(); err != nil {
		if r := g.run.Load(); r != nil {
			return errors.Join(err, g.leave(r))
		}
		return err
	}
	return nil
}

// Close stops at once and for ever, without a goodbye: the others see a failure. When
// Close returns our goroutines have ended. memberlist's goroutines end after their current
// probe, eight Timing.Probe at most, or stream, Timing.Stream. A second Close is no
// error.
func (g *Gossip) Close() error {
	g.runMu.Lock()
	defer g.runMu.Unlock()
	if g.closed {
		return nil
	}
	g.closed = true
	var err error
	if g.kept != nil {
		defer g.kept.Resume()
		err = g.kept.End() // ends the connections that the instance is opening
	}
	if r := g.run.Load(); r != nil {
		err = errors.Join(err, g.leave(r))
	}
	return err
}
