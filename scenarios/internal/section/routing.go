package section

import (
	"time"

	"bellwether/overlay"
)

// Routing is how a message reaches a member over several hops. The keys beside
// service are the parameters of RFC 3561, §10, with its defaults.
type Routing struct {
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

// AODV returns the options that the section states. All are given, so none takes a default.
func (s Routing) AODV() overlay.AODVOptions {
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

// OLSR returns the options that the section states. All are given.
func (s Routing) OLSR() *overlay.OLSROptions {
	return &overlay.OLSROptions{
		HelloInterval: s.HelloInterval.Std(), TCInterval: s.TCInterval.Std(),
		NeighbHoldTime: s.NeighbHoldTime.Std(), TopHoldTime: s.TopHoldTime.Std(), DupHoldTime: s.DupHoldTime.Std(),
		MaxJitter: noneIsNegative(s.Jitter), MPRCoverage: s.MPRCoverage, TCRedundancy: s.TCRedundancy,
	}
}

// Helloes reports whether the nodes of an AODV send hellos.
func (s *Routing) Helloes() bool { return s.Detection == "hello" || s.Detection == "both" }
