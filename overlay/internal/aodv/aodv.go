// Package aodv routes on demand, by RFC 3561 or by draft 03 as GloMoSim 2 has it. It assumes what
// the RFC does of a medium: most frames to a neighbour arrive. It never promises that a packet
// arrives. [AODV] states cost and deviations.
package aodv

import (
	"slices"
	"time"

	"bellwether/overlay/internal/layer"
	"bellwether/overlay/internal/routing"
	"bellwether/protocol"
)

// AODV routes as RFC 3561 says (Perkins, Belding-Royer, Das: Ad hoc On-Demand Distance
// Vector Routing, July 2003). A message of the machine within becomes a [routing.Packet]. A node
// without a route seeks one: it broadcasts a [routeRequest], which others relay, in rings
// of growing TTL. The destination, or a node with a route fresh enough, answers by a
// [routeReply] along the way on which the request came. Meanwhile packets wait. A node that
// notices that a next hop is gone tells those who used it by a [routeError]. With Draft 3
// it is draft 03 as GloMoSim 2 has it (network/aodv.pc), whose packets may wait for ever.
//
// It assumes a medium that delivers frames to a neighbour, mostly; links that work in both
// directions, unless ReplyAck is set; and nodes that all have the same options. It never
// learns from the medium that a frame was lost: a machine is not told. It notices a gone
// next hop as Detection says. It never repeats a packet, and delivers it at most once if
// the medium does.
//
// # No loops
//
// If a node leads to a destination over a next hop, the next hop's number for the
// destination is greater, or the same with fewer hops; so no walk along next hops returns.
// It holds because a node's number never falls while the node runs, a route is replaced by a
// fresher or shorter one only (§6.2), and a broken or expired route has a greater number
// than it had while it was valid.
//
// # Unicast
//
// With Unicast routed a message to a neighbour is a packet as well, as an application's
// over UDP or TCP is: a node that has left the range is still reached over others, and
// the first message to a neighbour waits for a search. An algorithm without a roster then
// has this service too.
//
// # After a boot
//
// A node that boots when the run goes on has lost its numbers, and others may still lead
// over it. So for DeletePeriod it asks, answers and relays nothing, and tells by an error
// everybody who sends it a packet for another (§6.13). Its own number is the time of its
// clock in milliseconds: no node makes a thousand in a second, so it never falls.
//
// # Cost
//
// A search costs a request by every node that its TTL reaches, and a reply by every node on
// the way back. Hellos: one broadcast of 5 bytes a node and interval, on active routes
// alone. Acknowledgements: a frame of 1 byte for each packet and hop. 48 bytes of memory a
// node that is known of.
//
// # Deviations
//
//   - Broken routes are kept for good; the RFC lets them go after DELETE_PERIOD at the
//     earliest. Forgotten numbers are how AODV loops (Bhargavan, Obradovic and Gunter,
//     Formal Verification of Standards for Distance Vector Routing Protocols, 2002).
//   - The number of an expired route rises as that of a broken one; §6.1 allows it.
//   - The number that an error gives is taken if it is greater; §6.11 copies it, which can
//     make a loop (van Glabbeek, Höfner, Tan and Portmann, Sequence Numbers Do Not
//     Guarantee Loop Freedom, MSWiM 2013).
//   - A reply that is no better than a node's own route is passed on as the node's own;
//     §6.7 drops it, and the search has to be repeated (ibid.).
//   - Whoever passes a packet on over a route becomes its precursor, as a reply's next hop
//     does; the RFC has no rule for the way back.
//   - Silence of a next hop counts from the last frame heard of it, whether that was a hello
//     or not; after §6.9 a hop that never said hello cannot be missed.
//   - A hello is a message of its own, 5 bytes long. An acknowledgement of a packet is a
//     frame, since neither MAC nor promiscuous reception is shown to a machine (§6.10).
//   - With neighbours as detection, requests and replies of a node that is no neighbour are ignored.
//   - A node's first number is the time of its boot (above): the RFC says nothing of it. It
//     is the one thing that a shift in time changes, so the explorer shifts none where nodes restart.
//   - Local repair (§6.12) is off by default, and begins when a next hop is missed: the packet that
//     was lost is not sent again. No multicast, no subnets, no interfaces.
//
// It is one type because the RFC describes one machine: routes, searches and waiting packets
// change together.
type AODV struct {
	layer.Layer
	*Options
	seq, number uint32 // own sequence number; RREQ ID of the last request
	routes      []aodvRoute
	requests    routing.Passages
	searches    []aodvSearch // in the order in which they began
	waiting     []parcel     // oldest first
	open        []unanswered // what a next hop has not answered
	peers       []aodvPeer   // sorted; who was heard, and when
	own         []protocol.Message
	said        protocol.Time // when a broadcast was last sent
	mute        protocol.Time // see "After a boot"
	rreqs       budget
	rerrs       budget
	lost        uint32        // packets dropped here
	due         protocol.Time // of the timer; 0: not set
}

// A parcel waits for a route.
type parcel struct {
	since  protocol.Time
	packet routing.Packet
}

// An aodvPeer is a node heard directly.
type aodvPeer struct {
	id          protocol.ID
	heard       protocol.Time
	blacklisted protocol.Time // until when; 0: it is not
}

// budgetSpan is the second of RREQ_RATELIMIT and RERR_RATELIMIT.
const budgetSpan = time.Second

