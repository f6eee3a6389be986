package election_test

import (
	"testing"

	"bellwether/election"
	"bellwether/emulator"
	"bellwether/internal/laws/invariants"
	"bellwether/internal/testkit/costtest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/protocol/conformance"
	"bellwether/radio"
	"bellwether/trace/check"
)

// TestConformance tests all duties of vasudevan.
func TestConformance(t *testing.T) {
	sample.Laws(t)
	conformance.Run(t, election.Vasudevan(), conformance.Facts{
		Trials:     append(runs(), outside()...),
		Known:      known,
		Checks:     numbersRise,
		Invariants: election.Invariants,
	})
}

// runs are trials of its costs.
func runs() []conformance.Trial {
	out := costtest.Upkeep("while one leads, each beacon interval", protocol.GoalBest)
	for n := 1; n <= costtest.MostNodes; n++ {
		for _, g := range []radio.Graph{radio.Complete(n), radio.Line(n), radio.Star(n), radio.Lattice(n)} {
			t := conformance.Trial{N: n, Graph: g, Start: emulator.Start{Elect: []protocol.ID{protocol.ID((n + 1) / 2)}}}
			for _, c := range []struct{ signalling, of string }{
				{"broadcast", "one starts; broadcast, and optimised where nobody has left"},
				{"optimised", "one starts; broadcast, and optimised where nobody has left"},
				{"udp", "one starts; udp"},
				{"tcp", "one starts; tcp"},
			} {
				t.Case, t.Params = c.of, map[string]string{"signalling": c.signalling}
				out = append(out, t)
			}
			t.Case, t.Params = "one starts; optimised, and all nodes followed the leader that it names", map[string]string{"signalling": "optimised"}
			t.Start.Leader = protocol.ID(n)
			out = append(out, t)
		}
	}
	return out
}

// outside are trials that do not meet the conditions of its costs.
func outside() []conformance.Trial {
	return []conformance.Trial{
		{Case: "one starts; broadcast, and optimised where nobody has left", N: 7, Graph: radio.Complete(7), Params: map[string]string{"signalling": "broadcast"}, Start: emulator.Start{Elect: []protocol.ID{4, 7}}, Otherwise: map[string]float64{"election": 13, "child": 11}},
		{Case: "one starts; broadcast, and optimised where nobody has left", N: 7, Graph: radio.Complete(7), Params: map[string]string{"signalling": "optimised"}, Start: emulator.Start{Elect: []protocol.ID{4, 7}}, Otherwise: map[string]float64{"election": 13, "child": 11}},
		{Case: "one starts; optimised, and all nodes followed the leader that it names", N: 7, Params: map[string]string{"signalling": "optimised"}, Start: emulator.Start{Elect: []protocol.ID{4}}, Otherwise: map[string]float64{"election-named": 0, "election": 7}},
		{Case: "one starts; udp", N: 7, Graph: radio.Complete(7), Params: map[string]string{"signalling": "udp"}, Start: emulator.Start{Elect: []protocol.ID{4, 7}}, Otherwise: map[string]float64{"election": 67}},
		{Case: "one starts; tcp", N: 7, Graph: radio.Complete(7), Params: map[string]string{"signalling": "tcp"}, Start: emulator.Start{Elect: []protocol.ID{4, 7}}, Otherwise: map[string]float64{"election": 67, "segment-ack": 103}},
		costtest.OneDead("while one leads, each beacon interval", 7, map[string]float64{"beacon": 6}),
	}
}

// numbersRise checks that the numbers of computations increase. That holds where no fault
// takes what a node saved; the numbers of other algorithms have no such meaning.
func numbersRise(run *emulator.Config) []check.Checker {
	for _, f := range run.Faults {
		if f.LoseStorage {
			return nil
		}
	}
	return []check.Checker{invariants.NewMonotone()}
}

