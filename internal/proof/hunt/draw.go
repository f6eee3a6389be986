package hunt

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"time"

	"bellwether/overlay"
	"bellwether/protocol"
)

// Bounds of drawn worlds. Three of four have at most fewNodes: a small world runs in
// milliseconds, and most faults show among few nodes.
const (
	fewNodes   = 8
	someNodes  = 20
	mostNodes  = 60
	rangeM     = 250.0                  // of a radio; the default of scenarios
	calmBy     = 30 * time.Second       // about when faults, cuts, movement and losses end, except those that never do
	mostDelay  = 200 * time.Millisecond // of a frame that the fault reorder holds back
	mostFaults = 6
)

// stream returns the random stream of a purpose in the world of a number.
func stream(seed, number uint64, purpose string) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", number, purpose)
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// draw makes the world of a number for an algorithm. All algorithms meet the same nodes,
// links, faults and losses, unless an algorithm takes fewer nodes.
func draw(seed, number uint64, a *protocol.Algorithm) *World {
	g := stream(seed, number, "world")
	w := &World{Name: "hunted", Algorithm: a.Name, Seed: 1 + g.Uint64N(1_000_000), Nodes: drawSize(g, number)}
	if a.MaxNodes > 0 {
		w.Nodes = min(w.Nodes, a.MaxNodes)
	}
	w.drawPlaces(stream(seed, number, "places"))
	w.drawServices(stream(seed, number, "services"))
	w.drawAODV(stream(seed, number, "aodv"), a)
	w.drawOffers(stream(seed, number, "offers"))
	w.drawLoss(stream(seed, number, "losses"))
	w.drawFaults(stream(seed, number, "faults"), calmBy)
	w.drawHarsh(stream(seed, number, "harsh"), number)
	w.drawParams(stream(seed, number, "params "+a.Name), a)
	w.dropLeader(a)
	w.Duration = 2 * calmBy
	return w
}

// dropLeader removes the leader that the world begins with if the machines have no Settle. It
// ignores an error or a panic of New, because the run reports it.
func (w *World) dropLeader(a *protocol.Algorithm) {
	defer func() { _ = recover() }()
	detection := protocol.Detection{Interval: w.Interval, Misses: w.Misses}
	values, faults := protocol.Resolve(a.Params, w.Params, detection)
	if w.Leader == 0 || len(faults) > 0 {
		return
	}
	made, err := a.New(protocol.Config{Detection: detection, Values: values})
	if err != nil {
		return
	}
	if _, settles := made().(protocol.Settler); !settles {
		w.Leader = 0
	}
}

// drawSize draws the number of nodes: up to fewNodes in 15 of 20 worlds, up to someNodes in 4,
// up to mostNodes in one.
func drawSize(g *rand.Rand, number uint64) int {
	switch {
	case number%20 == 19:
		return someNodes + 1 + g.IntN(mostNodes-someNodes)
	case number%4 == 3:
		return fewNodes + 1 + g.IntN(someNodes-fewNodes)
	}
	return 1 + g.IntN(fewNodes)
}

// moves are mobility models that need no file.
var moves = []string{
	"model: random-waypoint, speed: {min: 1, max: 25}, pause: {min: 0s, max: 5s}",
	"model: random-walk, distance: 60, speed: {min: 2, max: 20}",
	"model: gauss-markov, speed: {min: 1, max: 20}",
	"model: manhattan, speed: {min: 4, max: 20}, blocks: {x: 3, y: 3}",
	"model: reference-point-group, members: 4, spread: 60, wander: 20, speed: {min: 2, max: 15}",
}

func (w *World) drawPlaces(g *rand.Rand) {
	if g.IntN(2) == 0 {
		w.Graph = &graph{Edges: drawEdges(g, w.Nodes), Latency: []time.Duration{1, 1, 2, 5}[g.IntN(4)] * time.Millisecond}
		return
	}
	// From several components to a complete graph: four nodes have a side of 0.7 to 3 ranges,
	// and more nodes have a side that keeps the density.
	side := float64(int(rangeM * (0.7 + 2.3*g.Float64()) * density(w.Nodes)))
	w.Field = &field{Width: side, Height: side, Range: rangeM}
	if g.IntN(2) == 0 {
		for range w.Nodes {
			w.Field.At = append(w.Field.At, [2]float64{float64(g.IntN(int(side))), float64(g.IntN(int(side)))})
		}
		return
	}
	w.Field.Move = moves[g.IntN(len(moves))]
	w.Field.Still = seconds(g, calmBy)
	w.Field.Width, w.Field.Height = max(side, 250), max(side, 250) // a group of the last model needs as much
}

// density returns the factor by which the side grows so that more than four nodes have the same
// density as four.
func density(nodes int) float64 {
	f := 1.0
	for f*f*4 < float64(nodes) {
		f += 0.05
	}
	return f
}

// drawEdges draws a ring, a line, a star, a complete graph, or random links.
func drawEdges(g *rand.Rand, n int) (edges [][2]int) {
	shape, share := g.IntN(7), 0.1+0.5*g.Float64()
	for a := 1; a <= n; a++ {
		for b := a + 1; b <= n; b++ {
			if linked(shape, [2]int{a, b}, n) || shape > 3 && g.Float64() < share {
				edges = append(edges, [2]int{a, b})
			}
		}
	}
	if len(edges) == 0 && n > 1 {
		edges = append(edges, [2]int{1, 2}) // a graph has a link
	}
	return edges
}

