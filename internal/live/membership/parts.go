package membership

import (
	"context"
	"fmt"

	"bellwether/internal/live/keyring"
	"bellwether/internal/live/membership/internal/rotate"
	"bellwether/internal/live/membership/internal/wire"
)

// JoinNow adds seeds, and tries them at once. It returns how many answered and, if not all
// did, why; or that an agent there claims this one's name or id, if that shows at once. The seeds
// that did not answer are tried in the background, as the seeds of Options are.
func (g *Gossip) JoinNow(seeds ...string) (answered int, why error) {
	r := g.run.Load()
	if r == nil {
		return 0, ErrLeft
	}
	return g.rejoiner.Now(r.ctx, r, seeds)
}

// ListKeys gives copies of the installed keys, the one in use first; none without
// encryption.
func (g *Gossip) ListKeys() [][]byte { return g.rotation.List() }

// TakeKeys replaces the keys of this agent alone. An agent that hears nobody may take keys of
// which it has none, as after it was away: it has nobody to lose.
func (g *Gossip) TakeKeys(t keyring.Taking) error {
	err := g.rotation.Take(t)
	if err == nil {
		g.lockout.end()
		g.rejoiner.Hurry()
	}
	return err
}

// Rotate takes one step of changing the key, here and on every member, also on members that
// failed, but not on the members named in without. A member obeys once the step is on its disk. While
// a member has left, and is neither named nor given up, no step is taken. The error of Rotate names the members that did not confirm the step before ctx
// ended, and why. A step may be repeated. Go on to the next step only after a step without an
// error.
func (g *Gossip) Rotate(ctx context.Context, s keyring.Step, without []string) error {
	return g.Order(ctx, keyring.Order{Step: s}, without)
}

// Order is Rotate with an order that an operator has signed. One with the number 0 is not signed.
func (g *Gossip) Order(ctx context.Context, o keyring.Order, without []string) error {
	r := g.run.Load()
	switch {
	case g.keys == nil:
		return rotate.ErrPlain
	case r == nil:
		return ErrLeft
	}
	return g.rotation.Rotate(ctx, r, o, without)
}

// Holdings are the keys of this agent and of every member. One that has left does not answer.
func (g *Gossip) Holdings(ctx context.Context) ([]keyring.Holding, error) {
	r := g.run.Load()
	switch {
	case g.keys == nil:
		return nil, rotate.ErrPlain
	case r == nil:
		return nil, ErrLeft
	}
	return g.rotation.Holdings(ctx, r)
}

// Reach finds out who answers whom: this agent tries every member that has not left, and asks
// those that are alive to do the same. It takes a few probe time-outs.
func (g *Gossip) Reach(ctx context.Context) ([]Reach, error) {
	r := g.run.Load()
	if r == nil {
		return nil, ErrLeft
	}
	return g.survey.Find(ctx, r)
}

// Tell tells all members, this one included, of an event; each gets it once, soon or after the
// next exchange of the whole state. Only name, payload and Each of u are used.
func (g *Gossip) Tell(u UserEvent) error {
	if g.run.Load() == nil {
		return ErrLeft
	}
	if err := u.Check(); err != nil {
		return err
	}
	if err := g.needs(2); err != nil {
		return err
	}
	return g.events.Tell(u)
}

// UserEvents gives the events that users told, each once.
func (g *Gossip) UserEvents() <-chan UserEvent { return g.events.All() }

// ForceLeave gives up a failed member everywhere: it is shown as left, is not tried any more
// and counts in no majority of the members; with prune it is not shown any more. If it comes
// back it is a member again.
func (g *Gossip) ForceLeave(name string, prune bool) error {
	r := g.run.Load()
	if r == nil {
		return ErrLeft
	}
	m, known := g.view.Find(name)
	switch {
	case !known:
		return fmt.Errorf("%w: %q", ErrUnknown, name)
	case m.State == Alive:
		return fmt.Errorf("%s is alive: tell it to leave", name)
	}
	if err := g.needs(2); err != nil {
		return err
	}
	f := wire.Forgotten{Header: wire.Header{Kind: wire.KindForget, ID: m.Meta.ID, Incarnation: m.Meta.Incarnation}, Prune: prune, Name: name}
	b := f.Append(nil)
	callbacks{g}.onForget(f.Header, b[wire.HeaderSize:])
	alive := g.view.List(func(m Member) bool { return m.State == Alive })
	for _, to := range alive[:min(len(alive), goodbyeDirect)] {
		r.Post(to.Addr, b)
	}
	return nil
}