// A budget bounds messages in a second.
type budget struct {
	since protocol.Time
	spent int
}

// take takes one of a budget, if any is left.
func (b *budget) take(now protocol.Time, most int) bool {
	if now.Sub(b.since) >= budgetSpan || b.spent == 0 {
		*b = budget{since: now}
	}
	b.spent++
	return b.spent <= most
}

// New wraps inner; t is the first timer free.
func New(inner protocol.Machine, t protocol.Timer, o *Options) *AODV {
	a := &AODV{Layer: layer.Layer{Inner: inner, Timer: t}, Options: o}
	a.Guard = a
	return a
}

// Start boots the machine within.
func (a *AODV) Start(env *protocol.Env, saved []byte) {
	a.seq = layer.Millis(env.Now() - a.Origin)
	a.said, a.requests.Rotated = env.Now(), env.Now()
	if env.Now() > a.Origin && a.Draft != Draft3 {
		a.mute = env.Now().Add(a.DeletePeriod)
	}
	if a.hellos() {
		// A hello an interval: the first at a random time, so that nodes are out of step.
		a.said = env.Now().Add(layer.Spread(env, a.HelloInterval) - a.HelloInterval)
		a.wake(env, a.said.Add(a.HelloInterval))
	}
	a.Layer.Start(env, saved)
}

// Receive handles AODV's messages and passes everything else on. Whatever a neighbour says
// is a sign that it is there.
func (a *AODV) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	a.hear(env, from)
	switch m := m.(type) {
	case routing.Packet:
		a.onPacket(env, from, m)
	case RouteRequest:
		a.onRequest(env, from, m)
	case RouteReply:
		a.onReply(env, from, m)
	case RouteError:
		a.onError(env, from, m)
	case RouteHello:
		a.onHello(env, from, m)
	case RouteRepaired:
		a.onRepaired(env, from, m)
	case HopAck:
	default:
		a.Layer.Receive(env, from, m)
	}
}

// Fire does what is due: a message of the node to itself, the end of a wait, a hello, a
// next hop that is gone.
func (a *AODV) Fire(env *protocol.Env, t protocol.Timer) {
	if t != a.Timer {
		a.Layer.Fire(env, t)
		return
	}
	a.due = 0
	a.ReceiveOwn(env, &a.own)
	a.expireAnswers(env)
	a.expireSearches(env)
	a.beat(env)
	a.rearm(env)
}

// NeighbourDown breaks the routes over a neighbour that is gone, with neighbours as
// detection.
func (a *AODV) NeighbourDown(env *protocol.Env, id protocol.ID) {
	if a.Detection == DetectNeighbours {
		a.part(env, id)
	}
	a.Layer.NeighbourDown(env, id)
}

func (a *AODV) Enter(env *protocol.Env) (mark int) { return len(env.Driver().Effects()) }

// Leave takes the routed messages of the machine within, and with Unicast routed those to
// neighbours. A message that waits for a route loses the jitter that it was sent with.
func (a *AODV) Leave(env *protocol.Env, mark int) {
	end := len(env.Driver().Effects())
	for i := mark; i < end; i++ {
		e := &env.Driver().Effects()[i] // read again each time, because a search appends
		if e.Op != protocol.OpRoute && !(e.Op == protocol.OpSend && a.Carries()) {
			continue
		}
		to, m, within := e.To, e.Message, e.Within
		switch r := a.route(env, to); {
		case r != nil:
			e = &env.Driver().Effects()[i] // route may have appended
			*e = protocol.Effect{Op: protocol.OpSend, To: r.next, Within: within, Message: routing.Packet{Origin: env.Self(), Destination: to, Hops: 1, Inner: m}}
			a.sent(env, r, within)
			continue
		case to == env.Self():
			a.own = append(a.own, m)
		default:
			a.queue(env, parcel{since: env.Now(), packet: routing.Packet{Origin: env.Self(), Destination: to, Hops: 1, Inner: m}})
		}
		env.Driver().Effects()[i] = protocol.Effect{Op: protocol.OpStopTimer, Timer: a.Timer} // rearm sets it again
		a.due = 0
	}
	if a.due == 0 {
		a.rearm(env)
	}
}

// route returns the route that a packet may take to a node, nil without a route.
func (a *AODV) route(env *protocol.Env, to protocol.ID) *aodvRoute {
	r := a.usable(env.Now(), to)
	if r != nil && !a.present(env, r.next) {
		a.part(env, r.next)
		return nil
	}
	return r
}

// present reports whether a node may be a next hop.
func (a *AODV) present(env *protocol.Env, id protocol.ID) bool {
	return a.Detection != DetectNeighbours || slices.Contains(env.Neighbours(), id)
}

// wake makes sure that the timer fires at an instant, or earlier.
func (a *AODV) wake(env *protocol.Env, at protocol.Time) {
	if a.due == 0 || at < a.due {
		a.due = max(at, env.Now())
		env.SetTimer(a.Timer, at.Sub(env.Now()))
	}
}

// rearm sets the timer for what is due first.
func (a *AODV) rearm(env *protocol.Env) {
	if len(a.own) > 0 {
		a.wake(env, env.Now())
	}
	for i := range a.searches {
		if s := &a.searches[i]; s.due != 0 {
			a.wake(env, s.due)
		}
	}
	for i := range a.open {
		a.wake(env, a.open[i].due)
	}
	if a.hellos() {
		a.wake(env, a.nextBeat(env))
	}
}
