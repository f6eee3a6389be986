package foreign

import (
	"bytes"
	"sync/atomic"

	"bellwether/protocol"
)

// A witness is a second process of a program, which is told the same lines as the first and must answer by the
// same: one that draws randomness of its own or reads a clock is told so within its run, where it does. Only
// the first run of a program has one, and not all of that: the program takes twice its time meanwhile.
type witness struct {
	process *process
	left    int // lines
}

// maxWitnessed is how many lines a witness hears: some minutes of fifty nodes, and less than a second in Python.
const maxWitnessed = 20_000

// Witnessed makes the algorithm of a program whose declaration is known, and whose first run has a witness. It
// is for drivers whose time is virtual: one that waits for clocks would wait twice.
func (c Command) Witnessed(d Declaration) (protocol.Algorithm, error) {
	return c.declared(d, new(atomic.Bool))
}

// call starts a witness, if this is the first run. A second process that cannot begin is no fault of the first.
func (h *host) call() {
	if h.witnessed == nil || !h.witnessed.CompareAndSwap(false, true) {
		return
	}
	p, err := start(h.command)
	if err != nil {
		return
	}
	h.witness = &witness{p, maxWitnessed}
	if d, err := p.describe(); err != nil || d.sameAs(h.of.Declaration) != nil {
		h.dismiss()
	}
}

// dismiss ends the witness, if there is one.
func (h *host) dismiss() {
	if h.witness != nil {
		_ = h.witness.process.close()
		h.witness = nil
	}
}

// exchange tells the program a line, and returns its answer, which is valid until the next exchange. A witness
// that ends or hangs is dismissed: what differs must be an answer.
func (h *host) exchange(line []byte) ([]byte, error) {
	w := h.witness
	if w == nil {
		return h.process.exchange(line)
	}
	told := w.process.tell(line)
	answer, err := h.process.exchange(line)
	if err != nil {
		return nil, err
	}
	if told == nil {
		var again []byte
		if again, told = w.process.hears(); told == nil && !bytes.Equal(answer, again) {
			at := apart(answer, again)
			return nil, wrong("answers %s by … %s, and a second process of it, which heard the same from its start on, by … %s: %s", excerpt(line), excerpt(answer[at:]), excerpt(again[at:]), drawsItself)
		}
	}
	if w.left--; told != nil || w.left == 0 {
		h.dismiss()
	}
	return answer, nil
}

// drawsItself is what is wrong with a program of which two processes differ.
const drawsItself = "it draws randomness of its own, or reads a clock; let it ask for random, and take the time that it is told"
