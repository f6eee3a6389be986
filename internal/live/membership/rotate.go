package membership

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/internal/live/keyring"
	"bellwether/protocol"
)

var errPlain = errors.New("encryption is off: start with a key")

// ListKeys gives copies of the installed keys, the one in use first; none without
// encryption.
func (g *Gossip) ListKeys() (keys [][]byte) {
	if g.keys == nil {
		return nil
	}
	for _, k := range g.keys.Keys() {
		keys = append(keys, k.Key)
	}
	return keys
}

// TakeKeys replaces the keys of this agent alone. An agent that hears nobody may take keys of
// which it has none, as after it was away: it has nobody to lose.
func (g *Gossip) TakeKeys(t keyring.Taking) error {
	if g.keys == nil {
		return errPlain
	}
	alive := g.view.namesOf(func(m Member) bool { return m.State == Alive })
	t.Replace = t.Replace || len(alive) == 0
	err := g.keys.Take(t)
	switch {
	case errors.Is(err, keyring.ErrForeign):
		if len(alive) > 3 {
			alive = append(alive[:3], "…")
		}
		return fmt.Errorf("%w: with them it would lose %s, and never take its present keys again: the way back would be a new key, by \"live keys rotate --without %s\" at another member. "+
			"If that is meant, as when all members get a new key by hand, use --replace", err, strings.Join(alive, ", "), g.name)
	case errors.Is(err, keyring.ErrRemoved):
		return fmt.Errorf("%w for the others, at one of them (\"live keys rotate --without %s\"), and take its keys then", err, g.name)
	case err != nil:
		return err
	}
	g.logger.Info("the keys of this agent were replaced, and are on the disk", "keys", len(t.Keys))
	return nil
}

// An orderFrom is an order or a reply as it came in.
type orderFrom struct {
	id    protocol.ID
	order keyring.Order
	reply reply
}

// Rotate takes one step of changing the key, here and on every member that has not left, also
// on members that failed, but not on those named in without. A member obeys once the step is
// on its disk. The error of Rotate names the members that did not confirm the step before ctx
// ended, and why. A step may be repeated. Go on to the next step only after a step without an
// error.
func (g *Gossip) Rotate(ctx context.Context, s keyring.Step, without []string) error {
	r := g.run.Load()
	switch {
	case g.keys == nil:
		return errPlain
	case r == nil:
		return ErrLeft
	}
	g.rotateMu.Lock()
	defer g.rotateMu.Unlock()
	for _, name := range without {
		if name == g.name {
			return fmt.Errorf("%v key: %s is the agent that is asked: ask another one to go on without it", s.Verb, name)
		}
		if _, ok := g.view.find(name); !ok {
			return fmt.Errorf("%v key: %w: %s", s.Verb, ErrUnknown, name)
		}
	}
	o := keyring.Order{Number: g.keys.Next(), Step: s}
	if _, err := decodeOrder(appendOrder(nil, o)); err != nil || s.Verb == tell {
		return fmt.Errorf("%v key: it must have 16, 24 or 32 bytes", s.Verb)
	}
	// Use and remove begin with the others: they could no longer understand an agent that did
	// so before them.
	if s.Verb == keyring.Install {
		if err := g.obey(o, g.name); err != nil {
			return err
		}
	}
	answers, silent := g.order(ctx, r, o, without)
	var failed []error
	for _, a := range answers {
		if a.body != "" {
			failed = append(failed, fmt.Errorf("%s: %s", a.from.Name, strings.ToValidUTF8(a.body, "?")))
		}
	}
	if len(silent) > 0 {
		why := ctx.Err()
		if why == nil {
			why = ErrLeft
		}
		failed = append(failed, fmt.Errorf("no reply from %s: %w", strings.Join(silent, ", "), why))
	}
	if len(failed) > 0 {
		return fmt.Errorf("%v key: %w", s.Verb, errors.Join(failed...))
	}
	if s.Verb == keyring.Install {
		return nil
	}
	return g.obey(o, g.name)
}

// tellPatience is how long the keys of the others are asked for, in probe time-outs: at 30 %
// loss each way six questions and their answers all fail with 0.51⁶ = 2 %.
const tellPatience = 6

// Holdings are the keys of this agent and of every member that has not left.
func (g *Gossip) Holdings(ctx context.Context) ([]keyring.Holding, error) {
	r := g.run.Load()
	switch {
	case g.keys == nil:
		return nil, errPlain
	case r == nil:
		return nil, ErrLeft
	}
	g.rotateMu.Lock()
	defer g.rotateMu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, tellPatience*g.options.Timing.ProbeTimeout)
	defer cancel()
	answers, silent := g.order(ctx, r, keyring.Order{Number: g.keys.Next(), Step: keyring.Step{Verb: tell}}, nil)
	all := []keyring.Holding{{Member: g.name, Answers: true, Keys: g.keys.Keys()}}
	for _, a := range answers {
		keys, err := decodeKeys([]byte(a.body))
		all = append(all, keyring.Holding{Member: a.from.Name, Answers: err == nil && len(keys) > 0, Keys: keys})
	}
	for _, name := range silent {
		all = append(all, keyring.Holding{Member: name})
	}
	slices.SortFunc(all[1:], func(a, b keyring.Holding) int { return strings.Compare(a.Member, b.Member) })
	return all, nil
}

