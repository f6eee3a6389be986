package membership

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/memberlist"
)

// callbacks are the methods that memberlist calls, mostly under its own lock. None of
// them blocks, calls memberlist, or keeps a *Node or a slice.
type callbacks struct{ *Gossip }

var (
	_ memberlist.Delegate         = callbacks{}
	_ memberlist.EventDelegate    = callbacks{}
	_ memberlist.AliveDelegate    = callbacks{}
	_ memberlist.ConflictDelegate = callbacks{}
	_ memberlist.PingDelegate     = callbacks{}
)

func (c callbacks) NodeMeta(int) []byte { return c.metadata() }

// NotifyAlive checks every message that says that a member is alive, before memberlist
// uses it.
func (c callbacks) NotifyAlive(n *memberlist.Node) error {
	err := checkName(n.Name)
	if err == nil && len(n.Meta) > 0 {
		if err := c.options.Versions.accept(n.Meta[0], n.DMax); err != nil {
			c.tally.count(func(t *Counters) { t.OtherVersion++ })
			c.raise(VersionRefused, fmt.Sprintf("%s at %s is refused: %v", n.Name, n.Address(), err))
			return err
		}
	}
	var meta Meta
	if err == nil {
		meta, err = c.decodeMeta(n.Meta)
	}
	if err == nil {
		err = checkAddr(n.Address())
	}
	if err == nil && n.Name != c.name && !c.view.room(n.Name) {
		err = fmt.Errorf("more than %d members", memberLimit)
	}
	if err != nil {
		c.tally.count(malformed)
		return err
	}
	if err := c.believed(n); err != nil {
		return err
	}
	if n.Name != c.name && meta.ID == c.ownMeta().ID {
		c.claimants.meet(n.Address())
	}
	return nil
}

// believed checks, with identities, that a member signed what is said of it.
func (c callbacks) believed(n *memberlist.Node) error {
	if c.ids == nil {
		return nil
	}
	err := c.ids.believe(n.Name, n.Address(), n.Meta)
	switch {
	case errors.Is(err, errOldMeta):
		c.tally.count(func(t *Counters) { t.Stale++ })
	case err != nil:
		c.impostor(err.Error())
	}
	return err
}

func (c callbacks) NotifyJoin(n *memberlist.Node)   { c.rise(n) }
func (c callbacks) NotifyUpdate(n *memberlist.Node) { c.rise(n) }

func (c callbacks) rise(n *memberlist.Node) {
	meta, err := c.decodeMeta(n.Meta)
	if n.Name == c.name || err != nil {
		return // checked by NotifyAlive: err is nil
	}
	if other, ok := c.view.findID(meta.ID); ok && other.Name != n.Name && other.State == Alive {
		c.tally.count(func(t *Counters) { t.Conflicts++ })
		c.claimants.pair(n.Address(), other.Addr)
		c.logger.Warn("two members have one id: the newer one is to stop",
			"id", meta.ID, "name", n.Name, "addr", n.Address(), "other", other.Name, "other_addr", other.Addr)
	}
	c.view.rise(Member{Name: n.Name, Addr: n.Address(), Meta: meta, Version: understood(n.DMax)}, time.Now())
}

// NotifyLeave is called for members that failed and for members that left: the State in
// the Node is 0 in both cases. Our goodbyes distinguish the two.
func (c callbacks) NotifyLeave(n *memberlist.Node) {
	if n.Name != c.name {
		c.view.fall(n.Name, time.Now())
	}
}

// NotifyConflict is called when a member is reported at two addresses.
func (c callbacks) NotifyConflict(existing, other *memberlist.Node) {
	if existing.Name == c.name {
		c.claimants.meet(other.Address())
		return
	}
	c.tally.count(func(t *Counters) { t.Conflicts++ })
	c.claimants.pair(existing.Address(), other.Address())
	c.logger.Debug("a member is reported at two addresses: it restarted elsewhere, or two have one name",
		"name", existing.Name, "addr", existing.Address(), "other_addr", other.Address())
}

// AckPayload is empty: pings stay small.
func (c callbacks) AckPayload() []byte { return nil }

// NotifyPingComplete is called for direct probes by datagram only.
func (c callbacks) NotifyPingComplete(n *memberlist.Node, rtt time.Duration, _ []byte) {
	c.view.pong(n.Name, rtt, byeGrace*c.options.Timing.Probe, time.Now())
}

