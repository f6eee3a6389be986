package measure

import (
	"slices"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// Medium is which metrics of the use of the air are measured, and against which limits. The
// zero Medium measures none of them.
type Medium struct {
	Airtime   func(bytes int) time.Duration // of a frame, header included; nil: airtime is unknown
	Contended bool                          // frames may collide
	Capped    bool                          // nodes have a duty cycle
	Budget    Budget
}

// Budget is how many broadcasts a node may send. The measure compares it with what nodes
// send; it does not stop them.
type Budget struct {
	Broadcasts int // 0: no limit
	Per        time.Duration
}

// medium counts frames within the measured window by what happened to them.
type medium struct {
	collisions, dropped, held, beyond, overBudget int64

	lost  [8]int64 // by reason, in the order of lostWhy
	muted time.Duration
	onAir time.Duration
	by    [protocol.Classes]time.Duration // of onAir
	airs  []time.Duration                 // of frames by their bytes, plus a nanosecond; 0: not computed yet
}

// usage is how one node used the air, except its airtime, which is in roster.
type usage struct {
	spoken *spoken // nil: it has sent no broadcast, or there is no budget

	muted, live time.Duration // within the measured window
	since       protocol.Time // of its newest boot, or of the window
	held        uint64        // the frame that its duty cycle held back last, plus 1
}

// spoken is a node's newest broadcasts within its budget, at most as many as that: a ring.
type spoken struct {
	said []protocol.Time
	next int // the oldest
}

// lostWhy are the reasons of losses that have a metric of their own, in the order of these
// metrics from lostLossPerNode on. The metrics of collisions, access and duty stand earlier.
var lostWhy = [...]trace.Why{trace.WhyLoss, trace.WhyRange, trace.WhyDown, trace.WhyPartition, trace.WhyNoRoute,
	trace.WhyRetries, trace.WhyQueue, trace.WhyJam}

// wants is the kinds of records that only the metrics of the medium need.
func (m Medium) wants() trace.Set {
	s := trace.Of(trace.Lost, trace.Mute)
	if m.Capped {
		s |= trace.Of(trace.Held)
	}
	return s
}

// usedAir handles a Transmit.
func (r *Run) usedAir(rec *trace.Record) {
	if r.options.Medium.Airtime == nil {
		return
	}
	air := r.airtime(int(rec.Bytes))
	r.medium.onAir += air
	if rec.Class < protocol.Classes {
		r.medium.by[rec.Class] += air
	}
	place := r.nodes.place(rec.Node)
	if place < 0 {
		r.nodes.at(rec.Node)
		place = r.nodes.place(rec.Node)
	}
	r.nodes.onAir[place] += air
}

// longestKept bounds the frames whose airtime is kept, in bytes: most are shorter.
const longestKept = 4096

// airtime is Medium.Airtime, computed once for each length.
func (r *Run) airtime(bytes int) time.Duration {
	m := &r.medium
	if uint(bytes) >= uint(len(m.airs)) {
		if bytes < 0 || bytes >= longestKept {
			return r.options.Medium.Airtime(bytes)
		}
		m.airs = append(m.airs, make([]time.Duration, bytes+1-len(m.airs))...)
	}
	if m.airs[bytes] == 0 {
		m.airs[bytes] = r.options.Medium.Airtime(bytes) + 1
	}
	return m.airs[bytes] - 1
}

// budgeted handles a Send. A broadcast is over the budget if the node has already sent as
// many as the budget allows within the span before; those over the budget do not count. So
// the result is the number of broadcasts that the node would have had to omit.
func (r *Run) budgeted(rec *trace.Record) {
	b := r.options.Medium.Budget
	if b.Broadcasts <= 0 || rec.Peer != protocol.Nobody {
		return
	}
	n := r.nodes.at(rec.Node)
	if n.usage.spoken == nil {
		n.usage.spoken = new(spoken)
	}
	u := n.usage.spoken
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

// heldBack handles a Held: a frame may be held back at each of its tries, and counts once.
func (r *Run) heldBack(rec *trace.Record) {
	if u := &r.nodes.at(rec.Node).usage; u.held != rec.Frame+1 {
		u.held = rec.Frame + 1
		if rec.At >= r.options.Warmup {
			r.medium.held++
		}
	}
}

// muted handles a Mute: its part within the measured window.
func (r *Run) muted(rec *trace.Record) {
	from := max(protocol.Time(rec.Frame), r.options.Warmup)
	if until := min(protocol.Time(rec.Value), r.options.Horizon); until > from {
		r.medium.muted += until.Sub(from)
		r.nodes.at(rec.Node).usage.muted += until.Sub(from)
	}
}

// lived counts the time that a node was live, up to now.
func (r *Run) lived(n *node) {
	if from := max(n.usage.since, r.options.Warmup); r.now > from {
		n.usage.live += r.now.Sub(from)
	}
	n.usage.since = r.now
}

// befell handles a Lost.
func (m *medium) befell(rec *trace.Record) {
	if k := slices.Index(lostWhy[:], rec.Why); k >= 0 {
		m.lost[k]++
		return
	}
	switch {
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
		for _, onAir := range r.nodes.onAir {
			busiest = max(busiest, onAir)
		}
		m.values[airtimeFraction] = ratio(c.onAir.Seconds(), nodeSeconds)
		m.values[airtimeBusiest] = ratio(busiest.Seconds(), r.now.Sub(r.options.Warmup).Seconds())
	}
	r.muteInto(m, nodeSeconds)
	hourly := func(count int64) Value { return ratio(3600*float64(count), nodeSeconds) }
	if o.Contended {
		m.AirByClass = c.airByClass(o, nodeSeconds)
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

// airByClass is the share of the live node-seconds on the air, by class of message; nil where
// it is not known.
func (c *medium) airByClass(o Medium, nodeSeconds float64) *perClass {
	if o.Airtime == nil || nodeSeconds == 0 {
		return nil
	}
	out := new(perClass)
	for class, air := range c.by {
		out[class] = air.Seconds() / nodeSeconds
	}
	return out
}

// muteInto writes how many messages were put on the air, what happened to the others, and
// how long nodes could not send.
func (r *Run) muteInto(m *Metrics, nodeSeconds float64) {
	for k, count := range r.medium.lost {
		m.values[lostLossPerNode+k] = ratio(float64(count), nodeSeconds)
	}
	m.values[messagesSentPerNode] = ratio(float64(r.traffic.begun), nodeSeconds)
	m.values[muteFraction] = ratio(r.medium.muted.Seconds(), nodeSeconds)
	for i := range r.nodes.nodes {
		n := &r.nodes.nodes[i]
		if share := ratio(n.usage.muted.Seconds(), n.usage.live.Seconds()); share.X > m.Mutest.Share {
			m.Mutest = mutest{Node: n.id, Share: share.X}
		}
	}
	if nodeSeconds > 0 {
		m.values[muteWorst] = known(m.Mutest.Share)
	}
}

// toldUnsent is the share of unsent messages from which on a report mentions it. In the
// first minutes of ten built-in scenarios it was below half a percent.
const toldUnsent = 0.1

// Unsent returns the share of messages that were never put on the air, for another reason
// than a node or a radio that was down; 0 if there were no messages, or sending was not
// measured. told reports whether the share is so large that a report mentions it.
func (m *Metrics) Unsent() (share float64, told bool) {
	if !m.values[messagesSentPerNode].Known {
		return 0, false
	}
	share = unsent(m.values[messagesPerNode].X, m.values[messagesSentPerNode].X, m.values[lostDownPerNode].X)
	return share, share >= toldUnsent
}

func unsent(said, sent, down float64) float64 {
	if said <= 0 {
		return 0
	}
	return max(said-sent-down, 0) / said
}

// FellBehind reports whether, in the mean over its runs, so many messages of the row were
// not sent that a report mentions it.
func (a *Algorithm) FellBehind() bool {
	said, sent, down := a.Metrics.by[messagesPerNode], a.Metrics.by[messagesSentPerNode], a.Metrics.by[lostDownPerNode]
	return said != nil && sent != nil && down != nil && unsent(said.Mean, sent.Mean, down.Mean) >= toldUnsent
}

// mutest is the node of a run that could send nothing for the greatest share of its time;
// Nobody if each always could.
type mutest struct {
	Node  protocol.ID `json:"node"`
	Share float64     `json:"share"`
}
