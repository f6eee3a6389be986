package protocol

import "time"

// Shift returns a message with all its instants ([Wire.Time]) moved by d, also in messages
// within it. A zero instant stays: see [Time.Shift]. A message that cannot be decoded from its
// own wire form breaks its contract and is returned as it is.
//
// The message is decoded from its own bytes, because Fields changes fields, and allocates
// lists, only while it decodes. So sending costs nothing more. A message without instants
// is returned itself.
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

// met counts an instant of a message that is shifted, and moves it while it is decoded.
func (w *Wire) met(v *Time) {
	if w.times++; w.mode == decoding {
		*v = v.Shift(w.shift)
	}
}
