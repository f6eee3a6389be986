package rotate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bellwether/internal/live/keyring"
	"bellwether/internal/live/membership/internal/report"
	"bellwether/internal/live/membership/internal/self"
	"bellwether/internal/live/membership/internal/view"
	"bellwether/internal/live/membership/internal/wire"
	"bellwether/internal/live/secure"
	"bellwether/protocol"
)

// A link sends the messages of this agent while it is a member.
type orderLink interface {
	Post(addr string, b []byte)
	Done() <-chan struct{} // closed when this agent is no member any more
}

// Rotation changes the key of a cluster: it sends orders, obeys the orders of others, and collects the
// replies.
type Rotation struct {
	ring    *keyring.Ring // nil without encryption
	own     *self.Agent
	view    *view.View
	report  *report.Report
	logger  *slog.Logger
	patient time.Duration // for one reply: a probe time-out
	guest   func(view.Member) bool

	mu              sync.Mutex             // one order of ours at a time
	orderedBy       atomic.Pointer[string] // who gave the last order that was obeyed; nil: none since the start
	orders, replies chan orderFrom
}

// Options are what a rotation is made of.
type Options struct {
	Ring    *keyring.Ring // nil without encryption
	Own     *self.Agent
	View    *view.View
	Report  *report.Report
	Patient time.Duration // for one reply: a probe time-out
	// Guest: no operator has admitted it, where members are admitted. It is told of changes, and stops none.
	Guest func(view.Member) bool
}

// New returns one that has nothing to do yet.
func New(o Options) *Rotation {
	return &Rotation{ring: o.Ring, own: o.Own, view: o.View, report: o.Report, logger: o.Report.Log(), patient: o.Patient, guest: o.Guest,
		orders: make(chan orderFrom, wire.OrderLimit), replies: make(chan orderFrom, wire.OrderLimit)}
}

var ErrPlain = errors.New("encryption is off: start with a key")

// List gives copies of the installed keys, the one in use first; none without
// encryption.
func (r *Rotation) List() (keys [][]byte) {
	if r.ring == nil {
		return nil
	}
	for _, k := range r.ring.Keys() {
		keys = append(keys, k.Key)
	}
	return keys
}

// Take replaces the keys of this agent alone. An agent that hears nobody may take keys of
// which it has none, as after it was away: it has nobody to lose.
func (r *Rotation) Take(t keyring.Taking) error {
	if r.ring == nil {
		return ErrPlain
	}
	alive := r.view.NamesOf(func(m view.Member) bool { return m.State == view.Alive })
	t.Replace = t.Replace || len(alive) == 0
	err := r.ring.Take(t)
	switch {
	case errors.Is(err, keyring.ErrForeign):
		if len(alive) > 3 {
			alive = append(alive[:3], "…")
		}
		return fmt.Errorf("%w: with them it would lose %s, and never take its present keys again: the way back would be a new key, by \"live keys rotate --without %s\" at another member. "+
			"If that is meant, as when all members get a new key by hand, use --replace", err, strings.Join(alive, ", "), r.own.Name)
	case errors.Is(err, keyring.ErrRemoved):
		return fmt.Errorf("%w for the others, at one of them (\"live keys rotate --without %s\"), and take its keys then", err, r.own.Name)
	case err != nil:
		return err
	}
	r.logger.Info("the keys of this agent were replaced, and are on the disk", "keys", len(t.Keys))
	return nil
}

// An orderFrom is an order or a reply as it came in.
type orderFrom struct {
	id    protocol.ID
	order keyring.Order
	reply wire.Reply
}

