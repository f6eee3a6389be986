package scenarios

import (
	"math"
	"time"

	"bellwether/overlay"
)

// routingSection is how a message reaches a member over several hops. The keys beside
// service are those of RFC 3561, §10, and their defaults its own.
type routingSection struct {
	// oracle: along the true shortest path, and each hop is transmitted, lossy and
	// charged; flood: by flooding; aodv: along routes that are sought when they are needed;
	// olsr: along routes that all nodes compute from what they tell each other all the time.
	Service string `yaml:"service" jsonschema:"default=oracle,enum=oracle,enum=flood,enum=aodv,enum=olsr"`
	// 0: RFC 3561; 3: draft 03 as GloMoSim 2 has it, with its constants as defaults, which
	// stand in brackets below.
	Draft int `yaml:"draft" when:"service=aodv" jsonschema:"default=0,enum=0,enum=3"`
	// What becomes of a message to a neighbour. direct: it goes to the neighbour, and is lost
	// if that is gone; routed: it goes along a route like one to any member, as in IP, so a
	// neighbour that has left is still reached over others.
	Unicast string `yaml:"unicast" when:"service=aodv" jsonschema:"default=direct,enum=direct,enum=routed"`
	// How a node notices that a next hop is gone. hello: a next hop on an active route is
	// silent; acknowledgement: it answers no packet, each of which it must; both;
	// neighbours: the neighbour service drops it. [acknowledgement]
	Detection string `yaml:"detection" when:"service=aodv" jsonschema:"default=hello,enum=hello,enum=acknowledgement,enum=both,enum=neighbours"`
	// A route that is not used expires after it. [10s]
	ActiveRouteTimeout Duration `yaml:"active_route_timeout" when:"service=aodv" jsonschema:"default=3s" min:"1ms" max:"10h"`
	// Lifetime of a route that its destination states. Default: twice
	// active_route_timeout.
	MyRouteTimeout Duration `yaml:"my_route_timeout" when:"service=aodv" jsonschema:"default=6s" min:"1ms" max:"10h"`
	// One hop, with queues and processing.
	NodeTraversalTime Duration `yaml:"node_traversal_time" when:"service=aodv" jsonschema:"default=40ms" min:"1ms" max:"1m"`
	// The most hops between two nodes.
	NetDiameter int `yaml:"net_diameter" when:"service=aodv" jsonschema:"default=35,minimum=1,maximum=255"`
	// How long a node that boots during a run neither asks, answers nor relays, since others may
	// still lead over it. Default: 5 times the greater of active_route_timeout and
	// allowed_hello_loss·hello_interval. [4.2s, after which a broken route is forgotten; no
	// node waits]
	DeletePeriod Duration `yaml:"delete_period" when:"service=aodv" jsonschema:"default=15s" min:"1ms" max:"10h"`
	// aodv: time between two broadcasts of a node on an active route. olsr: between two hellos;
	// default 2s.
	HelloInterval Duration `yaml:"hello_interval" when:"service=aodv|olsr" jsonschema:"default=1s" min:"1ms" max:"1h"`
	// A next hop that is silent for so many intervals is gone.
	AllowedHelloLoss int `yaml:"allowed_hello_loss" when:"service=aodv" jsonschema:"default=2,minimum=1,maximum=255"`
	// A packet that is not answered for so long is lost, and its next hop gone. Default:
	// node_traversal_time and 10ms. [45ms]
	NextHopWait Duration `yaml:"next_hop_wait" when:"service=aodv" jsonschema:"default=50ms" min:"1ms" max:"1m"`
	// TTL of the first request of a search.
	TTLStart int `yaml:"ttl_start" when:"service=aodv" jsonschema:"default=1,minimum=1,maximum=255"`
	// By how much TTL grows with each further request.
	TTLIncrement int `yaml:"ttl_increment" when:"service=aodv" jsonschema:"default=2,minimum=1,maximum=255"`
	// Beyond it net_diameter is taken. No request has a TTL above net_diameter.
	TTLThreshold int `yaml:"ttl_threshold" when:"service=aodv" jsonschema:"default=7,minimum=1,maximum=255"`
	// Hops added to the wait for a reply, for congestion. [0]
	TimeoutBuffer int `yaml:"timeout_buffer" when:"service=aodv" jsonschema:"default=2,minimum=0,maximum=255"`
	// Requests with TTL net_diameter, after which a search is given up.
	RREQRetries int `yaml:"rreq_retries" when:"service=aodv" jsonschema:"default=2,minimum=1,maximum=100"`
	// Requests that a node originates in a second.
	RREQRateLimit int `yaml:"rreq_ratelimit" when:"service=aodv" jsonschema:"default=10,minimum=1,maximum=1000000"`
	// Errors that a node sends in a second.
	RERRRateLimit int `yaml:"rerr_ratelimit" when:"service=aodv" jsonschema:"default=10,minimum=1,maximum=1000000"`
	// aodv: each of its broadcasts waits a uniform time up to this. The RFC has none; the default
	// is that of ns-3 and GloMoSim. [on relayed requests alone] olsr: an interval is shorter by
	// a uniform time up to this, and a relay waits so long; default a quarter of
	// hello_interval, or of tc_interval if that is shorter; at most half of an interval.
	Jitter Duration `yaml:"jitter" when:"service=aodv|olsr" jsonschema:"default=10ms" max:"1m"`
	// Packets that wait for routes at a node; a further one takes the place of the oldest.
	// The default is ns-3's. [1024]
	MaxQueueLen int `yaml:"max_queue_len" when:"service=aodv" jsonschema:"default=64,minimum=1,maximum=65536"`
	// A packet that waited longer is dropped; 0s: none is. The default is ns-3's. [0s]
	MaxQueueTime Duration `yaml:"max_queue_time" when:"service=aodv" jsonschema:"default=30s" max:"10h"`
	// Only the destination answers requests (flag D).
	DestinationOnly bool `yaml:"destination_only" when:"service=aodv"`
	// Traffic goes one way: a destination does not learn the way back from another node's
	// answer (flag G is not set). [true]
	OneWay bool `yaml:"one_way" when:"service=aodv"`
	// Replies are acknowledged (flag A), and a next hop that acknowledges none is
	// blacklisted, since its link may be one-way.
	ReplyAck bool `yaml:"reply_ack" when:"service=aodv"`
	// A node that notices that a next hop is gone seeks another way itself, to destinations at most
	// 0.3·net_diameter hops away, before it tells those who lead over it.
	LocalRepair bool `yaml:"local_repair" when:"service=aodv"`
	// How long requests of a blacklisted node are ignored. Default:
	// 2·rreq_retries·node_traversal_time·net_diameter.
	BlacklistTimeout Duration `yaml:"blacklist_timeout" when:"service=aodv" jsonschema:"default=5.6s" min:"1ms" max:"10h"`

	// Time between two topology messages.
	TCInterval Duration `yaml:"tc_interval" when:"service=olsr" jsonschema:"default=5s" min:"200ms" max:"1h"`
	// What a hello says holds so long. Default: 3 times hello_interval.
	NeighbHoldTime Duration `yaml:"neighb_hold_time" when:"service=olsr" jsonschema:"default=6s" min:"1ms" max:"1h"`
	// What a topology message says holds so long. Default: 3 times tc_interval.
	TopHoldTime Duration `yaml:"top_hold_time" when:"service=olsr" jsonschema:"default=15s" min:"200ms" max:"1h"`
	// How long a topology message is known again, so that nobody relays it twice. At least
	// tc_interval, and the time that a message may travel: jitter and latency at each hop. But 30s,
	// as in the RFC, are never too short.
	DupHoldTime Duration `yaml:"dup_hold_time" when:"service=olsr" jsonschema:"default=30s" min:"200ms" max:"10h"`
	// By how many relays a node two hops away is covered, as far as there are so many.
	MPRCoverage int `yaml:"mpr_coverage" when:"service=olsr" jsonschema:"default=1,minimum=1,maximum=255"`
	// The links that a node advertises. 0: to those that chose it as a relay; 1: and to its own
	// relays; 2: to all neighbours.
	TCRedundancy int `yaml:"tc_redundancy" when:"service=olsr" jsonschema:"default=0,minimum=0,maximum=2"`
}