// linked reports whether a shape has an edge: 0 is a ring, 1 a line, 2 a star, 3 a complete
// graph; other shapes have no edges of their own. The first node of the edge is the lesser.
func linked(shape int, e [2]int, n int) bool {
	switch shape {
	case 0:
		return e[1] == e[0]+1 || e[0] == 1 && e[1] == n
	case 1:
		return e[1] == e[0]+1
	case 2:
		return e[0] == 1
	case 3:
		return true
	}
	return false
}

func (w *World) drawServices(g *rand.Rand) {
	w.Interval, w.Misses = []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second}[g.IntN(3)], 2+g.IntN(3)
	if g.IntN(3) > 0 {
		w.Hello = []time.Duration{500 * time.Millisecond, time.Second}[g.IntN(2)]
		w.HelloTimeout = time.Duration(2+g.IntN(3)) * w.Hello
		w.Flood = g.IntN(3) == 0 && w.Nodes <= someNodes // with more nodes a run takes minutes
	}
}

// drawAODV draws routes by AODV in some worlds of an algorithm that sends to members. Its
// detection budget is then the longest: AODV may seek a route for two seconds among eight
// nodes, and a failure detector that waits for less is wrong by design.
func (w *World) drawAODV(g *rand.Rand, a *protocol.Algorithm) {
	kind := overlay.AODVDetections()[g.IntN(len(overlay.AODVDetections()))]
	if g.IntN(4) > 0 || w.Flood || w.Nodes > fewNodes || a.Needs < protocol.NeedsRouting {
		return
	}
	w.AODV, w.Interval, w.Misses = kind, 2*time.Second, 4
}

// drawOffers draws capabilities with ties, and how the world begins.
func (w *World) drawOffers(g *rand.Rand) {
	tied := 2 + g.IntN(w.Nodes+4)
	for range w.Nodes {
		w.Values = append(w.Values, int64(100*(1+g.IntN(tied))))
	}
	if g.IntN(5) == 0 {
		w.Share = 0.2
	}
	switch g.IntN(5) {
	case 0, 1:
		w.StartsAll = true
	case 2:
		w.Leader = 1 + g.IntN(w.Nodes)
	case 3:
		w.Leader = w.best()
		w.Starts = drawSome(g, w.Nodes)
	default:
		w.Starts = drawSome(g, w.Nodes)
	}
}

// best returns the node with the greatest value, and of several the last.
func (w *World) best() int {
	best := 1
	for id := 2; id <= w.Nodes; id++ {
		if w.Values[id-1] >= w.Values[best-1] {
			best = id
		}
	}
	return best
}

func drawSome(g *rand.Rand, n int) (out []int) {
	for id := 1; id <= n; id++ {
		if g.IntN(3) == 0 {
			out = append(out, id)
		}
	}
	return out
}

// drawLoss draws whether frames are lost, one by one or in bursts, and until when. In one of
// ten worlds of up to lossyNodes nodes they are lost for ever.
func (w *World) drawLoss(g *rand.Rand) {
	share := []float64{0.05, 0.1, 0.2, 0.3, 0.5}[g.IntN(5)]
	bursts := fmt.Sprintf("model: gilbert-elliott, good: %dms, bad: %dms", 300+100*g.IntN(30), 50+50*g.IntN(20))
	kind, ends, always := g.IntN(4), seconds(g, calmBy), g.IntN(5) == 0
	switch {
	case kind < 2:
		return
	case always && w.Nodes <= lossyNodes:
		w.Loss = "model: bernoulli, probability: " + strconv.FormatFloat(min(share, 0.1), 'g', -1, 64)
		if kind == 3 {
			w.Loss = "model: gilbert-elliott, good: 2s, bad: 200ms"
		}
		return
	case kind == 2:
		w.Loss = "model: bernoulli, probability: " + strconv.FormatFloat(share, 'g', -1, 64)
	default:
		w.Loss = bursts
	}
	w.LossEnds = ends
}

// drawParams draws choices, and times of half or twice their default. It drops a value that the
// algorithm refuses together with those before.
func (w *World) drawParams(g *rand.Rand, a *protocol.Algorithm) {
	detection := protocol.Detection{Interval: w.Interval, Misses: w.Misses}
	for _, p := range a.Params {
		pick, factor, vary := g.IntN(64), g.IntN(2), g.IntN(4) == 0
		value := ""
		switch {
		case p.Type == protocol.TypeChoice:
			value = p.Choices[pick%len(p.Choices)]
		case vary && p.Type == protocol.TypeDuration:
			value = stretched(p, detection, factor)
		}
		if value == "" || value == p.Default {
			continue
		}
		given := map[string]string{p.Name: value}
		for k, v := range w.Params {
			given[k] = v
		}
		values, faults := protocol.Resolve(a.Params, given, detection)
		if len(faults) > 0 {
			continue
		}
		if _, err := a.New(protocol.Config{Detection: detection, Values: values}); err == nil {
			w.Params = given
		}
	}
}

// stretched returns half of the default of a time (factor 0) or twice (factor 1), "" if it has
// none.
func stretched(p protocol.Param, d protocol.Detection, factor int) string {
	def, err := time.ParseDuration(p.Default)
	if p.Default == protocol.DefaultInterval {
		def, err = d.Interval, nil
	}
	if err != nil || def == 0 {
		return ""
	}
	return span([]time.Duration{def / 2, 2 * def}[factor])
}

// seconds draws a span of whole tenths of a second, at least one, up to a limit.
func seconds(g *rand.Rand, limit time.Duration) time.Duration {
	const step = 100 * time.Millisecond
	return step * time.Duration(1+g.IntN(int(max(limit/step, 1))))
}
