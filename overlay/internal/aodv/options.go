package aodv

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"bellwether/protocol"
)

// The ways in which a node of an AODV notices that a next hop is gone: Detection of
// [Options].
const (
	detectHello       = "hello"           // silence of a next hop that owes hellos (RFC 3561 §6.9)
	detectAcknowledge = "acknowledgement" // a data packet that nothing answers (§6.10, passive acknowledgement)
	detectBoth        = "both"
	DetectNeighbours  = "neighbours" // the neighbour service of the node
)

// Detections are the values of Detection.
func Detections() []string {
	return []string{detectHello, detectAcknowledge, detectBoth, DetectNeighbours}
}

// What becomes of a message to a neighbour: Unicast of [Options].
const (
	unicastDirect = "direct" // it goes to the neighbour, and is lost if that is gone
	unicastRouted = "routed" // it is a packet like one to any member: IP does not ask who is a neighbour
)

// Unicasts are the values of Unicast.
func Unicasts() []string { return []string{unicastDirect, unicastRouted} }

// Draft3 as the Draft of an AODV makes it the one that GloMoSim 2 has.
const Draft3 = 3

// Options are the options of an AODV, with the names of RFC 3561 §10. Zero fields get
// the RFC's defaults, or with Draft 3 GloMoSim 2's defaults (in brackets).
type Options struct {
	Draft     int    // 0: RFC 3561; Draft3: draft 03 as GloMoSim 2 has it
	Unicast   string // see Unicasts; default direct
	Detection string // see Detections; default hello [acknowledgement]

	ActiveRouteTimeout time.Duration // a route that is not used expires after it; default 3s [10s]
	MyRouteTimeout     time.Duration // lifetime of a route that its destination states; default 2·ActiveRouteTimeout
	NodeTraversalTime  time.Duration // one hop, queues and processing included; default 40ms
	NetDiameter        int           // most hops between two nodes; default 35, at most 255
	DeletePeriod       time.Duration // see "After a boot" of AODV; default 5·max(ActiveRouteTimeout, AllowedHelloLoss·HelloInterval) [broken routes are forgotten after 4.2s]

	HelloInterval    time.Duration // between two broadcasts of a node on an active route; default 1s
	AllowedHelloLoss int           // a next hop that is silent for so many intervals is gone; default 2
	NextHopWait      time.Duration // a packet that nothing answers for so long is lost, and its next hop gone; default NodeTraversalTime + 10ms [45ms: GloMoSim's MAC]

	TTLStart      int // of the first request; default 1
	TTLIncrement  int // each further request; default 2
	TTLThreshold  int // beyond it NetDiameter is taken; default 7
	TimeoutBuffer int // hops added to a wait, for congestion; default 2 [none]; negative for none
	RREQRetries   int // requests with TTL NetDiameter before a search is given up; default 2
	RREQRateLimit int // requests that a node originates in a second; default 10
	RERRRateLimit int // errors that a node sends in a second; default 10

	// A broadcast waits a uniform time up to this: neighbours that heard the same frame
	// would collide. The RFC has none. Default 10ms, as in ns-3 and GloMoSim, with Draft 3
	// on relayed requests alone; negative for none.
	Jitter time.Duration
	// Packets that wait for routes at a node; a further one takes the place of the oldest.
	// Default 64, as in ns-3 [1024: GloMoSim has no bound].
	MaxQueueLen int
	// A packet that waited longer is dropped. Default 30s, as in ns-3 [none]; negative for
	// none.
	MaxQueueTime time.Duration

	DestinationOnly bool // only the destination answers requests (flag D)
	OneWay          bool // no gratuitous replies (flag G): the destination does not learn the way back [set]
	// Replies are to be acknowledged (flag A): a next hop that nothing is heard of for
	// NextHopWait is blacklisted, as its link may be one-way, and its requests are ignored
	// for BlacklistTimeout.
	ReplyAck         bool
	BlacklistTimeout time.Duration // default RREQRetries · NetTraversalTime

	// A node that notices that a next hop is gone seeks another way to destinations at most
	// 0.3·NetDiameter hops away, before it tells those who lead over it (§6.12).
	LocalRepair bool

	// Origin is when the world began, by the clock of nodes: a node that boots then has no past,
	// and does not wait (see "After a boot" of AODV). Default 0.
	Origin protocol.Time
}

// Values of GloMoSim 2 (network/aodv.h) that have no name in the RFC's list.
const (
	draftReverseLifetime = 2100 * time.Millisecond // of a route to the origin of a request
	draftBrokenKept      = 4200 * time.Millisecond // of what is known of a broken route
	draftRequestKept     = 30 * time.Second        // of a request, to know it again
	draftMACGivesUp      = 45 * time.Millisecond   // on an absent neighbour: mean of 1 + 7 RTS
	draftQueue           = 1024                    // GloMoSim has no bound; a node with more waiting is broken
)

