// Package olsr routes by link states, by RFC 3626. It assumes that the options of all nodes are
// the same. It never repeats a packet. [OLSR] states cost and deviations.
package olsr

import (
	"bellwether/overlay/internal/layer"
	"bellwether/overlay/internal/routing"
	"bellwether/protocol"
)

// OLSR routes as RFC 3626 says (Clausen, Jacquet: Optimized Link State Routing Protocol,
// October 2003). Every node tells its neighbours by an [Hello] which links it has. It
// chooses some of them as relays (multipoint relays, MPR), so that every node two hops
// away is beside one. A node that was chosen floods an [TC] with those who chose it, and
// relays alone pass that on. From both each node computes a shortest way to every other.
// A message of the machine within becomes a [routing.Packet] and goes from next hop to next hop. One
// for which there is no way is lost at once, and nobody is told.
//
// It assumes that the nodes' options are the same, and that a medium delivers frames to a
// neighbour, mostly. Links of one direction are found and not used. A gone neighbour is
// noticed by its silence for NeighbHoldTime, and nodes may disagree on the topology as long:
// then packets may go round, until maxPacketHops ends them. It never repeats a packet, and
// never learns from the medium that a frame was lost.
//
// # After a boot
//
// The number of the advertised list (ANSN) begins with the time of the clock, in halves of a
// TCInterval. It rises once in such a half at most; so the list of a node that booted again is newer than
// what others hold of it, as long as clocks agree on the time of the run. Numbers are compared
// modulo 2^16: after 2^14 intervals (22 hours by default) with few changes a node that boots
// again may be ignored for TopHoldTime. The RFC says nothing of it.
//
// # Cost
//
// A broadcast of 4 + 5·neighbours bytes a node and HelloInterval; in each TCInterval one of
// 14 + 4·links bytes by every relay, and by each relay of it. 48 bytes of memory a
// node of the component, 72 a neighbour and 16 for each of its neighbours, and what it takes to know
// the messages of two DupHoldTimes again, of 2^15 at most.
//
// # Deviations
//
//   - One interface, no MID and HNA messages, no link hysteresis (§14), no notice from the
//     link layer (§13); all nodes are equally willing (§8.8) and so named nowhere.
//   - A message is a frame of its own; the RFC bundles them in packets, with headers of 4
//     bytes, and 12 for each message.
//   - A list longer than 255 is cut. MaxJitter is less where TCInterval is less than HelloInterval.
//   - Relays are chosen, and ways computed, when they are next needed; the RFC does it on each
//     change. Nobody can tell.
//   - Of ways that are equally short, that over the least number is taken.
type OLSR struct {
	layer.Layer
	*Options
	links    []olsrLink       // sorted by neighbour
	topology []olsrTold       // sorted by origin
	seen     routing.Passages // topology messages
	own      []protocol.Message
	ways     []olsrWay     // the routing table, sorted by destination
	stale    bool          // it no longer follows from links and topology
	expires  protocol.Time // when something that is known expires, or earlier; 0: nothing does
	hello    protocol.Time // when the next hello is due
	tc       protocol.Time // when the next topology message is due
	quiet    protocol.Time // until when an empty list is told, so that others forget the last one
	seq      uint16        // of the last topology message
	ansn     uint16
	said     []protocol.ID // the list of that number
	lost     uint32        // packets dropped here
}

// New wraps inner; t is the first timer free.
func New(inner protocol.Machine, t protocol.Timer, o *Options) *OLSR {
	l := &OLSR{Layer: layer.Layer{Inner: inner, Timer: t}, Options: o}
	l.Guard = l
	return l
}

// Start boots the machine within. Nodes that boot together are out of step from the start.
func (l *OLSR) Start(env *protocol.Env, saved []byte) {
	l.seen.Rotated = env.Now()
	l.ansn, l.seq = uint16(env.Now()/protocol.Time(l.TCInterval/2)), uint16(env.Rand().Uint32())
	l.hello = env.Now().Add(layer.Spread(env, l.HelloInterval))
	l.tc = env.Now().Add(layer.Spread(env, l.TCInterval))
	l.Layer.Start(env, saved)
	l.rearm(env)
}

// Receive handles OLSR's messages and passes everything else on.
func (l *OLSR) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	switch m := m.(type) {
	case Hello:
		l.onHello(env, from, m)
	case TC:
		l.onTC(env, from, m)
	case routing.Packet:
		l.onPacket(env, m)
	default:
		l.Layer.Receive(env, from, m)
	}
}

// Fire does what is due: a message of the node to itself, a hello, a topology message.
func (l *OLSR) Fire(env *protocol.Env, t protocol.Timer) {
	if t != l.Timer {
		l.Layer.Fire(env, t)
		return
	}
	l.ReceiveOwn(env, &l.own)
	if l.hello <= env.Now() {
		l.sayHello(env)
		l.hello = env.Now().Add(l.HelloInterval - layer.Spread(env, l.MaxJitter))
	}
	if l.tc <= env.Now() {
		l.sayTC(env)
		l.tc = env.Now().Add(l.TCInterval - layer.Spread(env, l.MaxJitter))
	}
	l.rearm(env)
}

func (l *OLSR) Enter(env *protocol.Env) (mark int) { return len(env.Driver().Effects()) }

// Leave takes the routed messages of the machine within.
func (l *OLSR) Leave(env *protocol.Env, mark int) {
	waits := false
	for i := mark; i < len(env.Driver().Effects()); i++ {
		e := &env.Driver().Effects()[i]
		if e.Op != protocol.OpRoute {
			continue
		}
		if next, is := l.next(env, e.To); is {
			*e = protocol.Effect{Op: protocol.OpSend, To: next, Message: routing.Packet{Origin: env.Self(), Destination: e.To, Hops: 1, Inner: e.Message}}
			continue
		}
		if e.To == env.Self() {
			l.own = append(l.own, e.Message)
		} else {
			l.lost++
		}
		*e = protocol.Effect{Op: protocol.OpStopTimer, Timer: l.Timer} // rearm sets it again
		waits = true
	}
	if waits {
		l.rearm(env)
	}
}

// onPacket delivers a packet, or passes it on.
func (l *OLSR) onPacket(env *protocol.Env, p routing.Packet) {
	if p.Destination == env.Self() {
		l.Layer.Receive(env, p.Origin, p.Inner)
		return
	}
	next, is := l.next(env, p.Destination)
	if !is || p.Hops >= routing.MaxPacketHops {
		l.lost++
		return
	}
	p.Hops++
	env.Send(next, p)
}

// rearm sets the timer for what is due first.
func (l *OLSR) rearm(env *protocol.Env) {
	due := min(l.hello, l.tc)
	if len(l.own) > 0 {
		due = env.Now()
	}
	env.SetTimer(l.Timer, due.Sub(env.Now()))
}