// Rotate takes one step of changing the key, here and on every member, also on members that
// failed, but not on those named in without. A member obeys once the step is on its disk. While a
// member has left, and is not named, no step is taken. Its error names the members that did not confirm the step before ctx
// ended, and why. A step may be repeated. Go on to the next step only after a step without an
// error.
//
// An order with the number 0 gets the next one; another number comes from the operator that signed it.
func (r *Rotation) Rotate(ctx context.Context, to orderLink, o keyring.Order, without []string) error {
	s := o.Step
	if r.ring == nil {
		return ErrPlain
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, name := range without {
		if name == r.own.Name {
			return fmt.Errorf("%v key: %s is the agent that is asked: ask another one to go on without it", s.Verb, name)
		}
		if _, ok := r.view.Find(name); !ok {
			return fmt.Errorf("%v key: %w: %s", s.Verb, view.ErrUnknown, name)
		}
	}
	if left := r.left(without); len(left) > 0 {
		return fmt.Errorf("%v key: %w", s.Verb, away(left))
	}
	if o.Number == 0 {
		o.Number = r.ring.Next()
	}
	if len(o.Signature) == 0 && r.ring.HasOperators() {
		return fmt.Errorf("%v key: %w", s.Verb, keyring.ErrUnsigned)
	}
	if _, err := wire.DecodeOrder(wire.AppendOrder(nil, o)); err != nil || s.Verb == wire.Tell {
		return fmt.Errorf("%v key: it must have 16, 24 or 32 bytes", s.Verb)
	}
	// Use and remove begin with the others: they could no longer understand an agent that did
	// so before them.
	if s.Verb == keyring.Install {
		if err := r.obey(o, r.own.Name); err != nil {
			return err
		}
	}
	answers, silent := r.Order(ctx, to, o, without)
	var failed []error
	for _, a := range answers {
		if a.Body != "" && !r.guest(a.From) {
			failed = append(failed, fmt.Errorf("%s: %s", a.From.Name, strings.ToValidUTF8(a.Body, "?")))
		}
	}
	if left := r.left(without); len(left) > 0 { // while the others obeyed
		failed = append(failed, away(left))
	}
	silent = slices.DeleteFunc(silent, func(name string) bool { m, _ := r.view.Find(name); return r.guest(m) })
	if len(silent) > 0 {
		why := ctx.Err()
		if why == nil {
			why = self.ErrLeft
		}
		failed = append(failed, fmt.Errorf("no reply from %s: %w", strings.Join(silent, ", "), why))
	}
	if len(failed) > 0 {
		return fmt.Errorf("%v key: %w", s.Verb, errors.Join(failed...))
	}
	if s.Verb == keyring.Install {
		return nil
	}
	return r.obey(o, r.own.Name)
}

// left names the members that left and are not among without. They would come back with the key that
// is removed.
func (r *Rotation) left(without []string) []string {
	return r.view.NamesOf(func(m view.Member) bool { return gone(m) && !r.guest(m) && !slices.Contains(without, m.Name) })
}

// gone reports whether a member has said goodbye and may come back. One that an operator gave up
// (force-leave) does not count.
func gone(m view.Member) bool { return m.State == view.Left && !m.GivenUp }

// away is the error of a step that members would miss.
func away(left []string) error {
	have := "have"
	if len(left) == 1 {
		have = "has"
	}
	return fmt.Errorf("%s %s left, and would come back with a key that is removed: wait until all are back, or go on with --without %s, after which they need \"live keys take\"; "+
		"who never comes back is given up by \"live force-leave\"", strings.Join(left, ", "), have, strings.Join(left, ","))
}

// tellPatience is how long the keys of the others are asked for, in probe time-outs: at 30 %
// loss each way six questions and their answers all fail with 0.51⁶ = 2 %.
const tellPatience = 6

// Holdings are the keys of this agent and of every member. One that has left, and was not given up,
// does not answer.
func (r *Rotation) Holdings(ctx context.Context, to orderLink) ([]keyring.Holding, error) {
	if r.ring == nil {
		return nil, ErrPlain
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, tellPatience*r.patient)
	defer cancel()
	answers, silent := r.Order(ctx, to, keyring.Order{Number: r.ring.Next(), Step: keyring.Step{Verb: wire.Tell}}, nil)
	all := []keyring.Holding{{Member: r.own.Name, Answers: true, Operated: r.ring.HasOperators(), Keys: r.ring.Keys(), Wire: r.ring.Sealed().Speaks()}}
	for _, a := range answers {
		keys, err := wire.DecodeKeys([]byte(a.Body))
		all = append(all, keyring.Holding{Member: a.From.Name, Answers: err == nil && len(keys) > 0, Guest: r.guest(a.From), Keys: keys, Wire: r.wireOf(a.From.Name)})
	}
	for _, name := range silent {
		m, _ := r.view.Find(name)
		all = append(all, keyring.Holding{Member: name, Guest: r.guest(m), Wire: r.wireOf(name), Said: m.Meta.Sealed != 0})
	}
	for _, name := range r.left(nil) {
		all = append(all, keyring.Holding{Member: name, Left: true})
	}
	slices.SortFunc(all[1:], func(a, b keyring.Holding) int { return strings.Compare(a.Member, b.Member) })
	return all, nil
}

// wireOf is what a member last said to speak.
func (r *Rotation) wireOf(name string) secure.Wire {
	m, _ := r.view.Find(name)
	return secure.Wire(m.Meta.Sealed) - 1
}

// An answer is a reply with its sender.
type answer struct {
	From view.Member
	wire.Reply
}

// guestRounds is how often guests are asked, a probe time-out each: at 10 % loss each way 0.7 % are missed.
const guestRounds = 3

// Order sends o to each member that has not left, again and again until it replied or ctx
// ends. Guests are asked a few times only. It returns the replies, and the names of those that did not reply.
func (r *Rotation) Order(ctx context.Context, link orderLink, o keyring.Order, without []string) (answers []answer, silent []string) {
	done := map[protocol.ID]bool{}
	for round := 0; ; round++ {
		missing := r.view.List(func(m view.Member) bool {
			return m.State != view.Left && !done[m.Meta.ID] && !slices.Contains(without, m.Name)
		})
		waits := slices.ContainsFunc(missing, func(m view.Member) bool { return round < guestRounds || !r.guest(m) })
		if !waits {
			for _, m := range missing {
				silent = append(silent, m.Name)
			}
			return answers, silent
		}
		for _, to := range missing {
			link.Post(to.Addr, wire.AppendOrder(r.own.Header(wire.KindOrder).Append(nil), o))
		}
		more, ended := r.collect(ctx, link, o, missing)
		for _, a := range more {
			done[a.From.Meta.ID] = true
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
func (r *Rotation) collect(ctx context.Context, link orderLink, o keyring.Order, missing []view.Member) (answers []answer, ended bool) {
	again := time.NewTimer(r.patient)
	defer again.Stop()
	for len(answers) < len(missing) {
		select {
		case <-ctx.Done():
			return answers, true
		case <-link.Done():
			return answers, true
		case <-again.C:
			return answers, false
		case a := <-r.replies:
			from := slices.IndexFunc(missing, func(m view.Member) bool { return m.Meta.ID == a.id })
			again := slices.ContainsFunc(answers, func(b answer) bool { return b.From.Meta.ID == a.id })
			if a.reply.Number == o.Number && from >= 0 && !again { // otherwise to a former order, or a second one
				answers = append(answers, answer{missing[from], a.reply})
			}
		}
	}
	return answers, false
}

// Serve obeys and answers the orders of others, as long as this agent is a member.
func (r *Rotation) Serve(link orderLink) {
	for {
		select {
		case <-link.Done():
			return
		case from := <-r.orders:
			a := wire.Reply{Number: from.order.Number}
			if from.order.Verb == wire.Tell {
				a.Body = string(wire.AppendKeys(nil, r.ring.Keys()))
			}
			to, ok := r.view.FindID(from.id)
			if from.order.Verb != wire.Tell {
				if err := r.obey(from.order, to.Name); err != nil {
					a.Body = err.Error()
				}
			}
			if ok {
				link.Post(to.Addr, a.Append(r.own.Header(wire.KindReply).Append(nil)))
			}
		}
	}
}

// obey carries out an order of a member. It may have been carried out before.
func (r *Rotation) obey(o keyring.Order, by string) error {
	err := r.ring.Obey(o)
	former := r.orderedBy.Load()
	if err == nil {
		r.orderedBy.Store(&by)
	} else if errors.Is(err, keyring.ErrLate) {
		err = fmt.Errorf("%w, which is %s: another change of the key was begun meanwhile, or the clocks differ", err, ofMember(former))
	}
	if err != nil {
		r.logger.Error("an order about keys was not obeyed", "step", o.Verb.String(), "key", keyring.Print(o.Key), "error", err)
		return err
	}
	r.logger.Info("an order about keys was obeyed, and is on the disk", "step", o.Verb.String(), "key", keyring.Print(o.Key), "installed", len(r.List()))
	return nil
}

// ofMember says whose an order is; a name is nil or empty if it is not known.
func ofMember(name *string) string {
	if name == nil || *name == "" {
		return "of an unknown member"
	}
	return "of " + *name
}

// Heard queues an order or a reply. Without encryption both are ignored.
func (r *Rotation) Heard(h wire.Header, rest []byte) {
	if r.ring == nil {
		r.report.Malformed()
		return
	}
	from := orderFrom{id: h.ID}
	var err error
	queue := r.orders
	if h.Kind == wire.KindOrder {
		from.order, err = wire.DecodeOrder(rest)
	} else {
		queue = r.replies
		from.reply, err = wire.DecodeReply(rest)
	}
	if err != nil {
		r.report.Malformed()
		return
	}
	select {
	case queue <- from:
	default: // the sender repeats it
	}
}