// known is what the explorer finds in all runs of small worlds.
var known = []conformance.Known{
	{World: "signalling=udp, line of 2, one leader always", Verdict: "holds", Why: "one source, one announcement"},
	{World: "signalling=udp, line of 3, one leader always", Verdict: "holds", Why: "one source, one announcement"},
	{World: "signalling=udp, complete of 3, one leader always", Verdict: "holds", Why: "one source, one announcement"},
	{World: "signalling=udp, complete of 3, start all, one leader always", Verdict: "holds", Why: "the newest computation takes all in"},
	{World: "signalling=udp, line of 3, crashes 1, one leader always", Verdict: "holds", Why: "Probes find a dead node, beacons a dead leader"},
	{World: "signalling=udp, line of 3, losses 1", Verdict: "holds", Why: "Probes ask again for what was lost"},
	{World: "signalling=udp, complete of 3, crashes 1", Verdict: "holds", Why: "two parts of a broken tree exchange the leaders that they announce"},
	{World: "signalling=udp, complete of 3, losses 1", Verdict: "holds", Why: "Probes ask again for what was lost"},
	{World: "signalling=udp, line of 3, losses 1, one leader always", Verdict: "holds", Why: "every Election is acknowledged: no node is left out unnoticed"},
	{World: "signalling=udp, line of 3, timers any, one leader always, depth 6", Verdict: "bounded", Why: "a Probe too early is answered"},
	{World: "signalling=broadcast, line of 2, one leader always", Verdict: "holds", Why: "one source, one announcement"},
	{World: "signalling=broadcast, line of 3, one leader always", Verdict: "holds", Why: "one source, one announcement"},
	{World: "signalling=broadcast, complete of 3, one leader always", Verdict: "holds", Why: "one source, one announcement"},
	{World: "signalling=broadcast, complete of 3, start all, one leader always", Verdict: "holds", Why: "the newest computation takes all in"},
	{World: "signalling=broadcast, line of 3, crashes 1, one leader always", Verdict: "holds", Why: "Probes find a dead node, beacons a dead leader"},
	{World: "signalling=broadcast, line of 3, losses 1", Verdict: "holds", Why: "Probes ask again for what was lost"},
	{World: "signalling=broadcast, complete of 3, crashes 1", Verdict: "holds", Why: "two parts of a broken tree exchange the leaders that they announce"},
	{World: "signalling=broadcast, complete of 3, losses 1", Verdict: "holds", Why: "Probes ask again for what was lost"},
	{World: "signalling=broadcast, line of 2, losses 1, one leader always", Verdict: "convicted", Steps: 5, Why: "a node that has not heard of its child takes itself for a leaf, and announces itself"},
	{World: "signalling=broadcast, line of 2, timers any, one leader always", Verdict: "convicted", Steps: 3, Why: "CHILD-TIMEOUT before the Child: a node that has not heard of its child takes itself for a leaf, and announces itself"},
	{World: "signalling=optimised, line of 2, one leader always", Verdict: "holds", Why: "one source, one announcement"},
	{World: "signalling=optimised, line of 3, one leader always", Verdict: "holds", Why: "one source, one announcement"},
	{World: "signalling=optimised, complete of 3, one leader always", Verdict: "holds", Why: "one source, one announcement"},
	{World: "signalling=optimised, complete of 3, start all, one leader always", Verdict: "holds", Why: "the newest computation takes all in"},
	{World: "signalling=optimised, line of 3, crashes 1, one leader always", Verdict: "holds", Why: "Probes find a dead node, beacons a dead leader"},
	{World: "signalling=optimised, line of 3, losses 1", Verdict: "holds", Why: "Probes ask again for what was lost"},
	{World: "signalling=optimised, complete of 3, crashes 1", Verdict: "holds", Why: "two parts of a broken tree exchange the leaders that they announce"},
	{World: "signalling=optimised, complete of 3, losses 1", Verdict: "holds", Why: "Probes ask again for what was lost"},
	{World: "signalling=optimised, line of 2, losses 1, one leader always", Verdict: "convicted", Steps: 5, Why: "a node that has not heard of its child takes itself for a leaf, and announces itself"},
	{World: "signalling=optimised, line of 2, timers any, one leader always", Verdict: "convicted", Steps: 3, Why: "CHILD-TIMEOUT before the Child: a node that has not heard of its child takes itself for a leaf, and announces itself"},
	{World: "signalling=tcp, line of 2, one leader always", Verdict: "holds", Why: "one source, one announcement"},
	{World: "signalling=tcp, line of 3, one leader always", Verdict: "holds", Why: "one source, one announcement"},
	{World: "signalling=tcp, line of 4, one leader always", Verdict: "holds", Why: "one source, one announcement"},
	{World: "signalling=tcp, complete of 3, one leader always", Verdict: "holds", Why: "one source, one announcement, in any order of handshakes"},
	{World: "signalling=tcp, line of 3, start all, one leader always", Verdict: "holds", Why: "the newest computation takes all in, and what a connection held back is stale"},
	{World: "signalling=tcp, line of 2, crashes 1, one leader always", Verdict: "holds", Why: "the connection's time-out finds a dead node"},
	{World: "signalling=tcp, line of 2, losses 1, one leader always", Verdict: "holds", Why: "what is not acknowledged is sent again"},
	{World: "signalling=tcp, line of 3, losses 1, one leader always", Verdict: "holds", Why: "what is not acknowledged is sent again"},
	{World: "signalling=tcp, line of 3, crashes 1, one leader always, depth 60", Verdict: "bounded", Why: "a connection times out long after the other repetitions: the runs are long"},
	{World: "signalling=tcp, complete of 3, timers any, one leader always, depth 4", Verdict: "bounded", Why: "repetitions too early are duplicates"},
}
