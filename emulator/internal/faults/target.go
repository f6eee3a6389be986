package faults

import (
	"math/rand/v2"
	"slices"

	"bellwether/emulator/internal/draw"
	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
)

// Target says how the nodes of a fault are found.
type Target string

// The targets. All but OnLeader are common to all algorithms; OnLeader is what this
// algorithm elected, and marked as not common in the trace.
const (
	OnNodes  Target = "nodes"
	OnRandom Target = "random" // one live node, drawn from the fault stream
	OnBest   Target = "best"   // the best live member of the largest true component
	OnLeader Target = "leader" // the leader that most live nodes name
	OnAll    Target = "all"
	OnRegion Target = "region" // every node that is in Region at that instant
)

// Names reports whether the fault names a node, running or not.
func (f *Fault) Names(id protocol.ID) bool {
	return f.Target == OnAll || f.Target == OnNodes && slices.Contains(f.Nodes, id)
}

// aim finds the nodes that the n-th fault strikes now.
func (f *Faults) aim(n int) []kernel.Slot {
	one := &f.Script[n]
	switch one.Target {
	case OnNodes:
		out := make([]kernel.Slot, len(one.Nodes))
		for n, target := range one.Nodes {
			out[n] = f.k.Slot(target)
		}
		return out
	case OnAll:
		return f.k.ByID
	case OnBest:
		return f.found(f.Links.Best())
	case OnLeader:
		return f.found(f.mostNamed())
	case OnRegion:
		return f.within(&one.Region)
	case OnRandom:
		return f.random(n)
	}
	return nil
}

func (f *Faults) found(target protocol.ID) []kernel.Slot {
	if target == protocol.Nobody {
		return nil
	}
	return []kernel.Slot{f.k.Slot(target)}
}

// within are the nodes of the world that lie in a region now.
func (f *Faults) within(r *Region) []kernel.Slot {
	var out []kernel.Slot
	for _, i := range f.k.ByID {
		if x, y := f.Field.Motion(i).At(f.k.Now()); f.k.Present(i) && r.Holds(x, y) {
			out = append(out, i)
		}
	}
	return out
}

// random returns the first node that can be struck in a random order, which is the same
// for every algorithm.
func (f *Faults) random(n int) []kernel.Slot {
	wanted := kernel.Live
	if f.Script[n].Kind == Restart {
		wanted = kernel.Crashed
	}
	g := draw.Stream(f.Seed, draw.Faults, uint64(n)<<32|f.rounds[n])
	for _, n := range rand.New(&g).Perm(int(f.k.Nodes)) {
		if i := f.k.ByID[n]; f.k.Status(i) == wanted {
			return []kernel.Slot{i}
		}
	}
	return nil
}

// mostNamed is the leader that most running nodes name; of several, the lowest.
func (f *Faults) mostNamed() protocol.ID {
	votes := make([]int, f.k.Nodes+1)
	for _, i := range f.k.ByID {
		if f.k.Live(i) {
			votes[f.k.Leader(i)]++
		}
	}
	votes[protocol.Nobody] = 0
	most := slices.Max(votes)
	if most == 0 {
		return protocol.Nobody
	}
	return protocol.ID(slices.Index(votes, most))
}
