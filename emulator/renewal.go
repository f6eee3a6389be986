package emulator

import (
	"math"
	"math/rand/v2"
	"time"

	"bellwether/emulator/internal/draw"
	"bellwether/emulator/internal/kernel"
)

// A renewal is an alternating renewal process: a random fault that strikes, is
// repaired, and strikes again. Times between failures and times of repair are
// exponential (Trivedi, Probability and Statistics with Reliability, Queuing, and
// Computer Science Applications, 2nd ed. 2002, §6.2 and §8.1: in the long run a
// node is up for MTBF/(MTBF + Repair) of the time). One stream for each fault and
// node: what one node meets depends on no other, on no algorithm, and on nothing
// that happens.
type renewal struct {
	fault int
	node  int // from 0 in the order of IDs; -1: the fault finds its own targets
	draw  rand.PCG
}

func newRenewal(seed uint64, fault int, node int) renewal {
	return renewal{fault, node, draw.Stream(seed, draw.Renewals, uint64(fault)<<32|uint64(node+1))}
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

// works draws how long it takes to the next failure.
func (r *renewal) works(f *Fault) time.Duration { return exponential(&r.draw, f.MTBF) }

// fails draws how long the failure lasts; 0 is for good.
func (r *renewal) fails(f *Fault) time.Duration {
	if f.Repair == 0 {
		return 0
	}
	return exponential(&r.draw, f.Repair)
}

// renewals are the processes of the k-th fault.
func (c *Config) renewals(k int) []renewal {
	f := &c.Faults[k]
	if !f.perNode() {
		return []renewal{newRenewal(c.Seed, k, -1)}
	}
	named := make([]bool, c.Nodes) // a look into the list for each node would be quadratic
	for _, target := range f.Nodes {
		named[target-1] = true
	}
	var out []renewal
	for i := range c.Nodes {
		if named[i] || f.Target == TargetAll {
			out = append(out, newRenewal(c.Seed, k, i))
		}
	}
	return out
}

// onRenew carries out the failure of the k-th process, and plans the next.
func (w *World) onRenew(k int32) {
	r := &w.script.renewals[k]
	f := &w.cfg.Faults[r.fault]
	lasts := r.fails(f)
	w.At(w.After(lasts+r.works(f)), w.on.renew, uint32(k))
	w.script.rounds[r.fault]++
	at := kernel.Slot(-1)
	if r.node >= 0 {
		at = w.ByID[r.node]
	}
	w.strikeAll(r.fault, at, lasts)
}