// noneIsNegative is a duration for options in which zero stands for the default.
func noneIsNegative(d Duration) time.Duration {
	if d == 0 {
		return -1
	}
	return d.Std()
}

// aodv returns the options that the section states. All are given, so none takes a default.
func (s routingSection) aodv() overlay.AODVOptions {
	o := overlay.AODVOptions{
		Draft: s.Draft, Detection: s.Detection, Unicast: s.Unicast,
		ActiveRouteTimeout: s.ActiveRouteTimeout.Std(), MyRouteTimeout: s.MyRouteTimeout.Std(),
		NodeTraversalTime: s.NodeTraversalTime.Std(), NetDiameter: s.NetDiameter, DeletePeriod: s.DeletePeriod.Std(),
		HelloInterval: s.HelloInterval.Std(), AllowedHelloLoss: s.AllowedHelloLoss, NextHopWait: s.NextHopWait.Std(),
		TTLStart: s.TTLStart, TTLIncrement: s.TTLIncrement, TTLThreshold: s.TTLThreshold, TimeoutBuffer: s.TimeoutBuffer,
		RREQRetries: s.RREQRetries, RREQRateLimit: s.RREQRateLimit, RERRRateLimit: s.RERRRateLimit,
		Jitter: noneIsNegative(s.Jitter), MaxQueueLen: s.MaxQueueLen, MaxQueueTime: noneIsNegative(s.MaxQueueTime),
		DestinationOnly: s.DestinationOnly, OneWay: s.OneWay, ReplyAck: s.ReplyAck, LocalRepair: s.LocalRepair, BlacklistTimeout: s.BlacklistTimeout.Std(),
	}
	if s.TimeoutBuffer == 0 {
		o.TimeoutBuffer = -1
	}
	return o
}

