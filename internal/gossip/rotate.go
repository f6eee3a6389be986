package gossip

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/internal/keyring"
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

// TakeKeys replaces the keys of this agent alone, the one to use first.
func (g *Gossip) TakeKeys(keys [][]byte) error {
	if g.keys == nil {
		return errPlain
	}
	if err := g.keys.Take(keys); err != nil {
		return err
	}
	g.logger.Info("the keys of this agent were replaced, and are on the disk", "keys", len(keys))
	return nil
}

// tell is the verb of an order that asks for the keys of a member, and changes nothing.
const tell = keyring.Remove + 1

// orderLimit bounds the orders and replies that wait.
const orderLimit = 64

// appendOrder writes an order: its number, the verb and the key.
func appendOrder(b []byte, o keyring.Order) []byte {
	return append(append(binary.BigEndian.AppendUint64(b, o.Number), byte(o.Verb)), o.Key...)
}

// decodeOrder accepts any bytes: it returns an order or an error.
func decodeOrder(b []byte) (keyring.Order, error) {
	if len(b) < 9 {
		return keyring.Order{}, fmt.Errorf("%w: order of %d bytes", errMessage, len(b))
	}
	o := keyring.Order{Number: binary.BigEndian.Uint64(b), Step: keyring.Step{Verb: keyring.Verb(b[8]), Key: slices.Clone(b[9:])}}
	long := slices.Contains([]int{16, 24, 32}, len(o.Key))
	if o.Verb < keyring.Install || o.Verb > tell || o.Verb < tell && !long || o.Verb == tell && len(o.Key) > 0 {
		return keyring.Order{}, fmt.Errorf("%w: order", errMessage)
	}
	return o, nil
}

// A reply answers the order of that number: with why it was not obeyed, or "", or with the keys
// that were asked for.
type reply struct {
	number uint64
	body   string
}

// replyLimit bounds the body of a reply, in bytes: sixteen keys fit.
const replyLimit = 700

func (a reply) append(b []byte) []byte {
	return append(binary.BigEndian.AppendUint64(b, a.number), a.body[:min(len(a.body), replyLimit)]...)
}

func decodeReply(b []byte) (reply, error) {
	if len(b) < 8 || len(b) > 8+replyLimit {
		return reply{}, fmt.Errorf("%w: reply of %d bytes", errMessage, len(b))
	}
	return reply{binary.BigEndian.Uint64(b), string(b[8:])}, nil
}

// appendKeys writes keys, each as the number of its order, its length in one byte, and itself.
func appendKeys(b []byte, keys []keyring.Key) []byte {
	for _, k := range keys {
		b = append(binary.BigEndian.AppendUint64(b, k.Order), byte(len(k.Key)))
		b = append(b, k.Key...)
	}
	return b
}

// decodeKeys accepts any bytes: it returns keys or an error.
func decodeKeys(b []byte) (keys []keyring.Key, err error) {
	for len(b) > 0 {
		if len(b) < 9 || len(b) < 9+int(b[8]) {
			return nil, fmt.Errorf("%w: keys", errMessage)
		}
		n := 9 + int(b[8])
		keys = append(keys, keyring.Key{Key: slices.Clone(b[9:n]), Order: binary.BigEndian.Uint64(b)})
		b = b[n:]
	}
	return keys, nil
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
		if err := g.obey(o); err != nil {
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
	return g.obey(o)
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
			} else if err := g.obey(from.order); err != nil {
				a.body = err.Error()
			}
			if to, ok := g.view.findID(from.id); ok {
				m := g.ownMeta()
				g.post(r, to.Addr, a.append(header{kindReply, m.ID, m.Incarnation}.append(nil)))
			}
		}
	}
}

// obey carries out an order. It may have been carried out before.
func (g *Gossip) obey(o keyring.Order) error {
	if err := g.keys.Obey(o); err != nil {
		g.logger.Error("an order about keys was not obeyed", "step", o.Verb.String(), "key", keyring.Print(o.Key), "error", err)
		return err
	}
	g.logger.Info("an order about keys was obeyed, and is on the disk", "step", o.Verb.String(), "key", keyring.Print(o.Key), "installed", len(g.ListKeys()))
	return nil
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
