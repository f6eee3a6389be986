package faults

import (
	"math"
	"math/rand/v2"
	"time"

	"bellwether/emulator/internal/draw"
)

// A renewal is an alternating renewal process: a random fault that strikes, is
// repaired, and strikes again. Times between failures and times of repair are
// exponential (Trivedi, Probability and Statistics with Reliability, Queuing, and
// Computer Science Applications, 2nd ed. 2002, §6.2 and §8.1: in the long run a
// node is up for MTBF/(MTBF + Repair) of the time). One stream for each fault and
// node: what one node meets depends on no other, on no algorithm, and on nothing
// that happens.
type renewal struct {
	*Fault
	fault int // its place in the script
	Node  int // from 0 in the order of IDs; -1: the fault finds its own targets
	draw  rand.PCG
}

func newRenewal(seed uint64, script []Fault, at, node int) renewal {
	return renewal{&script[at], at, node, draw.Stream(seed, draw.Renewals, uint64(at)<<32|uint64(node+1))}
}

// grain is what drawn times are rounded to, and the least of them: logarithms
// may differ in the last bit from machine to machine.
const grain = time.Microsecond

// exponential draws from the exponential distribution with a mean.
func exponential(g *rand.PCG, mean time.Duration) time.Duration {
	u := float64(g.Uint64()>>11) / (1 << 53) // [0, 1)
	d := -math.Log1p(-u) * float64(mean)     // at most 37 means
	return max(time.Duration(math.Round(d/float64(grain)))*grain, grain)
}

// Works draws how long it takes to the next failure.
func (r *renewal) Works() time.Duration { return exponential(&r.draw, r.MTBF) }

// Fails draws how long the failure lasts; 0 is for good.
func (r *renewal) Fails() time.Duration {
	if r.Repair == 0 {
		return 0
	}
	return exponential(&r.draw, r.Repair)
}

// Renewals are the processes of one fault of a script, of a world with so many nodes.
func Renewals(seed uint64, nodes int, script []Fault, at int) []renewal {
	f := &script[at]
	if !f.perNode() {
		return []renewal{newRenewal(seed, script, at, -1)}
	}
	named := make([]bool, nodes) // a look into the list for each node would be quadratic
	for _, target := range f.Nodes {
		named[target-1] = true
	}
	var out []renewal
	for i := range nodes {
		if named[i] || f.Target == OnAll {
			out = append(out, newRenewal(seed, script, at, i))
		}
	}
	return out
}

// perNode reports whether each target of a random fault fails for itself.
func (f *Fault) perNode() bool {
	k, _ := kindOf(f.Kind)
	return k.scope != everybody && (f.Target == OnNodes || f.Target == OnAll)
}