// olsr returns the options that the section states. All are given.
func (s routingSection) olsr() *overlay.OLSROptions {
	return &overlay.OLSROptions{
		HelloInterval: s.HelloInterval.Std(), TCInterval: s.TCInterval.Std(),
		NeighbHoldTime: s.NeighbHoldTime.Std(), TopHoldTime: s.TopHoldTime.Std(), DupHoldTime: s.DupHoldTime.Std(),
		MaxJitter: noneIsNegative(s.Jitter), MPRCoverage: s.MPRCoverage, TCRedundancy: s.TCRedundancy,
	}
}

// olsrDefaults sets what follows from other keys.
func (r *reader) olsrDefaults() {
	s := &r.s.Routing
	var given overlay.OLSROptions
	if r.Given("routing.hello_interval") {
		given.HelloInterval = s.HelloInterval.Std()
	}
	given.TCInterval = s.TCInterval.Std()
	o := given.Whole()
	fill(r, "routing.hello_interval", &s.HelloInterval, Duration(o.HelloInterval))
	fill(r, "routing.neighb_hold_time", &s.NeighbHoldTime, Duration(o.NeighbHoldTime))
	fill(r, "routing.top_hold_time", &s.TopHoldTime, Duration(o.TopHoldTime))
	fill(r, "routing.jitter", &s.Jitter, Duration(o.MaxJitter))
}

// routingDefaults sets what follows from the draft and from other keys.
func (r *reader) routingDefaults() {
	s := &r.s.Routing
	if s.Service == serviceOLSR {
		r.olsrDefaults()
	}
	if s.Service != serviceAODV {
		return
	}
	given := overlay.AODVOptions{Draft: s.Draft}
	take := func(key string, to *time.Duration, d Duration) {
		if r.Given("routing." + key) {
			*to = d.Std()
		}
	}
	take("active_route_timeout", &given.ActiveRouteTimeout, s.ActiveRouteTimeout)
	take("hello_interval", &given.HelloInterval, s.HelloInterval)
	take("node_traversal_time", &given.NodeTraversalTime, s.NodeTraversalTime)
	given.NetDiameter, given.AllowedHelloLoss, given.RREQRetries = s.NetDiameter, s.AllowedHelloLoss, s.RREQRetries
	o := given.Whole()
	fill(r, "routing.detection", &s.Detection, o.Detection)
	fill(r, "routing.active_route_timeout", &s.ActiveRouteTimeout, Duration(o.ActiveRouteTimeout))
	fill(r, "routing.my_route_timeout", &s.MyRouteTimeout, Duration(o.MyRouteTimeout))
	fill(r, "routing.delete_period", &s.DeletePeriod, Duration(o.DeletePeriod))
	fill(r, "routing.next_hop_wait", &s.NextHopWait, Duration(o.NextHopWait))
	fill(r, "routing.timeout_buffer", &s.TimeoutBuffer, o.TimeoutBuffer)
	fill(r, "routing.max_queue_len", &s.MaxQueueLen, o.MaxQueueLen)
	fill(r, "routing.max_queue_time", &s.MaxQueueTime, Duration(max(o.MaxQueueTime, 0)))
	fill(r, "routing.one_way", &s.OneWay, o.OneWay)
	fill(r, "routing.blacklist_timeout", &s.BlacklistTimeout, Duration(o.BlacklistTimeout))
}

