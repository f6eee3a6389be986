package membership

import (
	"fmt"
	"time"

	"github.com/hashicorp/memberlist"

	"bellwether/internal/live/membership/internal/view"
	"bellwether/internal/live/membership/internal/wire"
)

// callbacks are the methods that memberlist calls, mostly under its own lock. None of
// them blocks, calls memberlist, or keeps a *Node or a slice.
type callbacks struct{ g *Gossip }

var (
	_ memberlist.Delegate         = callbacks{}
	_ memberlist.EventDelegate    = callbacks{}
	_ memberlist.AliveDelegate    = callbacks{}
	_ memberlist.ConflictDelegate = callbacks{}
	_ memberlist.PingDelegate     = callbacks{}
)

// NodeMeta gives the metadata of this agent, signed if it has an identity.
func (c callbacks) NodeMeta(int) []byte {
	o := c.g.own
	m, revision := o.Revised()
	return c.g.ids.Signed(o.Name, o.At(), m.Append(make([]byte, 0, wire.MetaLimit), byte(c.g.speaks.Load())), revision)
}

// NotifyAlive checks every message that says that a member is alive, before memberlist
// uses it.
func (c callbacks) NotifyAlive(n *memberlist.Node) error {
	err := wire.NameFault(n.Name)
	if err == nil && len(n.Meta) > 0 {
		if err := c.g.options.Versions.Accept(n.Meta[0], n.DMax); err != nil {
			c.g.report.Count(func(t *Counters) { t.OtherVersion++ })
			c.g.report.Raise(VersionRefused, fmt.Sprintf("%s at %s is refused: %v", n.Name, n.Address(), err))
			return err
		}
	}
	var meta Meta
	if err == nil {
		meta, err = c.g.ids.DecodeMeta(n.Meta)
	}
	if err == nil {
		err = wire.CheckAddr(n.Address())
	}
	if err == nil && n.Name != c.g.own.Name && !c.g.view.Room(n.Name) {
		err = fmt.Errorf("more than %d members", view.MemberLimit)
	}
	if err != nil {
		c.g.report.Malformed()
		return err
	}
	if err := c.g.ids.Believed(n.Name, n.Address(), n.Meta); err != nil {
		return err
	}
	if n.Name != c.g.own.Name && meta.ID == c.g.own.Ident() {
		c.g.conflicts.Claimed(n.Address())
	}
	return nil
}

func (c callbacks) NotifyJoin(n *memberlist.Node)   { c.rise(n) }
func (c callbacks) NotifyUpdate(n *memberlist.Node) { c.rise(n) }

func (c callbacks) rise(n *memberlist.Node) {
	meta, err := c.g.ids.DecodeMeta(n.Meta)
	if n.Name == c.g.own.Name || err != nil {
		return // checked by NotifyAlive: err is nil
	}
	if other, ok := c.g.view.FindID(meta.ID); ok && other.Name != n.Name && other.State == Alive {
		c.g.report.Count(func(t *Counters) { t.Conflicts++ })
		c.g.conflicts.Paired(n.Address(), other.Addr)
		c.g.logger.Warn("two members have one id: the newer one is to stop",
			"id", meta.ID, "name", n.Name, "addr", n.Address(), "other", other.Name, "other_addr", other.Addr)
	}
	c.g.lockout.meets()
	c.g.view.Rise(Member{Name: n.Name, Addr: n.Address(), Meta: meta, Version: wire.Understood(n.DMax)}, time.Now())
}

// NotifyLeave is called for members that failed and for members that left: the State in
// the Node is 0 in both cases. Our goodbyes distinguish the two.
func (c callbacks) NotifyLeave(n *memberlist.Node) {
	if n.Name != c.g.own.Name {
		c.g.view.Fall(n.Name, time.Now())
	}
}

// NotifyConflict is called when a member is reported at two addresses.
func (c callbacks) NotifyConflict(existing, other *memberlist.Node) {
	if existing.Name == c.g.own.Name {
		c.g.conflicts.Claimed(other.Address())
		return
	}
	c.g.report.Count(func(t *Counters) { t.Conflicts++ })
	c.g.conflicts.Paired(existing.Address(), other.Address())
	c.g.logger.Debug("a member is reported at two addresses: it restarted elsewhere, or two have one name",
		"name", existing.Name, "addr", existing.Address(), "other_addr", other.Address())
}

// AckPayload is empty: pings stay small.
func (c callbacks) AckPayload() []byte { return nil }

