package explorer

import (
	"crypto/sha256"
	"encoding/binary"

	"bellwether/internal/sim/async"
)

// A key stands for a state: 128 bits of the SHA-256 of its canonical form. The probability
// that two of 10^9 states have one key is below 10^-20.
type key [16]byte

// key returns the key of a state. buffer is reused. If the Snapshot of a machine does not
// append to its argument, the run is broken.
func (s *search) key(r *run, buffer *[]byte) key {
	b := r.Snapshot((*buffer)[:0])
	if err := r.Calls.Err(); err != nil && r.broken == "" {
		r.broken, r.apart = err.Error(), true
	}
	for _, n := range r.used {
		b = append(b, n)
	}
	b = binary.BigEndian.AppendUint64(b, uint64(min(r.Now.Sub(r.faultAt), max(r.bound, r.root.notice)+1)))
	if r.led {
		b = binary.BigEndian.AppendUint64(append(b, 1), uint64(min(r.Now.Sub(r.ledAt), s.idle)))
	}
	b = binary.BigEndian.AppendUint64(b, r.held)
	b = binary.BigEndian.AppendUint32(b, uint32(r.root.seed))
	for _, judge := range r.judges {
		b = judge.Snapshot(b)
	}
	b = r.served.snapshot(b)
	*buffer = b
	sum := sha256.Sum256(b)
	return key(sum[:len(key{})])
}

// A visited set maps keys to the numbers of states, by open addressing with linear probing.
// A key is its own hash.
type visited struct {
	keys   []key
	states []int32 // number + 1; 0: free
	used   int
}

func newVisited() *visited { return &visited{keys: make([]key, 1<<12), states: make([]int32, 1<<12)} }

// place returns the index of a key, or the free index where it belongs.
func (v *visited) place(k key) int {
	mask := len(v.keys) - 1
	at := int(binary.LittleEndian.Uint64(k[:8])) & mask
	for v.states[at] != 0 && v.keys[at] != k {
		at = (at + 1) & mask
	}
	return at
}

// find returns the number of the state with a key.
func (v *visited) find(k key) (int32, bool) {
	n := v.states[v.place(k)]
	return n - 1, n != 0
}

// add adds a state that is not there.
func (v *visited) add(k key, state int32) {
	if 4*v.used >= 3*len(v.keys) {
		v.grow()
	}
	at := v.place(k)
	v.keys[at], v.states[at] = k, state+1
	v.used++
}

func (v *visited) grow() {
	old := *v
	v.keys, v.states = make([]key, 2*len(old.keys)), make([]int32, 2*len(old.keys))
	for i, n := range old.states {
		if n != 0 {
			at := v.place(old.keys[i])
			v.keys[at], v.states[at] = old.keys[i], n
		}
	}
}

// ways is a set of links, one bit for each ordered pair of nodes: at most maxNodes², 36.
type ways uint64

// way returns the bit of the link on which a step delivers, 0 if it is no whole delivery.
func way(c async.Choice) ways {
	if c.Do != async.Deliver || c.Torn != 0 {
		return 0
	}
	return 1 << (int(c.Node-1)*maxNodes + int(c.Other-1))
}

// receiver returns all links to the receiver of a delivery.
func receiver(c async.Choice) (out ways) {
	for from := range maxNodes {
		out |= 1 << (from*maxNodes + int(c.Other-1))
	}
	return out
}
