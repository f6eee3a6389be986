package merge

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// A frameKey names a frame: numbers are unique for one sender.
type frameKey struct {
	sender protocol.ID
	frame  uint64
}

// A departure is when a frame was sent, or put on the air.
type departure struct {
	life int32 // of the sender; ambiguous if two lives used the number
	sent bool  // at is when it was put on the air
	at   protocol.Time
}

const ambiguous int32 = -1

// maxFrames bounds the frames whose departures are kept, at some 50 bytes each.
// If there are more, only a half, a quarter and so on of all numbers is used: the least
// delays of a million frames give the clocks as well as the delays of all frames.
const maxFrames = 1 << 20

// frames are the departures in all files.
type frames struct {
	sent map[frameKey]departure
	thin uint64 // numbers are kept whose hash has none of these bits
	most int
}

func newFrames(most int) *frames { return &frames{sent: map[frameKey]departure{}, most: most} }

// kept reports whether frames of this number are used: Fibonacci hashing (Knuth, TAOCP 3,
// §6.4) spreads consecutive numbers.
func (f *frames) kept(k frameKey) bool {
	return (k.frame*0x9e3779b97f4a7c15+uint64(k.sender)*0xff51afd7ed558ccd)>>40&f.thin == 0
}

// leave takes a Send or Transmit. The first Transmit of a frame counts, since the frame
// waited between Send and Transmit; without a Transmit the Send counts.
func (f *frames) leave(life int32, r *trace.Record) {
	k := frameKey{r.Node, r.Frame}
	if !f.kept(k) {
		return
	}
	d, known := f.sent[k]
	switch {
	case known && d.life != life:
		d.life = ambiguous
	case !known || !d.sent && r.Kind == trace.Transmit:
		d = departure{life: life, sent: r.Kind == trace.Transmit, at: r.At}
	}
	f.sent[k] = d
	for len(f.sent) > f.most {
		f.thin = f.thin<<1 | 1
		for k := range f.sent {
			if !f.kept(k) {
				delete(f.sent, k)
			}
		}
	}
}

// A way is a direction between two lives.
type way struct{ from, to int32 }

// delays are the hulls of each way.
type delays map[way]*hull

// arrive takes a Receive.
func (f *frames) arrive(into delays, life int32, r *trace.Record) {
	d, known := f.sent[frameKey{r.Peer, r.Frame}]
	if !known || d.life == ambiguous || d.life == life {
		return
	}
	w := way{d.life, life}
	if into[w] == nil {
		into[w] = new(hull)
	}
	into[w].add(delay{r.At, r.At.Sub(d.at)})
}
