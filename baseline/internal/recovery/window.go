package recovery

import (
	"cmp"
	"encoding/binary"
	"slices"
	"time"

	"bellwether/protocol"
)

// capTimeouts bounds a window, in windows without growth, like fd.Pull's cap.
const capTimeouts = 2

// A window holds what a node heard of the others (Candidatos): a failure detector by
// heartbeats, with a time-out for each peer.
type window struct {
	detection protocol.Detection
	peers     []peer // sorted by ID
}

type peer struct {
	id          protocol.ID
	incarnation uint32
	heard       protocol.Time // its newest heartbeat
	confirmed   protocol.Time // the newest of this incarnation
	steps       int64         // intervals by which its window has grown
	calm        int           // heartbeats in a row since that changed
	late        bool          // it fell out of its window
}

// calmWindows is how many heartbeats in time take one step back: as many as answers of
// the pull test (fd.Defaults), about a minute of them at 2 s.
const calmWindows = 32

// hear handles a heartbeat, and reports whether it ended a suspicion.
func (w *window) hear(from protocol.ID, m Heartbeat, now protocol.Time) (trusted bool) {
	at, known := slices.BinarySearchFunc(w.peers, from, func(p peer, id protocol.ID) int { return cmp.Compare(p.id, id) })
	if !known {
		w.peers = slices.Insert(w.peers, at, peer{id: from, incarnation: m.Incarnation, confirmed: now})
	}
	p := &w.peers[at]
	mistaken := p.late && m.Incarnation == p.incarnation
	if m.Incarnation >= p.incarnation || now.Sub(p.confirmed) >= w.length(p) {
		p.incarnation, p.confirmed = m.Incarnation, now
	}
	trusted, p.late, p.heard = p.late, false, now
	switch {
	case mistaken:
		p.steps, p.calm = min(p.steps+1, w.mostSteps()), 0
	case p.steps > 0:
		if p.calm++; p.calm >= calmWindows {
			p.steps, p.calm = p.steps-1, 0
		}
	}
	return trusted
}

// expire calls late for each peer that has fallen out of its window.
func (w *window) expire(now protocol.Time, late func(id protocol.ID)) {
	for i := range w.peers {
		if p := &w.peers[i]; !p.late && now.Sub(p.heard) >= w.length(p) {
			p.late = true
			late(p.id)
		}
	}
}

// stablest is CritérioLíder over the candidates, this node included.
func (w *window) stablest(self protocol.ID, incarnation uint32) protocol.ID {
	best, fewest := self, incarnation
	for i := range w.peers {
		p := &w.peers[i]
		if !p.late && (p.incarnation < fewest || p.incarnation == fewest && p.id < best) {
			best, fewest = p.id, p.incarnation
		}
	}
	return best
}

func (w *window) length(p *peer) time.Duration {
	return w.detection.Timeout() + time.Duration(p.steps)*w.detection.Interval
}

// mostSteps is the number of steps at which a window has its greatest length.
func (w *window) mostSteps() int64 { return (capTimeouts - 1) * int64(w.detection.Misses) }

// shift moves every instant by d.
func (w *window) shift(now protocol.Time, d time.Duration) {
	for i := range w.peers {
		p := &w.peers[i]
		if p.late {
			p.heard = now // it does not matter until it is heard again
		}
		longest := w.detection.Timeout() + time.Duration(w.mostSteps())*w.detection.Interval
		p.confirmed = max(p.confirmed, now.Add(-longest)).Shift(d)
		p.heard = p.heard.Shift(d)
	}
}

// snapshot appends the window in canonical form.
func (w *window) snapshot(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(len(w.peers)))
	for i := range w.peers {
		p := &w.peers[i]
		b = binary.BigEndian.AppendUint32(protocol.AppendID(b, p.id), p.incarnation)
		b = protocol.AppendTime(b, p.heard)
		b = protocol.AppendTime(b, p.confirmed)
		b = binary.BigEndian.AppendUint32(b, uint32(p.steps))
		b = append(b, byte(p.calm), protocol.Bit(p.late))
	}
	return b
}
