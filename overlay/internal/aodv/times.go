package aodv

import (
	"time"

	"bellwether/protocol"
)

// Search bounds how long a node seeks a route to a member that can be reached, if no frame is
// lost: all rings that are too small, then one that is answered. A node that seeks all members
// at once is held back by RREQ_RATELIMIT, a second for so many requests.
func (o Options) Search(s protocol.Scale) time.Duration {
	w := o.WithDefaults()
	bound, requests, full := 2*time.Duration(s.Diameter)*(s.Hop+w.Jitter), 1, 0
	for ttl := w.ring(w.TTLStart); ttl < s.Diameter && full < w.RREQRetries; requests++ {
		if ttl == w.NetDiameter {
			full++
		}
		bound += w.wait(ttl, full)
		ttl = w.ring(ttl + w.TTLIncrement)
	}
	return bound + time.Duration(requests*max(s.Roster-1, 0)/w.RREQRateLimit)*budgetSpan
}

// Stale bounds how long after the last change of links a packet may still take a route that
// does not work: the longest that a route lives unused, and then until its gone next hop is
// noticed.
func (o Options) Stale() time.Duration {
	w := o.WithDefaults()
	notice := w.NextHopWait
	if w.hellos() {
		notice = max(notice, w.helloLoss()+w.HelloInterval)
	}
	return max(w.MyRouteTimeout, w.ActiveRouteTimeout, 2*w.netTraversal()) + notice
}