// NotifyMsg takes our own messages. It must not keep the bytes, which belong to
// memberlist.
func (c callbacks) NotifyMsg(b []byte) {
	h, rest, err := decodeHeader(b)
	if err != nil {
		c.tally.count(malformed)
		return
	}
	switch h.kind {
	case kindData:
		c.receive(h, rest)
	case kindGoodbye:
		b, err := decodeGoodbye(h, rest, c.ids.signatureBytes())
		if err != nil {
			c.tally.count(malformed)
			return
		}
		c.onGoodbye(b)
	case kindQuery, kindAnswer:
		d, err := decodeIdentity(rest)
		if err != nil {
			c.tally.count(malformed)
			return
		}
		c.claimants.hear(queryPacket{h, d})
	case kindHint:
		addr := string(bytes.TrimRight(rest, "\x00"))
		tries := (1 + headerSize + len(rest)) / (1 + len(c.queryTo(kindQuery, 0))) // 1: memberlist's kind
		if checkAddr(addr) != nil || tries == 0 {
			c.tally.count(malformed)
			return
		}
		c.claimants.hinted(addr, tries)
	case kindOrder, kindReply:
		c.onOrder(h, rest)
	case kindForget:
		c.onForget(h, rest)
	case kindEvent:
		c.onEvent(h, rest, false)
	case kindAsk, kindTell:
		c.onReach(h, rest)
	}
}

// receive queues a member's datagram for Packets.
func (c callbacks) receive(h header, data []byte) {
	from, known := c.view.findID(h.id)
	switch {
	case !known:
		c.tally.count(func(t *Counters) { t.Strangers++ })
		return
	case h.incarnation < from.Meta.Incarnation:
		c.tally.count(func(t *Counters) { t.Stale++ })
		return
	case from.State != Alive:
		c.tally.count(func(t *Counters) { t.Absent++ })
		if from.State == Failed {
			c.returned.note(from.Name)
		}
		return
	}
	p := Packet{From: from.Addr, Name: from.Name, ID: h.id, Data: append([]byte(nil), data...)}
	select {
	case c.packets <- p:
		c.tally.count(func(t *Counters) { t.Received++ })
	default:
		c.tally.count(func(t *Counters) { t.Dropped++ })
	}
}

// onGoodbye notes a goodbye and forwards it if it was new.
func (c callbacks) onGoodbye(b goodbye) {
	if m, ok := c.view.find(b.name); c.ids != nil && ok && m.State != Left && !c.ids.leaves(b) {
		c.impostor(fmt.Sprintf("somebody says goodbye for %q", b.name))
		return
	}
	switch c.view.part(b, time.Now()) {
	case news:
		c.tally.count(func(t *Counters) { t.Goodbyes++ })
		c.farewells.QueueBroadcast(&farewell{b.name, b.append(nil)})
	case outdated:
		c.tally.count(func(t *Counters) { t.Stale++ })
	}
}

func (c callbacks) GetBroadcasts(overhead, limit int) [][]byte {
	return c.broadcasts(overhead, limit)
}

// LocalState adds the goodbyes to each exchange of the whole state: gossip alone misses
// some if packets get lost, and memberlist does not distinguish members that left from
// members that failed.
func (c callbacks) LocalState(bool) []byte {
	return c.appendNews(appendGoodbyes(nil, c.view.goodbyes()))
}

func (c callbacks) MergeRemoteState(b []byte, _ bool) {
	b, news := cutNews(b)
	c.mergeNews(news, c.events.first())
	all, err := decodeGoodbyes(b, c.ids.signatureBytes())
	if err != nil {
		c.tally.count(malformed)
		return
	}
	for _, g := range all {
		c.onGoodbye(g)
	}
}

// A farewell is a goodbye on its way to all; a newer one of a name replaces it.
type farewell struct {
	name string
	b    []byte
}

var _ memberlist.NamedBroadcast = (*farewell)(nil)

func (f *farewell) Invalidates(other memberlist.Broadcast) bool {
	o, ok := other.(*farewell)
	return ok && o.name == f.name
}
func (f *farewell) Name() string    { return f.name }
func (f *farewell) Message() []byte { return f.b }
func (f *farewell) Finished()       {}
