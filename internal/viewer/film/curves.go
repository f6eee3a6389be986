package film

import "bellwether/protocol"

// mostBins bounds the points of a curve: a wide screen has some 2000 pixels.
const mostBins = 2048

// firstBin is the first width of a bin. Whenever the run is longer than all bins, two become one.
const firstBin = 1 << 20 // about a millisecond

// A bin is what happened in one span of the run.
type bin struct {
	live, leaderless, electing float64 // node-nanoseconds
	leaders                    float64 // the same, of nodes that follow themselves
	wrong, judged              float64 // node-nanoseconds, or node-samples where components are sampled
	sent, lost                 float64 // messages; losses at receivers
	joules                     float64 // left in all batteries, at the newest record
}

// A timeline adds up what happens into bins.
type timeline struct {
	width protocol.Time // of a bin
	bins  []bin
	now   protocol.Time
	count bin // of nodes now: live, leaderless, electing, leaders, wrong, judged
}

func (t *timeline) at(i int) *bin {
	for len(t.bins) <= i {
		t.bins = append(t.bins, bin{})
	}
	return &t.bins[i]
}

// advance adds the nodes as they are until an instant.
func (t *timeline) advance(to protocol.Time) {
	if t.width == 0 {
		t.width = firstBin
	}
	for int64(to/t.width) >= mostBins {
		t.halve()
	}
	for t.now < to {
		i := int(t.now / t.width)
		span := float64(min(to, protocol.Time(i+1)*t.width) - t.now)
		b := t.at(i)
		b.live += span * t.count.live
		b.leaderless += span * t.count.leaderless
		b.electing += span * t.count.electing
		b.leaders += span * t.count.leaders
		b.wrong += span * t.count.wrong
		b.judged += span * t.count.judged
		t.now = min(to, protocol.Time(i+1)*t.width)
	}
}

// here is the bin of now.
func (t *timeline) here() *bin { return t.at(int(t.now / t.width)) }

// halve makes one bin of two.
func (t *timeline) halve() {
	for i := 0; i < len(t.bins); i += 2 {
		b := t.bins[i]
		if i+1 < len(t.bins) {
			c := t.bins[i+1]
			b.live, b.leaderless, b.electing, b.leaders = b.live+c.live, b.leaderless+c.leaderless, b.electing+c.electing, b.leaders+c.leaders
			b.wrong, b.judged, b.sent, b.lost = b.wrong+c.wrong, b.judged+c.judged, b.sent+c.sent, b.lost+c.lost
			if c.joules > 0 {
				b.joules = c.joules
			}
		}
		t.bins[i/2] = b
	}
	t.bins = t.bins[:(len(t.bins)+1)/2]
	t.width *= 2
}

// Curves are the run as a whole: values of equal spans, from time 0 on.
type Curves struct {
	SpanNs     int64     `json:"span_ns"`
	Live       []float64 `json:"live"`       // nodes
	Leaderless []float64 `json:"leaderless"` // share of live nodes that name no leader, electing ones included
	Electing   []float64 `json:"electing"`   // share of live nodes in an election
	Leaders    []float64 `json:"leaders"`    // nodes that take themselves for the leader
	Wrong      []float64 `json:"wrong"`      // share of live nodes whose leader is not the right one; -1 where that is not known, as between samples
	Sent       []float64 `json:"sent"`       // messages a second
	Lost       []float64 `json:"lost"`       // losses at receivers a second
	Joules     []float64 `json:"joules"`     // left in all batteries; 0 without
}

func (t *timeline) curves() Curves {
	seconds := float64(t.width) / 1e9
	c := Curves{SpanNs: int64(t.width)}
	for _, curve := range []*[]float64{&c.Live, &c.Leaderless, &c.Electing, &c.Leaders, &c.Wrong, &c.Sent, &c.Lost, &c.Joules} {
		*curve = make([]float64, 0, len(t.bins)) // of a trace of one instant it is empty, and not null
	}
	joules := 0.0
	for _, b := range t.bins {
		c.Live = append(c.Live, b.live/float64(t.width))
		c.Leaders = append(c.Leaders, b.leaders/float64(t.width))
		c.Leaderless = append(c.Leaderless, share(b.leaderless, b.live, 0))
		c.Electing = append(c.Electing, share(b.electing, b.live, 0))
		c.Wrong = append(c.Wrong, share(b.wrong, b.judged, -1))
		c.Sent = append(c.Sent, b.sent/seconds)
		c.Lost = append(c.Lost, b.lost/seconds)
		if b.joules > 0 {
			joules = b.joules
		}
		c.Joules = append(c.Joules, joules)
	}
	return c
}

func share(part, whole, none float64) float64 {
	if whole == 0 {
		return none
	}
	return part / whole
}
