package membership

import (
	"fmt"
	"time"

	"github.com/hashicorp/memberlist"
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
	m, revision := o.revised()
	return c.g.ids.signed(o.name, o.at(), m.append(make([]byte, 0, metaLimit), byte(c.g.speaks.Load())), revision)
}

// NotifyAlive checks every message that says that a member is alive, before memberlist
// uses it.
func (c callbacks) NotifyAlive(n *memberlist.Node) error {
	err := nameFault(n.Name)
	if err == nil && len(n.Meta) > 0 {
		if err := c.g.options.Versions.accept(n.Meta[0], n.DMax); err != nil {
			c.g.report.count(func(t *Counters) { t.OtherVersion++ })
			c.g.report.raise(VersionRefused, fmt.Sprintf("%s at %s is refused: %v", n.Name, n.Address(), err))
			return err
		}
	}
	var meta Meta
	if err == nil {
		meta, err = c.g.ids.decodeMeta(n.Meta)
	}
	if err == nil {
		err = checkAddr(n.Address())
	}
	if err == nil && n.Name != c.g.own.name && !c.g.view.room(n.Name) {
		err = fmt.Errorf("more than %d members", memberLimit)
	}
	if err != nil {
		c.g.report.malformed()
		return err
	}
	if err := c.g.ids.believed(n.Name, n.Address(), n.Meta); err != nil {
		return err
	}
	if n.Name != c.g.own.name && meta.ID == c.g.own.ident() {
		c.g.conflicts.claimed(n.Address())
	}
	return nil
}

func (c callbacks) NotifyJoin(n *memberlist.Node)   { c.rise(n) }
func (c callbacks) NotifyUpdate(n *memberlist.Node) { c.rise(n) }

func (c callbacks) rise(n *memberlist.Node) {
	meta, err := c.g.ids.decodeMeta(n.Meta)
	if n.Name == c.g.own.name || err != nil {
		return // checked by NotifyAlive: err is nil
	}
	if other, ok := c.g.view.findID(meta.ID); ok && other.Name != n.Name && other.State == Alive {
		c.g.report.count(func(t *Counters) { t.Conflicts++ })
		c.g.conflicts.paired(n.Address(), other.Addr)
		c.g.logger.Warn("two members have one id: the newer one is to stop",
			"id", meta.ID, "name", n.Name, "addr", n.Address(), "other", other.Name, "other_addr", other.Addr)
	}
	c.g.view.rise(Member{Name: n.Name, Addr: n.Address(), Meta: meta, Version: understood(n.DMax)}, time.Now())
}

// NotifyLeave is called for members that failed and for members that left: the State in
// the Node is 0 in both cases. Our goodbyes distinguish the two.
func (c callbacks) NotifyLeave(n *memberlist.Node) {
	if n.Name != c.g.own.name {
		c.g.view.fall(n.Name, time.Now())
	}
}

// NotifyConflict is called when a member is reported at two addresses.
func (c callbacks) NotifyConflict(existing, other *memberlist.Node) {
	if existing.Name == c.g.own.name {
		c.g.conflicts.claimed(other.Address())
		return
	}
	c.g.report.count(func(t *Counters) { t.Conflicts++ })
	c.g.conflicts.paired(existing.Address(), other.Address())
	c.g.logger.Debug("a member is reported at two addresses: it restarted elsewhere, or two have one name",
		"name", existing.Name, "addr", existing.Address(), "other_addr", other.Address())
}

// AckPayload is empty: pings stay small.
func (c callbacks) AckPayload() []byte { return nil }

// NotifyPingComplete is called for direct probes by datagram only.
func (c callbacks) NotifyPingComplete(n *memberlist.Node, rtt time.Duration, _ []byte) {
	c.g.view.pong(n.Name, rtt, byeGrace*c.g.options.Timing.Probe, time.Now())
}

// NotifyMsg takes our own messages. It must not keep the bytes, which belong to
// memberlist.
func (c callbacks) NotifyMsg(b []byte) {
	h, rest, err := decodeHeader(b)
	if err != nil {
		c.g.report.malformed()
		return
	}
	switch h.kind {
	case kindData:
		c.receive(h, rest)
	case kindGoodbye:
		b, err := decodeGoodbye(h, rest, c.g.ids.signatureBytes())
		if err != nil {
			c.g.report.malformed()
			return
		}
		c.onGoodbye(b)
	case kindQuery, kindAnswer:
		c.g.conflicts.heard(h, rest)
	case kindHint:
		c.g.conflicts.hinted(rest)
	case kindOrder, kindReply:
		c.g.rotation.heard(h, rest)
	case kindForget:
		c.onForget(h, rest)
	case kindEvent:
		c.g.events.heard(h, rest, false)
	case kindAsk, kindTell:
		c.g.survey.heard(h, rest)
	}
}

// receive queues a member's datagram for Packets.
func (c callbacks) receive(h header, data []byte) {
	from, known := c.g.view.findID(h.id)
	switch {
	case !known:
		c.g.report.count(func(t *Counters) { t.Strangers++ })
		return
	case h.incarnation < from.Meta.Incarnation:
		c.g.report.count(func(t *Counters) { t.Stale++ })
		return
	case from.State != Alive:
		c.g.report.count(func(t *Counters) { t.Absent++ })
		if from.State == Failed {
			c.g.rejoiner.back(from.Name)
		}
		return
	}
	p := Packet{From: from.Addr, Name: from.Name, ID: h.id, Data: append([]byte(nil), data...)}
	select {
	case c.g.packets <- p:
		c.g.report.count(func(t *Counters) { t.Received++ })
	default:
		c.g.report.count(func(t *Counters) { t.Dropped++ })
	}
}

// onGoodbye notes a goodbye and forwards it if it was new.
func (c callbacks) onGoodbye(b goodbye) {
	if m, ok := c.g.view.find(b.name); ok && m.State != Left && !c.g.ids.leaves(b) {
		c.g.report.impostor(fmt.Sprintf("somebody says goodbye for %q", b.name))
		return
	}
	switch c.g.view.part(b, time.Now()) {
	case news:
		c.g.report.count(func(t *Counters) { t.Goodbyes++ })
		c.g.spreader.goodbye(b.name, b.append(nil))
	case outdated:
		c.g.report.count(func(t *Counters) { t.Stale++ })
	}
}

func (c callbacks) GetBroadcasts(overhead, limit int) [][]byte {
	return c.g.spreader.broadcasts(overhead, limit)
}

// LocalState adds the goodbyes to each exchange of the whole state: gossip alone misses
// some if packets get lost, and memberlist does not distinguish members that left from
// members that failed.
func (c callbacks) LocalState(bool) []byte {
	return c.g.appendNews(appendGoodbyes(nil, c.g.view.goodbyes()))
}

func (c callbacks) MergeRemoteState(b []byte, _ bool) {
	b, news := cutNews(b)
	c.mergeNews(news, c.g.events.first())
	all, err := decodeGoodbyes(b, c.g.ids.signatureBytes())
	if err != nil {
		c.g.report.malformed()
		return
	}
	for _, g := range all {
		c.onGoodbye(g)
	}
}

// onForget forgets a member, and forwards that if it was new.
func (c callbacks) onForget(h header, b []byte) {
	f, err := decodeForgotten(h, b)
	if err != nil {
		c.g.report.malformed()
		return
	}
	f.at = time.Now()
	if c.g.view.giveUp(f) {
		c.g.logger.Info("a member is forgotten", "name", f.name, "pruned", f.prune)
		c.g.spreader.spread("forget "+f.name, f.append(nil))
	}
}
