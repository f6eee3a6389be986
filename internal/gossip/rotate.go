package gossip

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/protocol"
)

// A KeyOp is one step of changing the cluster's key.
type KeyOp byte

// The steps, in the order in which a key is changed.
const (
	InstallEverywhere KeyOp = iota + 1 // all members can decrypt with the new key
	UseEverywhere                      // all encrypt with it
	RemoveEverywhere                   // no member decrypts with the old key any more
)

// String is the step as a verb.
func (op KeyOp) String() string {
	switch op {
	case InstallEverywhere:
		return "install"
	case UseEverywhere:
		return "use"
	case RemoveEverywhere:
		return "remove"
	}
	return fmt.Sprintf("key operation %d", byte(op))
}

// orderLimit bounds the orders and replies that wait.
const orderLimit = 64

// An order tells a member to do something with a key. Its number is the sender's wall
// clock, in ns since 1970, or one more than the number of the last order that the sender
// obeyed. A member obeys no order that is older than its last one, so an order that was
// repeated and comes late undoes nothing.
type order struct {
	number uint64
	op     KeyOp
	key    []byte
}

func (o order) append(b []byte) []byte {
	return append(append(binary.BigEndian.AppendUint64(b, o.number), byte(o.op)), o.key...)
}

// decodeOrder accepts any bytes: it returns an order or an error.
func decodeOrder(b []byte) (order, error) {
	if len(b) < 9 {
		return order{}, fmt.Errorf("%w: order of %d bytes", errMessage, len(b))
	}
	o := order{binary.BigEndian.Uint64(b), KeyOp(b[8]), slices.Clone(b[9:])}
	if o.op < InstallEverywhere || o.op > RemoveEverywhere || !slices.Contains([]int{16, 24, 32}, len(o.key)) {
		return order{}, fmt.Errorf("%w: order", errMessage)
	}
	return o, nil
}

// A reply answers the order of that number: why it was not obeyed, or "".
type reply struct {
	number uint64
	why    string
}

// whyLimit bounds the text of a reply, in bytes.
const whyLimit = 200

func (a reply) append(b []byte) []byte {
	return append(binary.BigEndian.AppendUint64(b, a.number), a.why[:min(len(a.why), whyLimit)]...)
}

func decodeReply(b []byte) (reply, error) {
	if len(b) < 8 || len(b) > 8+whyLimit {
		return reply{}, fmt.Errorf("%w: reply of %d bytes", errMessage, len(b))
	}
	return reply{binary.BigEndian.Uint64(b), strings.ToValidUTF8(string(b[8:]), "?")}, nil
}

// An orderFrom is an order or a reply as it came in.
type orderFrom struct {
	id    protocol.ID
	order order
	reply reply
}

// Rotate does one step of changing the key, here and on every member that is alive. Its
// error names the members that did not confirm the step before ctx ended. A step may be
// repeated. Go on to the next step only after a step without an error, and store ListKeys
// after each, here and on the members, which get a signal on Changes. Only one Rotate may
// run at a time in the cluster.
func (g *Gossip) Rotate(ctx context.Context, op KeyOp, key []byte) error {
	r := g.run.Load()
	switch {
	case g.ring == nil:
		return errPlain
	case r == nil:
		return ErrLeft
	}
	g.rotateMu.Lock()
	defer g.rotateMu.Unlock()
	o := order{g.nextOrder(), op, key}
	if _, err := decodeOrder(o.append(nil)); err != nil {
		return fmt.Errorf("%v key: %w", op, err)
	}
	// Use and remove begin with the others: they could no longer understand an agent that did
	// so before them.
	if op == InstallEverywhere {
		if err := g.obey(o); err != nil {
			return err
		}
	}
	if err := g.order(ctx, r, o); err != nil || op == InstallEverywhere {
		return err
	}
	return g.obey(o)
}

// nextOrder is the number of an order given now. It follows the last order that was
// obeyed here, even if that came from a clock that was ahead, or if our clock was set
// back.
func (g *Gossip) nextOrder() uint64 {
	g.keyMu.Lock()
	defer g.keyMu.Unlock()
	return max(uint64(time.Now().UnixNano()), g.lastOrder+1)
}

// order sends o to each member that is alive, again and again until it replied.
func (g *Gossip) order(ctx context.Context, r *instance, o order) error {
	done := map[protocol.ID]bool{}
	var refused []error
	for {
		var missing []string
		for _, to := range g.view.list(func(m Member) bool { return m.State == Alive }) {
			if !done[to.Meta.ID] {
				missing = append(missing, to.Name)
				m := g.ownMeta()
				g.post(r, to.Addr, o.append(header{kindOrder, m.ID, m.Incarnation}.append(nil)))
			}
		}
		if len(missing) == 0 {
			return errors.Join(refused...)
		}
		bad, err := g.collect(ctx, r, o, len(missing), done)
		refused = append(refused, bad...)
		if err != nil {
			return errors.Join(append(refused, fmt.Errorf("%v key: no reply from %s: %w",
				o.op, strings.Join(missing, ", "), err))...)
		}
	}
}

// collect waits for the missing replies, a probe time-out at most, and returns the
// refusals among them.
func (g *Gossip) collect(ctx context.Context, r *instance, o order, missing int, done map[protocol.ID]bool) (refused []error, err error) {
	again := time.NewTimer(g.options.Timing.ProbeTimeout)
	defer again.Stop()
	for missing > 0 {
		select {
		case <-ctx.Done():
			return refused, ctx.Err()
		case <-r.ctx.Done():
			return refused, ErrLeft
		case <-again.C:
			return refused, nil
		case a := <-g.replies:
			if a.reply.number != o.number || done[a.id] {
				continue // a reply to a former order, or a second one
			}
			done[a.id] = true
			missing--
			if a.reply.why != "" {
				from, _ := g.view.findID(a.id)
				refused = append(refused, fmt.Errorf("%v key: %s: %s", o.op, from.Name, a.reply.why))
			}
		}
	}
	return refused, nil
}

// serveKeys obeys and answers the orders of others.
func (g *Gossip) serveKeys(r *instance) {
	for {
		select {
		case <-r.ctx.Done():
			return
		case from := <-g.orders:
			a := reply{number: from.order.number}
			if err := g.obey(from.order); err != nil {
				a.why = err.Error()
			}
			if to, ok := g.view.findID(from.id); ok {
				m := g.ownMeta()
				g.post(r, to.Addr, a.append(header{kindReply, m.ID, m.Incarnation}.append(nil)))
			}
		}
	}
}

// obey carries out an order. It may have been carried out before.
func (g *Gossip) obey(o order) error {
	g.keyMu.Lock()
	late := o.number < g.lastOrder
	g.lastOrder = max(g.lastOrder, o.number)
	g.keyMu.Unlock()
	gone := o.op == RemoveEverywhere && !g.ring.Holds(o.key)
	if late {
		return errors.New("the order is older than the last: repeat it, and look at the clocks")
	}
	var err error
	switch {
	case o.op == InstallEverywhere:
		err = g.InstallKey(o.key)
	case o.op == UseEverywhere:
		err = g.UseKey(o.key)
	case !gone:
		err = g.RemoveKey(o.key)
	}
	if err == nil {
		g.logger.Info("key", "op", o.op.String(), "installed", len(g.ListKeys()))
		poke(g.changes)
	}
	return err
}

// onOrder queues an order or a reply. Without encryption both are ignored.
func (c callbacks) onOrder(h header, rest []byte) {
	if c.ring == nil {
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
