package hello

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"time"

	"bellwether/protocol"
)

// QualityWindow is how many hellos of each neighbour [Quality] counts: the hellos of
// ten intervals, as in the delivery ratio of ETX (De Couto, Aguayo, Bicket and Morris, A
// High-Throughput Path Metric for Multi-Hop Wireless Routing, MobiCom 2003, §4.1: w = 10
// s, τ = 1 s).
const QualityWindow = 10

// maxWindow bounds a window: its bits, with a mark above them, fit a word.
const maxWindow = 31

// A past has a bit for each of a neighbour's last hellos, the newest lowest: 1 if it was
// received. The bit above the oldest is a mark and is always set, so 1 is an empty past.
type past uint32

// missed returns the past after more hellos were due and not received.
func (p past) missed(more, window int) past {
	long := uint64(p) << min(more, window)
	if top := uint64(1) << window; long >= top { // the mark stays above the window
		long = long&(top-1) | top
	}
	return past(long)
}

// heard returns the past after the newest hello was received.
func (p past) heard(window int) past { return p.missed(1, window) | 1 }

// count returns how many of the hellos were received, and how many were due.
func (p past) count() (heard, due int) {
	return bits.OnesCount32(uint32(p)) - 1, bits.Len32(uint32(p)) - 1
}

// A record holds the pasts of the neighbours in a table, in its order, and of those that
// were dropped lately. A poor link is dropped again and again: its losses would be
// forgotten each time, and it would seem to lose nothing.
type record struct {
	pasts  []past
	gone   []lapse
	window int
}

// A lapse is a dropped neighbour: when its last hello came, and its past then.
type lapse struct {
	past past
	id   protocol.ID
	contact
}

// insert begins the past of a new neighbour, or goes on with that of one which comes back in the same life
// and after less than a window. A longer silence is no loss but an absence.
func (r *record) insert(at int, came lapse, interval time.Duration) {
	silent := func(l lapse) time.Duration { return time.Duration(came.ms-l.ms) * time.Millisecond }
	p := past(1)
	r.gone = slices.DeleteFunc(r.gone, func(l lapse) bool {
		old := silent(l) >= time.Duration(r.window)*interval
		if l.id == came.id && l.life == came.life && !old {
			p = l.past.missed(due(silent(l), interval)-1, r.window)
		}
		return old || l.id == came.id
	})
	r.pasts = slices.Insert(r.pasts, at, p.heard(r.window))
}

func (r *record) remove(at int, l lapse) {
	l.past = r.pasts[at]
	r.gone = append(r.gone, l)
	r.pasts = slices.Delete(r.pasts, at, at+1)
}

func (r *record) clone() *record {
	return &record{slices.Clone(r.pasts), slices.Clone(r.gone), r.window}
}

// hear records a hello that comes gap after the one before. A duplicate, which a network
// may make, does not count. Intervals differ by at most a tenth, so the number of hellos
// due is certain up to four; beyond that it is the nearest.
func (r *record) hear(at int, gap, interval time.Duration) {
	if n := due(gap, interval); n > 0 {
		r.pasts[at] = r.pasts[at].missed(n-1, r.window).heard(r.window)
	}
}

// due is the number of hellos due in a gap, the one at its end included.
func due(gap, interval time.Duration) int { return int((gap + interval/2) / interval) }

// missing returns how many hellos of a neighbour were certainly lost, after a silence of
// this length.
func missing(silent, interval time.Duration) int {
	return int(silent / (interval + interval/helloSpread))
}

func (r *record) snapshot(b []byte) []byte {
	for _, p := range r.pasts {
		b = binary.BigEndian.AppendUint32(b, uint32(p))
	}
	b = binary.BigEndian.AppendUint32(b, uint32(len(r.gone)))
	for _, l := range r.gone {
		b = protocol.AppendID(binary.BigEndian.AppendUint32(b, uint32(l.past)), l.id)
		b = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, l.ms), l.life)
	}
	return b
}
