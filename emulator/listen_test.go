package emulator

import (
	"slices"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
)

// A claimant leads when it calls an election, and tells the other node, which follows it.
type claimant struct{ diarist }

func (c claimant) Elect(env *protocol.Env) {
	c.diarist.Elect(env)
	env.Elected(env.Self(), protocol.Computation{})
}

func (c claimant) Receive(env *protocol.Env, from protocol.ID, _ protocol.Message) {
	env.Elected(from, protocol.Computation{})
}

func (claimant) Fire(*protocol.Env, protocol.Timer) {}

// A node that boots calls an election only after it has listened, and only if it knows no
// leader then. A boot begins the listening anew.
func TestNodesListenBeforeTheyElect(t *testing.T) {
	crash := func(at, until time.Duration) Fault {
		return Fault{At: at, For: until - at, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{2}}
	}
	cfg := wires(radio.Line(2))
	var log []string
	cfg.Algorithm = algorithm(2, func() protocol.Machine { return claimant{diarist{&log}} })
	cfg.Start, cfg.Until = Start{All: true, Listen: 25 * ms}, 200*ms
	cfg.Faults = []Fault{
		crash(0, 40*ms), // it boots at 40 ms, and would elect at 65 ms
		{At: 50 * ms, Kind: FaultElect, Target: TargetNodes, Nodes: []protocol.ID{1}},
		crash(80*ms, 90*ms), // it boots at 90 ms, and would elect at 115 ms
		crash(100*ms, 110*ms),
	}
	run(t, cfg)
	if want := []string{"1 elect 25ms", "1 elect 50ms", "2 elect 135ms"}; !slices.Equal(log, want) {
		t.Errorf("got  %q\nwant %q", log, want)
	}
}
