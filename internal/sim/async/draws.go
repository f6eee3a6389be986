package async

import (
	"encoding/binary"
	"math/rand/v2"
)

// draws is the randomness of one node: a generator, or a steady source in its place. It must
// not move in memory after begin, because the generator is drawn from where it lies.
type draws struct {
	source rand.PCG
	steady *steady // draws in its place; nil: source does
	rand   *rand.Rand
}

// begin seeds the draws of a node.
func (d *draws) begin(o *Options, node uint64) {
	d.source.Seed(o.Seed, node)
	if o.Steady {
		d.steady = &steady{seed: o.Seed, node: node}
	}
	d.bind()
}

// bind makes the generator of the present source, at the beginning and after a copy.
func (d *draws) bind() {
	if d.steady == nil {
		d.rand = rand.New(&d.source)
		return
	}
	d.steady = &steady{seed: d.steady.seed, node: d.steady.node}
	d.rand = rand.New(d.steady)
}

// enter begins the draws of a handler.
func (d *draws) enter(boots int64) *rand.Rand {
	if d.steady != nil {
		d.steady.boot, d.steady.drawn = uint64(boots), 0
	}
	return d.rand
}

// snapshot appends that on which the next draws depend.
func (d *draws) snapshot(boots int64, b []byte) []byte {
	if d.steady != nil {
		return binary.AppendUvarint(b, uint64(boots)) // from which it draws
	}
	out, err := d.source.AppendBinary(b)
	if err != nil {
		panic("steps: a generator without a state: " + err.Error())
	}
	return out
}
