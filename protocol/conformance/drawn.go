package conformance

import (
	"math/rand/v2"
	"time"

	"github.com/paulmach/orb"

	"bellwether/emulator"
	"bellwether/mobility"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
)

// Shape of the worlds.
const (
	mostNodes = 12
	calmAt    = 30 * time.Second // movement, loss and faults go on until then
	sideM     = 700.0            // with rangeM, from scattered to complete
	rangeM    = 250.0
	speedMS   = 25.0 // at most, per axis
)

// detection is the budget of every world: short, so that bounds stay short.
var detection = protocol.Detection{Interval: time.Second, Misses: 3}

// services are the services that drawn worlds choose from.
var services = []overlay.Services{
	{},
	{Hello: &overlay.HelloOptions{Interval: time.Second, Timeout: 3 * time.Second}},
	{Hello: &overlay.HelloOptions{Interval: time.Second, Timeout: 3 * time.Second}, Flood: &overlay.FloodOptions{}},
}

// A scene is one world, without an algorithm: drawn, or made and named.
type scene struct {
	number   uint64
	name     string // of one that was not drawn
	nodes    int
	services overlay.Services
	config   emulator.Config
}

// drawScene makes the world of a number.
func drawScene(number uint64) scene {
	g := rand.New(rand.NewPCG(number, 0x776f726c64)) // "world"
	w := scene{number: number, nodes: 1 + g.IntN(mostNodes)}
	w.services = services[g.IntN(len(services))]
	w.services.Detection = detection
	w.config = emulator.Config{
		Seed: number, Nodes: w.nodes, Link: radio.DefaultLink(), Services: w.services,
		Loss:   calmLoss{drawLoss(g, number)},
		Start:  drawStart(g, w.nodes),
		Faults: drawFaults(g, w.nodes),
	}
	if g.IntN(3) == 0 {
		w.config.Medium = drawGraph(g, w.nodes)
	} else {
		w.config.Medium = radio.Disk(rangeM)
		w.config.Mobility = drawPaths(g, w.nodes)
	}
	for range w.nodes {
		w.config.Capability.Values = append(w.config.Capability.Values, int64(g.IntN(6)*100))
	}
	return w
}

// with is the world with a row in it.
func (w scene) with(r row) emulator.Config {
	c := w.config
	c.Algorithm = r.a
	if r.unled {
		c.Start.Leader = protocol.Nobody
	}
	c.Setup = protocol.Config{Detection: detection, Values: r.values()}
	return c
}

func drawLoss(g *rand.Rand, seed uint64) radio.Loss {
	share := []float64{0, 0, 0.1, 0.3, 0.5}[g.IntN(5)]
	loss, err := radio.NewBernoulli(seed, share, radio.DefaultSlot)
	if err != nil {
		panic(err)
	}
	return loss
}

// calmLoss loses nothing once the world is calm.
type calmLoss struct{ radio.Loss }

func (l calmLoss) Lost(from, to protocol.ID, at protocol.Time) bool {
	return at < protocol.Time(calmAt) && l.Loss.Lost(from, to, at)
}

func (l calmLoss) LostControl(from, to protocol.ID, at protocol.Time, squareM2 float64) bool {
	return at < protocol.Time(calmAt) && radio.LostControl(l.Loss, from, to, at, squareM2)
}

func drawStart(g *rand.Rand, n int) emulator.Start {
	switch g.IntN(3) {
	case 0:
		return emulator.Start{All: true}
	case 1:
		return emulator.Start{Elect: drawSome(g, n)}
	default:
		return emulator.Start{Leader: protocol.ID(1 + g.IntN(n)), Elect: drawSome(g, n)}
	}
}

func drawSome(g *rand.Rand, n int) []protocol.ID {
	var out []protocol.ID
	for id := 1; id <= n; id++ {
		if g.IntN(3) == 0 {
			out = append(out, protocol.ID(id))
		}
	}
	return out
}

// drawGraph links each pair with a probability at which some graphs are connected and
// others are not.
func drawGraph(g *rand.Rand, n int) radio.Graph {
	share := 0.1 + 0.5*g.Float64()
	var edges [][2]protocol.ID
	for a := 1; a <= n; a++ {
		for b := a + 1; b <= n; b++ {
			if g.Float64() < share {
				edges = append(edges, [2]protocol.ID{protocol.ID(a), protocol.ID(b)})
			}
		}
	}
	graph, err := radio.Edges(n, edges)
	if err != nil {
		panic(err)
	}
	return graph
}

// drawFaults draws faults that strike until shortly before the calm. Some crashes,
// partitions and resignations last for good.
func drawFaults(g *rand.Rand, n int) []emulator.Fault {
	var faults []emulator.Fault
	for range g.IntN(7) {
		f := emulator.Fault{
			At:     before(g, calmAt),
			Target: emulator.TargetNodes,
			Nodes:  []protocol.ID{protocol.ID(1 + g.IntN(n))},
		}
		if g.IntN(2) == 0 {
			f.For = before(g, calmAt-f.At)
		}
		switch g.IntN(8) {
		case 0, 1, 2:
			f.Kind, f.LoseStorage = emulator.FaultCrash, g.IntN(2) == 0
		case 3:
			f.Kind, f.Target = emulator.FaultCrash, emulator.TargetBest
		case 4, 5:
			f.Kind, f.Nodes = emulator.FaultPartition, nil
			f.Groups = [][]protocol.ID{drawSome(g, n)}
		case 6:
			f.Kind = emulator.FaultResign
		case 7:
			f.Kind, f.For = emulator.FaultElect, 0
		}
		faults = append(faults, f)
	}
	return faults
}

// before draws a span of whole milliseconds, at least one, shorter than limit. It is often
// close to the limit: a fault shortly before the calm is the hardest.
func before(g *rand.Rand, limit time.Duration) time.Duration {
	ms := int(limit / time.Millisecond)
	if ms < 3 {
		return time.Millisecond
	}
	if g.IntN(3) == 0 {
		return limit - time.Duration(1+g.IntN(min(ms-2, 2000)))*time.Millisecond
	}
	return time.Duration(1+g.IntN(ms-2)) * time.Millisecond
}

// walk is a mobility model of given legs; all nodes stand still before the calm.
type walk [][]mobility.Leg

func (walk) MaxSpeed() float64 { return 2 * speedMS }

func (m walk) Path(node int, _, _ *rand.Rand) mobility.Path { return &steps{m[node-1]} }

type steps struct{ rest []mobility.Leg }

func (s *steps) Next() mobility.Leg {
	leg := s.rest[0]
	s.rest = s.rest[1:]
	return leg
}

func drawPaths(g *rand.Rand, n int) walk {
	m := make(walk, n)
	for i := range m {
		at, here := time.Duration(0), orb.Point{g.Float64() * sideM, g.Float64() * sideM}
		for range g.IntN(5) {
			end := at + before(g, calmAt-at)
			leg := mobility.Leg{Start: at, End: end, From: here, Absent: g.IntN(12) == 0,
				Velocity: orb.Point{(2*g.Float64() - 1) * speedMS, (2*g.Float64() - 1) * speedMS}}
			m[i] = append(m[i], leg)
			at, here = end, leg.At(end)
		}
		m[i] = append(m[i], mobility.Leg{Start: at, End: mobility.Forever, From: here, Absent: g.IntN(15) == 0})
	}
	return m
}
