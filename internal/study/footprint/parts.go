package footprint

import "bellwether/protocol"

// Words of scenario files that decide what a run keeps.
const (
	helloService  = "hello"
	oracleService = "oracle"
	noProfile     = "none"
	linearBattery = "linear"
	csma          = "csma"
	aodvService   = "aodv"
	olsrService   = "olsr"
)

// part is one kind of memory.
type part struct {
	what    string
	perNode func(*sample) float64 // bytes
}

// parts are the parts of the memory of a run. Measured on 22 November 2026 with go1.26 on
// amd64, in worlds of 1000 to 4000 nodes of degree 5, 10, 20 and 40; the test prints how
// near they still are.
var parts = []part{
	{"nodes", func(*sample) float64 {
		return 870 // the kernel's node, its timers, place, radio, and what measures it
	}},
	{"paths", func(w *sample) float64 { return when(w.moves(), 360) }},
	{"machines", func(w *sample) float64 {
		if w.algorithm.MaxNodes > 0 && w.algorithm.Needs < protocol.NeedsRing { // those on a ring keep their neighbours
			// They keep 12 to 300 bytes for every other node, and send to each. With a
			// quorum, followers answer every node that asks, over routes: 330 bytes at
			// 100, 200 and 400 nodes of degree 10.
			if w.algorithm.Goal == protocol.GoalQuorum {
				return 400 + 320*float64(w.s.Nodes)
			}
			return 400 + 130*float64(w.s.Nodes)
		}
		return 330
	}},
	{"hello tables", func(w *sample) float64 {
		if w.s.Neighbours.Service != helloService {
			return 0
		}
		return 400 + 14*w.degree + when(w.s.Capability.LinkQuality > 0, 50+4*w.degree)
	}},
	{"routes", func(w *sample) float64 {
		r := &w.s.Routing
		switch {
		case w.algorithm.Needs < protocol.NeedsRouting:
			return 0
		case r.Service == aodvService:
			return aodvBytes + aodvRouteBytes*float64(w.s.Nodes-1)
		case r.Service == olsrService:
			return w.olsr()
		}
		return 0
	}},
	{"batteries", func(w *sample) float64 {
		if w.s.Energy.Profile == noProfile {
			return 0
		}
		return 100 + when(w.s.Energy.Battery.Model != linearBattery, 140)
	}},
	{"links", func(w *sample) float64 { return when(w.follows(), 200*w.degree) }},
	{"contention", func(w *sample) float64 {
		return when(w.s.Radio.Contended(), 26*w.degree)
	}},
	{"reservations", func(w *sample) float64 { // virtual carrier sense, RTS, EIFS, rates by neighbour
		a := &w.s.Radio.Access
		return when(a.Model == csma && (a.NAV || a.EIFS > 0 || a.RTSThreshold < 65535), 64) +
			when(a.Model == csma && len(a.Rates) > 0, 24+24*w.degree)
	}},
	{"duty cycles", func(w *sample) float64 { return when(w.s.Radio.DutyCycle.Limit > 0, 60) }},
	{"frames", func(w *sample) float64 { // frames that wait when all nodes begin an election
		waiting := 400 + 110*w.degree
		if w.s.Radio.Contended() {
			waiting *= 2
		}
		return w.elects() * waiting
	}},
}

func when(is bool, bytes float64) float64 {
	if is {
		return bytes
	}
	return 0
}

// The memory of AODV: itself, and for each member a route with its precursors, a peer, and a
// waiting search or packet.
const (
	aodvBytes      = 600
	aodvRouteBytes = 150
)

// The memory of OLSR: itself; for each neighbour its link and its neighbours; for each node
// what it advertised and a row of the routing table; and the topology messages received, in
// two generations of dup_hold_time each. Nearly every node is a relay.
const (
	olsrBytes      = 600
	olsrLinkBytes  = 90
	olsrFarBytes   = 28
	olsrRouteBytes = 65
	olsrSeenBytes  = 25

	passages = 1 << 14 // overlay's limit of a generation
)

func (w *sample) olsr() float64 {
	r := &w.s.Routing
	kept := min(2*r.DupHoldTime.Std(), w.s.Duration.Std())
	seen := min(float64(kept)/float64(r.TCInterval.Std())*float64(w.s.Nodes), 2*passages)
	return olsrBytes + w.degree*(olsrLinkBytes+olsrFarBytes*w.degree) + olsrRouteBytes*float64(w.s.Nodes) + olsrSeenBytes*seen
}
