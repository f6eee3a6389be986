package measure

import (
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// Medium says what of the use of the air is measured, and against what. The zero
// Medium measures none of it.
type Medium struct {
	Airtime   func(bytes int) time.Duration // of a frame, header included; nil: airtime is unknown
	Contended bool                          // frames may collide
	Capped    bool                          // nodes have a duty cycle
	Budget    Budget
}

// Budget is how many broadcasts a node may say. It is held against what nodes say
// and keeps nobody from it.
type Budget struct {
	Broadcasts int // 0: as many as it likes
	Per        time.Duration
}

// medium counts what befell frames within the measured window.
type medium struct {
	collisions, dropped, held, beyond, overBudget int64
	onAir                                         time.Duration
}

// usage is what one node has had of the air.
type usage struct {
	onAir time.Duration   // within the measured window
	said  []protocol.Time // its newest broadcasts within the budget, as many as that: a ring
	next  int             // of the ring, the oldest
}

// wants is what the metrics of the medium are made of, besides what all are.
func (m Medium) wants() trace.Set {
	var s trace.Set
	if m.Contended || m.Capped {
		s |= trace.Of(trace.Lost)
	}
	if m.Capped {
		s |= trace.Of(trace.Held)
	}
	return s
}

// usedAir takes a Transmit.
func (r *Run) usedAir(rec *trace.Record) {
	if r.options.Medium.Airtime == nil {
		return
	}
	air := r.options.Medium.Airtime(int(rec.Bytes))
	r.medium.onAir += air
	r.nodes.at(rec.Node).usage.onAir += air
}

// budgeted takes a Send: a broadcast is over the budget if the node has said as many
// as that allows within the span before, those over the budget not counted. So what
// is counted is what a node would have had to leave unsaid.
func (r *Run) budgeted(rec *trace.Record) {
	b := r.options.Medium.Budget
	if b.Broadcasts <= 0 || rec.Peer != protocol.Nobody {
		return
	}
	u := &r.nodes.at(rec.Node).usage
	if len(u.said) < b.Broadcasts {
		u.said = append(u.said, rec.At)
		return
	}
	if rec.At.Sub(u.said[u.next]) < b.Per {
		if rec.At >= r.options.Warmup {
			r.medium.overBudget++
		}
		return
	}
	u.said[u.next] = rec.At
	u.next = (u.next + 1) % b.Broadcasts
}

// befell takes a Lost or a Held.
func (m *medium) befell(rec *trace.Record) {
	switch {
	case rec.Kind == trace.Held:
		m.held++
	case rec.Why == trace.WhyCollision || rec.Why == trace.WhyCapture || rec.Why == trace.WhyDeaf:
		m.collisions++
	case rec.Why == trace.WhyAccess:
		m.dropped++
	case rec.Why == trace.WhyDuty:
		m.beyond++
	}
}

// mediumInto writes the metrics of the medium, given the live node-seconds.
func (r *Run) mediumInto(m *Metrics, nodeSeconds float64) {
	o, c := r.options.Medium, &r.medium
	if o.Airtime != nil {
		busiest := time.Duration(0)
		for i := range r.nodes.nodes {
			busiest = max(busiest, r.nodes.nodes[i].usage.onAir)
		}
		m.values[airtimeFraction] = ratio(c.onAir.Seconds(), nodeSeconds)
		m.values[airtimeBusiest] = ratio(busiest.Seconds(), r.now.Sub(r.options.Warmup).Seconds())
	}
	hourly := func(count int64) Value { return ratio(3600*float64(count), nodeSeconds) }
	if o.Contended {
		m.values[collisionsPerNode] = ratio(float64(c.collisions), nodeSeconds)
		m.values[accessDropsPerNode] = hourly(c.dropped)
	}
	if o.Capped {
		m.values[dutyHeldPerNode], m.values[dutyDropsPerNode] = hourly(c.held), hourly(c.beyond)
	}
	if o.Budget.Broadcasts > 0 {
		m.values[overBudgetPerNode] = hourly(c.overBudget)
	}
}