// checkRouting finds what is wrong between the keys of a routing service.
func (r *reader) checkRouting() {
	s := &r.s.Routing
	if s.Service == serviceOLSR && r.Sound("routing") {
		r.checkOLSR()
	}
	if s.Service != serviceAODV || !r.Sound("routing") {
		return
	}
	if s.helloes() && s.Jitter > s.HelloInterval {
		r.Fault(r.blame("routing.hello_interval", "routing.jitter"), "hellos at most every %v may each wait %v: a jitter is no longer than hello_interval", s.HelloInterval, s.Jitter)
	}
	if s.TTLStart > s.NetDiameter {
		r.Fault("routing.ttl_start", "%d is more than net_diameter, %d", s.TTLStart, s.NetDiameter)
	}
}

// helloes reports whether the nodes of an AODV send hellos.
func (s *routingSection) helloes() bool { return s.Detection == "hello" || s.Detection == "both" }

// travels bounds how long a topology message of OLSR is on its way, by the jitter and the latency
// of each hop: as long it may come to a node again. RFC 3626 §18 holds 30 s in any network.
func (r *reader) travels() (hops int, longest Duration) {
	hops = min(max(r.s.Nodes-1, 1), math.MaxUint8)
	each := r.s.Routing.Jitter + min(r.s.Radio.Latency, rfcDupHold) // a sum of longer ones may overflow
	return hops, min(Duration(hops)*each, rfcDupHold)
}

// rfcDupHold is DUP_HOLD_TIME of RFC 3626 §18.
const rfcDupHold = Duration(30 * time.Second)

// checkOLSR finds what is wrong between the keys of OLSR, and names one that the file gives.
func (r *reader) checkOLSR() {
	s := &r.s.Routing
	shorter := min(s.HelloInterval, s.TCInterval)
	hops, longest := r.travels()
	switch err := s.olsr().Validate(); {
	case s.Jitter > shorter/2:
		r.Fault(r.blame("routing.jitter", "routing.hello_interval", "routing.tc_interval"), "a jitter of %v is more than half of the shorter interval, %v", s.Jitter, shorter)
	case s.NeighbHoldTime < s.HelloInterval:
		r.Fault(r.blame("routing.neighb_hold_time", "routing.hello_interval"), "neighbours are held for %v, which is shorter than hello_interval, %v", s.NeighbHoldTime, s.HelloInterval)
	case s.TopHoldTime < s.TCInterval:
		r.Fault(r.blame("routing.top_hold_time", "routing.tc_interval"), "links are held for %v, which is shorter than tc_interval, %v", s.TopHoldTime, s.TCInterval)
	case s.DupHoldTime < min(s.TCInterval, rfcDupHold):
		r.Fault(r.blame("routing.dup_hold_time", "routing.tc_interval"), "topology messages are known again for %v, which is shorter than tc_interval, %v", s.DupHoldTime, s.TCInterval)
	case s.DupHoldTime < longest:
		r.Fault(r.blame("routing.dup_hold_time", "routing.jitter"), "topology messages are known again for %v, but may travel for %v, over %d hops of jitter and latency: nodes would relay them again and again", s.DupHoldTime, longest, hops)
	case err != nil && s.NeighbHoldTime > s.TopHoldTime: // what is left is a time too long for a message
		r.Fault(r.blame("routing.neighb_hold_time", "routing.hello_interval"), "%v", err)
	case err != nil:
		r.Fault(r.blame("routing.top_hold_time", "routing.tc_interval"), "%v", err)
	}
}
