// Package baseline lists the baselines: the elections the literature had before,
// or beside, that of package election. It assumes that each describes itself;
// it never registers one behind a caller's back.
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
	"bellwether/baseline/internal/raft"
	"bellwether/baseline/internal/recovery"
	"bellwether/baseline/internal/ring"
	"bellwether/baseline/internal/ringlist"
	"bellwether/baseline/internal/simplesync"
	"bellwether/protocol"
)

// Named gives the baseline of a name; it panics where there is none, as a test's or a
// program's own mistake.
func Named(name string) protocol.Algorithm {
	for _, a := range All() {
		if a.Name == name {
			return a
		}
	}
	panic("baseline: no algorithm " + name)
}

// All gives every baseline, in the order tables list them.
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
		floodmax.Algorithm(),
		linkreversal.Algorithm(),
		globalview.Algorithm(),
		globalview.TopologyAware(),
	}
}
