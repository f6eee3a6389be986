package hunt

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// drawFaults draws faults of all kinds except recharge, and links that are cut. What must end
// before a world is calm ends by the given time.
func (w *World) drawFaults(g *rand.Rand, by time.Duration) {
	for range g.IntN(mostFaults + 1) {
		w.Faults = append(w.Faults, w.drawFault(g, by))
	}
	if w.Graph == nil && w.Field == nil {
		return // the links of a user's scenario are not known
	}
	for range g.IntN(4) - 1 {
		if w.Nodes < 2 {
			break
		}
		c := cut{A: 1 + g.IntN(w.Nodes), From: seconds(g, by/2)}
		if c.B = 1 + g.IntN(w.Nodes); c.B == c.A {
			c.B = 1 + c.A%w.Nodes
		}
		if g.IntN(4) > 0 {
			c.Until = c.From + seconds(g, by-c.From)
		}
		w.Cuts = append(w.Cuts, c)
	}
}

// kinds are the kinds of faults, the frequent ones several times. No batteries are drawn, so
// there is no recharge.
var kinds = []string{"crash", "crash", "crash", "crash", "flap", "partition", "partition", "partition", "resign", "resign",
	"elect", "elect", "pause", "drift", "radio-off", "duplicate", "reorder", "jam", "restart", "heal"}

func (w *World) drawFault(g *rand.Rand, by time.Duration) fault {
	f := fault{Kind: kinds[g.IntN(len(kinds))], At: late(g, by), Nodes: []int{1 + g.IntN(w.Nodes)}}
	rest := max(by-f.At, 100*time.Millisecond)
	lasts, whom := late(g, rest), []string{"", "", "", "best", "leader", "random"}[g.IntN(6)]
	forGood := g.IntN(3) == 0
	if f.Kind == "jam" && w.Field == nil {
		f.Kind = "pause"
	}
	switch f.Kind {
	case "crash", "resign", "radio-off":
		f.Whom, f.LoseStorage = whom, f.Kind == "crash" && g.IntN(3) == 0
		if !forGood {
			f.For = lasts
		}
	case "flap":
		f.For, f.LoseStorage = lasts, g.IntN(3) == 0
		f.Up, f.Down = seconds(g, 3*time.Second), seconds(g, 3*time.Second)
	case "partition":
		f.Groups, f.Nodes = [][]int{w.drawGroup(g)}, nil
		if !forGood {
			f.For = lasts
		}
	case "elect", "restart":
		f.Whom = whom
	case "heal":
		f.Nodes = nil
	case "pause", "drift":
		f.For = lasts
		if f.Kind == "drift" {
			f.PPM = 1000 * (1 + g.IntN(100)) * (1 - 2*g.IntN(2))
		}
	case "duplicate", "reorder":
		f.For, f.Nodes, f.Probability = lasts, nil, float64(1+g.IntN(5))/10
		if f.Kind == "duplicate" && w.Nodes > fewNodes { // see checkedRun.multiplies
			f.Probability /= 10
		}
		if f.Kind == "reorder" {
			f.Delay = time.Duration(1+g.IntN(20)) * mostDelay / 20
		}
	case "jam":
		f.For, f.Nodes = lasts, nil
		f.Region = fmt.Sprintf("{x: %d, y: %d, radius: %d}", g.IntN(int(w.Field.Width)), g.IntN(int(w.Field.Height)), 50+g.IntN(int(rangeM)))
	}
	return f
}

// drawGroup draws the nodes, at least one, that a partition separates.
func (w *World) drawGroup(g *rand.Rand) []int {
	if group := drawSome(g, w.Nodes); len(group) > 0 {
		return group
	}
	return []int{1 + g.IntN(w.Nodes)}
}

// late draws a span that is often close to its limit: a fault just before the calm is the
// hardest to recover from in time.
func late(g *rand.Rand, limit time.Duration) time.Duration {
	at := seconds(g, limit)
	if near := limit - at/10; g.IntN(3) == 0 && near > 0 {
		return near.Truncate(10 * time.Millisecond)
	}
	return at
}