// An answer is a reply with its sender.
type answer struct {
	from Member
	reply
}

// order sends o to each member that has not left, again and again until it replied or ctx
// ends. It returns the replies, and the names of those that did not reply.
func (g *Gossip) order(ctx context.Context, r *instance, o keyring.Order, without []string) (answers []answer, silent []string) {
	done := map[protocol.ID]bool{}
	for {
		missing := g.view.list(func(m Member) bool {
			return m.State != Left && !done[m.Meta.ID] && !slices.Contains(without, m.Name)
		})
		if len(missing) == 0 {
			return answers, nil
		}
		for _, to := range missing {
			m := g.ownMeta()
			g.post(r, to.Addr, appendOrder(header{kindOrder, m.ID, m.Incarnation}.append(nil), o))
		}
		more, ended := g.collect(ctx, r, o, missing)
		for _, a := range more {
			done[a.from.Meta.ID] = true
		}
		answers = append(answers, more...)
		if ended && len(more) < len(missing) {
			for _, m := range missing {
				if !done[m.Meta.ID] {
					silent = append(silent, m.Name)
				}
			}
			return answers, silent
		}
	}
}

// collect waits for the replies of the missing members, a probe time-out at most. It reports
// whether ctx or the instance ended.
func (g *Gossip) collect(ctx context.Context, r *instance, o keyring.Order, missing []Member) (answers []answer, ended bool) {
	again := time.NewTimer(g.options.Timing.ProbeTimeout)
	defer again.Stop()
	for len(answers) < len(missing) {
		select {
		case <-ctx.Done():
			return answers, true
		case <-r.ctx.Done():
			return answers, true
		case <-again.C:
			return answers, false
		case a := <-g.replies:
			from := slices.IndexFunc(missing, func(m Member) bool { return m.Meta.ID == a.id })
			again := slices.ContainsFunc(answers, func(b answer) bool { return b.from.Meta.ID == a.id })
			if a.reply.number == o.Number && from >= 0 && !again { // otherwise to a former order, or a second one
				answers = append(answers, answer{missing[from], a.reply})
			}
		}
	}
	return answers, false
}

// serveKeys obeys and answers the orders of others.
func (g *Gossip) serveKeys(r *instance) {
	for {
		select {
		case <-r.ctx.Done():
			return
		case from := <-g.orders:
			a := reply{number: from.order.Number}
			if from.order.Verb == tell {
				a.body = string(appendKeys(nil, g.keys.Keys()))
			}
			to, ok := g.view.findID(from.id)
			if from.order.Verb != tell {
				if err := g.obey(from.order, to.Name); err != nil {
					a.body = err.Error()
				}
			}
			if ok {
				m := g.ownMeta()
				g.post(r, to.Addr, a.append(header{kindReply, m.ID, m.Incarnation}.append(nil)))
			}
		}
	}
}

// obey carries out an order of a member. It may have been carried out before.
func (g *Gossip) obey(o keyring.Order, by string) error {
	err := g.keys.Obey(o)
	former := g.orderedBy.Load()
	if err == nil {
		g.orderedBy.Store(&by)
	} else if errors.Is(err, keyring.ErrLate) {
		err = fmt.Errorf("%w, which is %s: another change of the key was begun meanwhile, or the clocks differ", err, ofMember(former))
	}
	if err != nil {
		g.logger.Error("an order about keys was not obeyed", "step", o.Verb.String(), "key", keyring.Print(o.Key), "error", err)
		return err
	}
	g.logger.Info("an order about keys was obeyed, and is on the disk", "step", o.Verb.String(), "key", keyring.Print(o.Key), "installed", len(g.ListKeys()))
	return nil
}

// ofMember says whose an order is; a name is nil or empty if it is not known.
func ofMember(name *string) string {
	if name == nil || *name == "" {
		return "of an unknown member"
	}
	return "of " + *name
}

// onOrder queues an order or a reply. Without encryption both are ignored.
func (c callbacks) onOrder(h header, rest []byte) {
	if c.keys == nil {
		c.tally.count(malformed)
		return
	}
	from := orderFrom{id: h.id}
	var err error
	queue := c.orders
	if h.kind == kindOrder {
		from.order, err = decodeOrder(rest)
	} else {
		queue = c.replies
		from.reply, err = decodeReply(rest)
	}
	if err != nil {
		c.tally.count(malformed)
		return
	}
	select {
	case queue <- from:
	default: // the sender repeats it
	}
}
