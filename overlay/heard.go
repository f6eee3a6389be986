package overlay

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"time"
)

// QualityWindow is how many hellos of each neighbour [Quality] goes by, where it is
// wanted: those of ten intervals, as ETX's delivery ratio does (De Couto, Aguayo,
// Bicket and Morris, A High-Throughput Path Metric for Multi-Hop Wireless Routing,
// MobiCom 2003, §4.1: w = 10 s, τ = 1 s).
const QualityWindow = 10

// maxWindow bounds a window: what is kept of it fits a word, with a mark above.
const maxWindow = 31

// A past is what came of a neighbour's last hellos, the newest in the lowest bit;
// the bit above the oldest is set, so 1 is no past at all.
type past uint32

// missed is the past once more hellos were due and did not come.
func (p past) missed(more, window int) past {
	long := uint64(p) << min(more, window)
	if top := uint64(1) << window; long >= top { // the mark stays above the window
		long = long&(top-1) | top
	}
	return past(long)
}

// heard is the past once the newest hello has come.
func (p past) heard(window int) past { return p.missed(1, window) | 1 }

// count gives how many of the hellos were heard, and how many there were.
func (p past) count() (heard, due int) {
	return bits.OnesCount32(uint32(p)) - 1, bits.Len32(uint32(p)) - 1
}

// A record is the pasts of the neighbours in a table, in its order.
type record struct {
	pasts  []past
	window int
}

func (r *record) insert(at int) {
	r.pasts = slices.Insert(r.pasts, at, past(1).heard(r.window))
}

func (r *record) remove(at int) { r.pasts = slices.Delete(r.pasts, at, at+1) }

// hear notes a hello that comes so long after the one before it. A copy of that
// one, which a network may make, is no news. Intervals differ by a tenth at most, so
// how many hellos were due is certain up to four; beyond, it is the nearest.
func (r *record) hear(at int, gap, interval time.Duration) {
	if due := int((gap + interval/2) / interval); due > 0 {
		r.pasts[at] = r.pasts[at].missed(due-1, r.window).heard(r.window)
	}
}

// missing is how many hellos of a neighbour silent for so long were lost for
// certain, so far.
func missing(silent, interval time.Duration) int {
	return int(silent / (interval + interval/helloSpread))
}

func (r *record) snapshot(b []byte) []byte {
	for _, p := range r.pasts {
		b = binary.BigEndian.AppendUint32(b, uint32(p))
	}
	return b
}