// Validate returns what is wrong with the options.
func (o Options) Validate() error {
	switch {
	case o.Draft != 0 && o.Draft != Draft3:
		return fmt.Errorf("draft %d of AODV: there are 0 (RFC 3561) and %d", o.Draft, Draft3)
	case o.Detection != "" && !slices.Contains(Detections(), o.Detection):
		return fmt.Errorf("detection of AODV %q: want one of %q", o.Detection, Detections())
	case o.Unicast != "" && !slices.Contains(Unicasts(), o.Unicast):
		return fmt.Errorf("unicast of AODV %q: want one of %q", o.Unicast, Unicasts())
	}
	for _, d := range []time.Duration{o.ActiveRouteTimeout, o.MyRouteTimeout, o.NodeTraversalTime, o.DeletePeriod, o.HelloInterval, o.NextHopWait, o.BlacklistTimeout} {
		if d < 0 {
			return fmt.Errorf("negative time of AODV %v: take 0 for the default", d)
		}
	}
	for _, n := range []int{o.NetDiameter, o.AllowedHelloLoss, o.TTLStart, o.TTLIncrement, o.TTLThreshold, o.TimeoutBuffer} {
		if n > math.MaxUint8 {
			return fmt.Errorf("%d hops or hellos of AODV: at most %d, take less", n, math.MaxUint8)
		}
	}
	return nil
}

// Whole returns the options with their defaults filled in.
func (o Options) Whole() Options { return *o.WithDefaults() }

func (o Options) WithDefaults() *Options {
	draft := o.Draft == Draft3
	pick := func(rfc, drafted time.Duration) time.Duration {
		if draft {
			return drafted
		}
		return rfc
	}
	if o.Detection == "" {
		if o.Detection = detectHello; draft {
			o.Detection = detectAcknowledge
		}
	}
	o.Unicast = cmp.Or(o.Unicast, unicastDirect)
	duration := func(d *time.Duration, otherwise time.Duration) { *d = cmp.Or(max(*d, 0), otherwise) }
	number := func(n *int, otherwise int) { *n = cmp.Or(max(*n, 0), otherwise) }
	duration(&o.ActiveRouteTimeout, pick(3*time.Second, 10*time.Second))
	duration(&o.MyRouteTimeout, 2*o.ActiveRouteTimeout)
	duration(&o.NodeTraversalTime, 40*time.Millisecond)
	number(&o.NetDiameter, 35)
	duration(&o.HelloInterval, time.Second)
	number(&o.AllowedHelloLoss, 2)
	duration(&o.DeletePeriod, pick(5*max(o.ActiveRouteTimeout, o.helloLoss()), draftBrokenKept))
	duration(&o.NextHopWait, pick(o.NodeTraversalTime+10*time.Millisecond, draftMACGivesUp))
	number(&o.TTLStart, 1)
	number(&o.TTLIncrement, 2)
	number(&o.TTLThreshold, 7)
	if o.TimeoutBuffer == 0 && !draft {
		o.TimeoutBuffer = 2
	}
	o.TimeoutBuffer = max(o.TimeoutBuffer, 0)
	o.OneWay = o.OneWay || draft // it has no flag G
	number(&o.RREQRetries, 2)
	number(&o.RREQRateLimit, 10)
	number(&o.RERRRateLimit, 10)
	duration(&o.BlacklistTimeout, time.Duration(o.RREQRetries)*o.netTraversal())
	o.Jitter = max(cmp.Or(o.Jitter, 10*time.Millisecond), 0)
	if draft {
		number(&o.MaxQueueLen, draftQueue)
		o.MaxQueueTime = cmp.Or(o.MaxQueueTime, -1)
	}
	number(&o.MaxQueueLen, 64)
	o.MaxQueueTime = cmp.Or(o.MaxQueueTime, 30*time.Second)
	return &o
}

// netTraversal is NET_TRAVERSAL_TIME.
func (o *Options) netTraversal() time.Duration {
	return 2 * o.NodeTraversalTime * time.Duration(o.NetDiameter)
}

// remembered is for how long a request is known again: PATH_DISCOVERY_TIME.
func (o *Options) remembered() time.Duration {
	if o.Draft == Draft3 {
		return draftRequestKept
	}
	return 2 * o.netTraversal()
}

// helloLoss is the silence after which a next hop is gone.
func (o *Options) helloLoss() time.Duration {
	return time.Duration(o.AllowedHelloLoss) * o.HelloInterval
}

// Carries reports whether messages to neighbours are packets too.
func (o *Options) Carries() bool { return o.Unicast == unicastRouted }

// hellos reports whether nodes send hellos.
func (o *Options) hellos() bool { return o.Detection == detectHello || o.Detection == detectBoth }

// acknowledges reports whether data packets are acknowledged hop by hop.
func (o *Options) acknowledges() bool {
	return o.Detection == detectAcknowledge || o.Detection == detectBoth
}

// ring is the TTL of a request that is to go so far: beyond TTLThreshold NetDiameter, and never
// more than that (RFC 3561 §6.4).
func (o *Options) ring(ttl int) int {
	if ttl > o.TTLThreshold {
		return o.NetDiameter
	}
	return min(ttl, o.NetDiameter)
}

// wait is how long a node waits for a reply to a request with this TTL, the full-th with
// TTL NetDiameter (RFC 3561 §6.3: the wait doubles; §6.4: RING_TRAVERSAL_TIME).
func (o *Options) wait(ttl, full int) time.Duration {
	if ttl < o.NetDiameter {
		return 2 * o.NodeTraversalTime * time.Duration(ttl+o.TimeoutBuffer)
	}
	if o.Draft == Draft3 {
		return o.netTraversal()
	}
	return o.netTraversal() << min(max(full-1, 0), maxBackoff)
}

// maxBackoff ends the doubling of the wait at full TTL: 64 times 2.8 s are three minutes.
const maxBackoff = 6
