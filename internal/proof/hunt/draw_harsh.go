package hunt

import (
	"math/rand/v2"
	"strconv"
	"time"
)

// Three worlds of sixteen are harsh in one respect each: one node fails again and again, answers
// take longer than failure detectors wait, or many nodes lose frames for ever. Other worlds
// draw this seldom; so each hunt tries it.
const (
	harshEvery = 16
	flaky      = 10 // their numbers modulo harshEvery
	slow       = 9
	lossy      = 3
)

// drawHarsh makes the world of a number harsh, if it is one of them.
func (w *World) drawHarsh(g *rand.Rand, number uint64) {
	switch number % harshEvery {
	case flaky:
		w.drawFlaky(g)
	case slow:
		w.drawSlow(g)
	case lossy:
		if w.Nodes > lossyNodes && w.Nodes <= someNodes {
			w.Loss, w.LossEnds = "model: bernoulli, probability: "+strconv.FormatFloat([]float64{0.05, 0.1, 0.2, 0.3, 0.5}[g.IntN(5)], 'g', -1, 64), 0
		}
	}
}

// flakyKinds are the kinds of faults of a node that fails again and again.
var flakyKinds = []string{"crash", "crash", "crash", "restart", "restart", "pause", "radio-off", "elect"}

// drawFlaky draws faults of one node; many begin before the previous one ended.
func (w *World) drawFlaky(g *rand.Rand) {
	victim := []int{1 + g.IntN(w.Nodes)}
	w.Faults = nil
	const most = 8
	at := seconds(g, calmBy/3)
	for range 3 + g.IntN(most-2) {
		f := fault{Kind: flakyKinds[g.IntN(len(flakyKinds))], At: at, Nodes: victim}
		if f.Kind != "restart" && f.Kind != "elect" {
			f.For = min(seconds(g, calmBy/3), calmBy-at)
		}
		w.Faults = append(w.Faults, f)
		at += seconds(g, 2*time.Second)
	}
}

// drawSlow makes each link of a graph so slow that an answer takes at least as long as a
// failure detector waits at first, and less than twice as long. In half of these worlds
// nothing else happens.
func (w *World) drawSlow(g *rand.Rand) {
	if w.Field != nil || len(w.Cuts) > 0 {
		w.Field, w.Cuts = nil, nil
		w.Graph = &graph{Edges: drawEdges(g, w.Nodes)}
	}
	waits := w.Interval * time.Duration(w.Misses)
	w.Graph.Latency = (waits/2 + time.Duration(g.Int64N(int64(waits/2)))).Truncate(10 * time.Millisecond)
	w.Hello, w.HelloTimeout, w.Flood, w.AODV = 0, 0, false, ""
	if g.IntN(2) == 0 {
		w.Faults, w.Loss, w.LossEnds = nil, "", 0
	}
	for i := range w.Faults {
		if w.Faults[i].Kind == "jam" {
			w.Faults[i].Kind, w.Faults[i].Region, w.Faults[i].Nodes = "pause", "", []int{1}
		}
	}
}
