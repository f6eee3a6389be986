package protocol

import "time"

// Shift gives a message with all instants that it declares moved by d ([Wire.Time]), also
// those of messages within it. Zero stays: see [Time.Shift]. A message that cannot be read
// from what it writes breaks its contract, and stays as it is.
//
// It is read anew from its own bytes, for only then do Fields change it, and make lists of
// its own. That costs nothing where messages are sent. One without instants is m itself.
func Shift(m Message, d time.Duration) Message {
	w := Wire{reading: reading{shift: d}}
	if w.Size(m); w.times == 0 {
		return m
	}
	w.bytes = Marshal(nil, m)[kindBytes:]
	w.mode = decoding
	shifted := m.Fields(&w)
	if w.err != nil || len(w.bytes) > 0 || shifted == nil {
		return m
	}
	return shifted
}

// met notes an instant of a message that is shifted, and moves it while it is read.
func (w *Wire) met(v *Time) {
	if w.times++; w.mode == decoding {
		*v = v.Shift(w.shift)
	}
}
