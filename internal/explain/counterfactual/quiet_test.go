package counterfactual

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"bellwether/internal/explain/causality"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/trace"
)

// lossyWorld is a scenario of a random small world with losses, whose best node crashes and comes back.
func lossyWorld(seed uint64) string {
	topology := []string{"line", "ring", "grid", "star", "complete"}[seed%5]
	return fmt.Sprintf(`nodes: %d
duration: 40s
seed: %d
runs: 1
radio: {model: graph, topology: %s, latency: 2ms, loss: {probability: 0.05}}
neighbours: {service: hello}
algorithms: [vasudevan]
faults: [{at: 12s, crash: best, for: 10s}]
`, 5+seed%6, seed, topology)
}

// calmAt reports whether all nodes of a connected world run at an instant and follow the one that offers most, by
// the events alone.
func calmAt(h *causality.History, nodes int, at protocol.Time) bool {
	runs, follows, offers := map[protocol.ID]bool{}, map[protocol.ID]protocol.ID{}, map[protocol.ID]int64{}
	for i := range h.Events {
		e := &h.Events[i]
		if e.At > at {
			break
		}
		switch e.Kind {
		case trace.Boot:
			runs[e.Node], follows[e.Node] = true, protocol.Nobody
		case trace.Crash:
			runs[e.Node] = false
		case trace.Electing:
			follows[e.Node] = protocol.Nobody
		case trace.Elected:
			follows[e.Node] = e.Peer
		case trace.Capability:
			offers[e.Node] = e.Value
		}
	}
	best := protocol.ID(1)
	for id := protocol.ID(1); int(id) <= nodes; id++ {
		if offers[id] >= offers[best] {
			best = id
		}
	}
	for id := protocol.ID(1); int(id) <= nodes; id++ {
		if !runs[id] || follows[id] != best {
			return false
		}
	}
	return true
}

// No cause is named at moments at which all is well, and in elections that nothing disturbs.
func TestNothingIsNamedWhereNothingIsWrong(t *testing.T) {
	asked := sample.Size(10, 25)
	r := rand.New(rand.NewPCG(8, 8))
	elections := 0
	for seed, done := uint64(1), 0; done < asked; seed++ {
		nodes := int(5 + seed%6)
		name, h := recorded(t, lossyWorld(seed))
		for range 4 {
			at := protocol.Time(r.Int64N(int64(40 * time.Second)))
			if !calmAt(h, nodes, at) {
				continue
			}
			done++
			node := protocol.ID(r.IntN(nodes + 1)) // Nobody: all of them
			a, err := open(t, name).Ask(t.Context(), Question{Node: node, At: at})
			if err != nil {
				t.Fatal(err)
			}
			if a.Effect != nil || len(a.Causes)+len(a.ByChance) > 0 {
				t.Errorf("seed %d, node %v at %v: all is well, and this is named: %q", seed, node, time.Duration(at), a.Sentences)
			}
		}
		name, h = recorded(t, world(r, seed, plant{}))
		c := firstElection(h)
		p, err := h.Election(c)
		if err != nil {
			continue // another election replaced it
		}
		done, elections = done+1, elections+1
		a, err := open(t, name).Ask(t.Context(), Question{Election: &Election{Nodes: h.Entered(c), From: p.Start, To: p.End}})
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Causes) > 0 {
			t.Errorf("seed %d, election %v: nothing disturbs it, and this is named: %q", seed, c, a.Sentences)
		}
	}
	if elections < asked/10 {
		t.Errorf("%d elections were asked about: too few", elections)
	}
}

// firstElection returns the first election in which two nodes or more elect.
func firstElection(h *causality.History) (c protocol.Computation) {
	n := map[protocol.Computation]int{}
	for i := range h.Events {
		if e := &h.Events[i]; e.Kind == trace.Elected && e.Computation.Num > 0 {
			if n[e.Computation]++; n[e.Computation] == 2 {
				return e.Computation
			}
		}
	}
	return c
}

// The critical path predicts: a wait on it that becomes shorter within its slack makes the
// election shorter by the same time. This is exact if no message waits for a random time
// before it is sent, as broadcasts do.
func TestAShorterWaitMakesTheElectionAsMuchShorter(t *testing.T) {
	asked := sample.Some(2, 6) // of each algorithm
	r := rand.New(rand.NewPCG(9, 9))
	algorithms, missed := []string{"bully", "simple-sync", "a-elect-leader-c", "chang-roberts"}, 0
	for _, algorithm := range algorithms {
		done, bad := 0, 0
		for seed := uint64(1); done < asked; seed++ {
			text := func(interventions string) string {
				return fmt.Sprintf(`nodes: %d
duration: 40s
seed: %d
runs: 1
radio: {model: graph, topology: complete, latency: 2ms, loss: {model: none}}
algorithms: [%s]
faults: [{at: 12s, crash: best, for: 15s}, {at: 20s, elect: 2}]
interventions: [%s]
`, 4+seed%6, seed, algorithm, interventions)
			}
			_, h := recorded(t, text(""))
			c, span, slack := aWait(r, h)
			if slack < protocol.Time(time.Millisecond) {
				continue
			}
			done++
			p, _ := h.Election(c)
			by := protocol.Time(1 + r.Int64N(int64(slack)))
			e := &h.Events[p.Spans[span].To]
			_, then := recorded(t, text(fmt.Sprintf("{hasten: %d@%v, by: %v}", e.Node, time.Duration(e.At), time.Duration(by))))
			q, err := then.Election(c)
			if err != nil || q.End-q.Start != p.End-p.Start-by {
				bad++
				t.Logf("%s, seed %d: %v took %v; with a wait of %v shorter by %v of %v it takes %v (%v)", algorithm, seed, c, time.Duration(p.End-p.Start),
					time.Duration(p.Spans[span].Lasts), time.Duration(by), time.Duration(slack), time.Duration(q.End-q.Start), err)
			}
		}
		t.Logf("%s: %d asked, %d not as much shorter", algorithm, done, bad)
		missed += bad
	}
	if missed*20 > asked*len(algorithms) {
		t.Errorf("%d of %d elections are not as much shorter, at most one in twenty may be", missed, asked*len(algorithms))
	}
}

// aWait returns the longest wait of a random election that has a wait on its path, and by how
// much it can become shorter.
func aWait(r *rand.Rand, h *causality.History) (c protocol.Computation, span int, slack protocol.Time) {
	var all []protocol.Computation
	for i := range h.Events {
		if e := &h.Events[i]; e.Kind == trace.Electing && !slices.Contains(all, e.Computation) {
			all = append(all, e.Computation)
		}
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, c = range all {
		p, err := h.Election(c)
		if err != nil {
			continue
		}
		span = -1
		for k, s := range p.Spans {
			if s.Kind == causality.Waiting && h.Events[s.From].At >= p.Start && (span < 0 || s.Lasts > p.Spans[span].Lasts) {
				span = k
			}
		}
		if span >= 0 {
			slack, _ = h.Slack(&p, span)
			return c, span, slack
		}
	}
	return c, span, 0
}