// NotifyPingComplete is called for direct probes by datagram only.
func (c callbacks) NotifyPingComplete(n *memberlist.Node, rtt time.Duration, _ []byte) {
	c.g.view.Pong(n.Name, rtt, byeGrace*c.g.options.Timing.Probe, time.Now())
}

// NotifyMsg takes our own messages. It must not keep the bytes, which belong to
// memberlist.
func (c callbacks) NotifyMsg(b []byte) {
	h, rest, err := wire.DecodeHeader(b)
	if err != nil {
		c.g.report.Malformed()
		return
	}
	switch h.Kind {
	case wire.KindData:
		c.receive(h, rest)
	case wire.KindGoodbye:
		b, err := wire.DecodeGoodbye(h, rest, c.g.ids.SignatureBytes())
		if err != nil {
			c.g.report.Malformed()
			return
		}
		c.onGoodbye(b)
	case wire.KindQuery, wire.KindAnswer:
		c.g.conflicts.Heard(h, rest)
	case wire.KindHint:
		c.g.conflicts.Hinted(rest)
	case wire.KindOrder, wire.KindReply:
		c.g.rotation.Heard(h, rest)
	case wire.KindForget:
		c.onForget(h, rest)
	case wire.KindEvent:
		c.g.events.Heard(h, rest, false)
	case wire.KindAsk, wire.KindTell:
		c.g.survey.Heard(h, rest)
	}
}

// receive queues a member's datagram for Packets.
func (c callbacks) receive(h wire.Header, data []byte) {
	from, known := c.g.view.FindID(h.ID)
	switch {
	case !known:
		c.g.report.Count(func(t *Counters) { t.Strangers++ })
		return
	case h.Incarnation < from.Meta.Incarnation:
		c.g.report.Count(func(t *Counters) { t.Stale++ })
		return
	case from.State != Alive:
		c.g.report.Count(func(t *Counters) { t.Absent++ })
		if from.State == Failed {
			c.g.rejoiner.Back(from.Name)
		}
		return
	}
	c.g.view.Hear(from.Name, time.Now())
	p := Packet{From: from.Addr, Name: from.Name, ID: h.ID, Data: append([]byte(nil), data...)}
	select {
	case c.g.packets <- p:
		c.g.report.Count(func(t *Counters) { t.Received++ })
	default:
		c.g.report.Count(func(t *Counters) { t.Dropped++ })
	}
}

// onGoodbye notes a goodbye and forwards it if it was new.
func (c callbacks) onGoodbye(b wire.Goodbye) {
	if m, ok := c.g.view.Find(b.Name); ok && m.State != Left && !c.g.ids.Leaves(b) {
		c.g.report.Impostor(fmt.Sprintf("somebody says goodbye for %q", b.Name))
		return
	}
	switch c.g.view.Part(b, time.Now()) {
	case view.News:
		c.g.report.Count(func(t *Counters) { t.Goodbyes++ })
		c.g.spreader.Goodbye(b.Name, b.Append(nil))
	case view.Outdated:
		c.g.report.Count(func(t *Counters) { t.Stale++ })
	}
}

func (c callbacks) GetBroadcasts(overhead, limit int) [][]byte {
	return c.g.spreader.Broadcasts(overhead, limit)
}

// LocalState adds the goodbyes to each exchange of the whole state: gossip alone misses
// some if packets get lost, and memberlist does not distinguish members that left from
// members that failed.
func (c callbacks) LocalState(bool) []byte {
	return c.g.appendNews(wire.AppendGoodbyes(nil, c.g.view.Goodbyes()))
}

func (c callbacks) MergeRemoteState(b []byte, _ bool) {
	b, news := wire.CutNews(b)
	c.mergeNews(news, c.g.events.First())
	all, err := wire.DecodeGoodbyes(b, c.g.ids.SignatureBytes())
	if err != nil {
		c.g.report.Malformed()
		return
	}
	for _, g := range all {
		c.onGoodbye(g)
	}
}

// onForget forgets a member, and forwards that if it was new.
func (c callbacks) onForget(h wire.Header, b []byte) {
	f, err := wire.DecodeForgotten(h, b)
	if err != nil {
		c.g.report.Malformed()
		return
	}
	f.At = time.Now()
	if c.g.view.GiveUp(f) {
		c.g.logger.Info("a member is forgotten", "name", f.Name, "pruned", f.Prune)
		c.g.spreader.Spread("forget "+f.Name, f.Append(nil))
	}
}
