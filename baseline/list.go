// Package baseline lists the baselines: the elections that the literature had before, or
// beside, that of package election. Each describes itself; the package registers none.
package baseline

import (
	"bellwether/baseline/internal/bully"
	"bellwether/baseline/internal/capture"
	"bellwether/baseline/internal/doubling"
	"bellwether/baseline/internal/floodmax"
	"bellwether/baseline/internal/franklin"
	"bellwether/baseline/internal/globalview"
	"bellwether/baseline/internal/lelann"
	"bellwether/baseline/internal/linkreversal"
	"bellwether/baseline/internal/omega"
	"bellwether/baseline/internal/prasle"
	"bellwether/baseline/internal/raft"
	"bellwether/baseline/internal/recovery"
	"bellwether/baseline/internal/ring"
	"bellwether/baseline/internal/ringlist"
	"bellwether/baseline/internal/simplesync"
	"bellwether/baseline/internal/thread"
	"bellwether/protocol"
)

// Named returns the baseline of a name. It panics for an unknown name, because that is a
// mistake in the program.
func Named(name string) protocol.Algorithm {
	for _, a := range All() {
		if a.Name == name {
			return a
		}
	}
	panic("baseline: no algorithm " + name)
}

// All returns every baseline, in the order in which tables list them.
func All() []protocol.Algorithm {
	return []protocol.Algorithm{
		bully.Algorithm(),
		ring.Algorithm(),
		ring.Replacing(),
		ringlist.Algorithm(),
		lelann.Algorithm(),
		franklin.Algorithm(),
		capture.Algorithm(),
		doubling.Algorithm(),
		simplesync.Algorithm(),
		omega.Algorithm(),
		recovery.Algorithm(),
		raft.Algorithm(),
		raft.Prioritised(),
		floodmax.Algorithm(),
		prasle.Algorithm(),
		thread.Algorithm(),
		linkreversal.Algorithm(),
		globalview.Algorithm(),
		globalview.TopologyAware(),
	}
}
