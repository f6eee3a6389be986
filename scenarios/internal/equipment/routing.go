package equipment

import (
	"math"
	"time"

	"bellwether/overlay"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// Routing reads the section routing.
type Routing struct {
	File    *keys.File
	Keys    *section.Routing
	Nodes   int
	Latency section.Duration // of the radio, a hop
}

// olsrDefaults sets what follows from other keys.
func (r *Routing) olsrDefaults() {
	s := r.Keys
	var given overlay.OLSROptions
	if r.File.Given("routing.hello_interval") {
		given.HelloInterval = s.HelloInterval.Std()
	}
	given.TCInterval = s.TCInterval.Std()
	o := given.Whole()
	keys.Fill(r.File, "routing.hello_interval", &s.HelloInterval, section.Duration(o.HelloInterval))
	keys.Fill(r.File, "routing.neighb_hold_time", &s.NeighbHoldTime, section.Duration(o.NeighbHoldTime))
	keys.Fill(r.File, "routing.top_hold_time", &s.TopHoldTime, section.Duration(o.TopHoldTime))
	keys.Fill(r.File, "routing.jitter", &s.Jitter, section.Duration(o.MaxJitter))
}

// Defaults sets what follows from the draft and from other keys.
func (r *Routing) Defaults() {
	s := r.Keys
	if s.Service == section.ServiceOLSR {
		r.olsrDefaults()
	}
	if s.Service != section.ServiceAODV {
		return
	}
	given := overlay.AODVOptions{Draft: s.Draft}
	take := func(key string, to *time.Duration, d section.Duration) {
		if r.File.Given("routing." + key) {
			*to = d.Std()
		}
	}
	take("active_route_timeout", &given.ActiveRouteTimeout, s.ActiveRouteTimeout)
	take("hello_interval", &given.HelloInterval, s.HelloInterval)
	take("node_traversal_time", &given.NodeTraversalTime, s.NodeTraversalTime)
	given.NetDiameter, given.AllowedHelloLoss, given.RREQRetries = s.NetDiameter, s.AllowedHelloLoss, s.RREQRetries
	o := given.Whole()
	keys.Fill(r.File, "routing.detection", &s.Detection, o.Detection)
	keys.Fill(r.File, "routing.active_route_timeout", &s.ActiveRouteTimeout, section.Duration(o.ActiveRouteTimeout))
	keys.Fill(r.File, "routing.my_route_timeout", &s.MyRouteTimeout, section.Duration(o.MyRouteTimeout))
	keys.Fill(r.File, "routing.delete_period", &s.DeletePeriod, section.Duration(o.DeletePeriod))
	keys.Fill(r.File, "routing.next_hop_wait", &s.NextHopWait, section.Duration(o.NextHopWait))
	keys.Fill(r.File, "routing.timeout_buffer", &s.TimeoutBuffer, o.TimeoutBuffer)
	keys.Fill(r.File, "routing.max_queue_len", &s.MaxQueueLen, o.MaxQueueLen)
	keys.Fill(r.File, "routing.max_queue_time", &s.MaxQueueTime, section.Duration(max(o.MaxQueueTime, 0)))
	keys.Fill(r.File, "routing.one_way", &s.OneWay, o.OneWay)
	keys.Fill(r.File, "routing.blacklist_timeout", &s.BlacklistTimeout, section.Duration(o.BlacklistTimeout))
}

// Check finds what is wrong between the keys of a routing service.
func (r *Routing) Check() {
	s := r.Keys
	if s.Service == section.ServiceOLSR && r.File.Sound("routing") {
		r.checkOLSR()
	}
	if s.Service != section.ServiceAODV || !r.File.Sound("routing") {
		return
	}
	if s.Helloes() && s.Jitter > s.HelloInterval {
		r.File.Fault(r.File.First("routing.hello_interval", "routing.jitter"), "hellos at most every %v may each wait %v: a jitter is no longer than hello_interval", s.HelloInterval, s.Jitter)
	}
	if s.TTLStart > s.NetDiameter {
		r.File.Fault("routing.ttl_start", "%d is more than net_diameter, %d", s.TTLStart, s.NetDiameter)
	}
}

// travels bounds how long a topology message of OLSR is on its way, by the jitter and the latency
// of each hop: as long it may come to a node again. RFC 3626 §18 holds 30 s in any network.
func (r *Routing) travels() (hops int, longest section.Duration) {
	hops = min(max(r.Nodes-1, 1), math.MaxUint8)
	each := r.Keys.Jitter + min(r.Latency, rfcDupHold) // a sum of longer ones may overflow
	return hops, min(section.Duration(hops)*each, rfcDupHold)
}

// rfcDupHold is DUP_HOLD_TIME of RFC 3626 §18.
const rfcDupHold = section.Duration(30 * time.Second)

// checkOLSR finds what is wrong between the keys of OLSR, and names one that the file gives.
func (r *Routing) checkOLSR() {
	s := r.Keys
	shorter := min(s.HelloInterval, s.TCInterval)
	hops, longest := r.travels()
	switch err := s.OLSR().Validate(); {
	case s.Jitter > shorter/2:
		r.File.Fault(r.File.First("routing.jitter", "routing.hello_interval", "routing.tc_interval"), "a jitter of %v is more than half of the shorter interval, %v", s.Jitter, shorter)
	case s.NeighbHoldTime < s.HelloInterval:
		r.File.Fault(r.File.First("routing.neighb_hold_time", "routing.hello_interval"), "neighbours are held for %v, which is shorter than hello_interval, %v", s.NeighbHoldTime, s.HelloInterval)
	case s.TopHoldTime < s.TCInterval:
		r.File.Fault(r.File.First("routing.top_hold_time", "routing.tc_interval"), "links are held for %v, which is shorter than tc_interval, %v", s.TopHoldTime, s.TCInterval)
	case s.DupHoldTime < min(s.TCInterval, rfcDupHold):
		r.File.Fault(r.File.First("routing.dup_hold_time", "routing.tc_interval"), "topology messages are known again for %v, which is shorter than tc_interval, %v", s.DupHoldTime, s.TCInterval)
	case s.DupHoldTime < longest:
		r.File.Fault(r.File.First("routing.dup_hold_time", "routing.jitter"), "topology messages are known again for %v, but may travel for %v, over %d hops of jitter and latency: nodes would relay them again and again", s.DupHoldTime, longest, hops)
	case err != nil && s.NeighbHoldTime > s.TopHoldTime: // what is left is a time too long for a message
		r.File.Fault(r.File.First("routing.neighb_hold_time", "routing.hello_interval"), "%v", err)
	case err != nil:
		r.File.Fault(r.File.First("routing.top_hold_time", "routing.tc_interval"), "%v", err)
	}
}
