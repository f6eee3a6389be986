// Package baseline lists the baselines: the elections the literature had before,
// or beside, that of package election. It assumes that each describes itself;
// it never registers one behind a caller's back.
package baseline

import (
	"bellwether/baseline/bully"
	"bellwether/baseline/capture"
	"bellwether/baseline/doubling"
	"bellwether/baseline/floodmax"
	"bellwether/baseline/franklin"
	"bellwether/baseline/globalview"
	"bellwether/baseline/lelann"
	"bellwether/baseline/linkreversal"
	"bellwether/baseline/omega"
	"bellwether/baseline/raft"
	"bellwether/baseline/recovery"
	"bellwether/baseline/ring"
	"bellwether/baseline/ringlist"
	"bellwether/baseline/simplesync"
	"bellwether/protocol"
)

// All gives every baseline, in the order tables list them.
func All() []protocol.Algorithm {
	return []protocol.Algorithm{
		bully.Algorithm(),
		ring.Algorithm(),
		ring.Replacing(),
		ringlist.Algorithm(),
		lelann.Algorithm(),
		franklin.Algorithm(),
		floodmax.Algorithm(),
		globalview.Algorithm(),
		globalview.TopologyAware(),
		capture.Algorithm(),
		doubling.Algorithm(),
		simplesync.Algorithm(),
		omega.Algorithm(),
		recovery.Algorithm(),
		raft.Algorithm(),
		linkreversal.Algorithm(),
	}
}
