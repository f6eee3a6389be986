package density

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/contract/rim"
	"bellwether/internal/sim/spatial"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
)

// Bounds of Connect. 64 looks give the mean degree of campus-walk to about 2 %; the rest keep
// it below a second up to 10⁵ nodes.
const (
	mostLooks   = 64        // instants, over all seeds
	looksOfSeed = 8         // instants of one walk: nearby instants see almost the same places
	mostPairs   = 4_000_000 // pairs that may have a link, over all looks
	mostSteps   = 4_000_000 // links followed to count hops, over all looks
	pairProbes  = 200       // nodes by which the number of pairs is estimated
)

// Connectivity is how well nodes are linked, without faults and empty batteries.
type Connectivity struct {
	Looks      int     // instants that were looked at; 0: too many pairs or too much movement to look
	Degree     float64 // mean number of links of a present node
	Error      float64 // the standard error of Degree over the walks; 0 if there is one
	Connected  float64 // share of the looks in which all present nodes are in one component
	Components float64 // mean number of components
	HopsMean   float64 // over pairs in one component; 0 without a link
	HopsMost   int     // the longest of the shortest paths that were looked at
	Sampled    bool    // hops are counted from some nodes only, so that HopsMost may be too low
}

// Connect looks at the links between the warm-up and the end of a run, in walks that are drawn
// from the first seeds but differ from those of the runs. Links are those of the medium, in both
// directions, as truth has them.
func (e *Estimate) Connect(warmup time.Duration) Connectivity {
	c := connecting{walks: mostLooks / looksOfSeed}
	if e.Still {
		c.walks = mostLooks // each has one look
	}
	for walk := range c.walks {
		if !c.walk(e, walk, warmup) {
			break
		}
	}
	return c.sum()
}

// connecting adds up looks.
type connecting struct {
	web     web
	walks   int
	degrees []float64 // mean of each walk
	present float64   // nodes, over all looks
	links   float64
	looks   int
	whole   int // looks with one component
	parts   int // components, over all looks
	hops    float64
	paths   float64
	most    int
	sampled bool
	budget  int // pairs that are left
	steps   int // of hops in one look
}

// walk looks at one walk. It returns false if nothing more may be looked at.
func (c *connecting) walk(e *Estimate, walk int, warmup time.Duration) bool {
	seed := e.Seed + uint64(walk)
	medium, err := e.Medium(seed)
	if err != nil {
		return false // of the first seed it was made before
	}
	c.web.open(e, medium, seed)
	links, present := c.links, c.present
	looks := looksOfSeed
	if e.Still {
		looks = 1
	}
	for k := range looks {
		// The looks of a walk are spread evenly, and walks look at different instants.
		part := (float64(k) + (float64(walk)+0.5)/float64(c.walks)) / float64(looks)
		if !c.web.places(warmup + time.Duration(part*float64(e.Until-warmup))) {
			return false
		}
		pairs := c.web.pairs()
		if c.looks == 0 {
			if pairs > mostPairs {
				return false
			}
			c.budget, c.steps = mostPairs, mostSteps/max(min(mostLooks, mostPairs/max(pairs, e.Nodes, 1)), 1)
		}
		if c.budget -= max(pairs, e.Nodes); c.budget < 0 {
			break
		}
		c.look()
	}
	if c.present > present {
		c.degrees = append(c.degrees, 2*(c.links-links)/(c.present-present))
	}
	return c.budget > 0
}

// look counts the links of an instant.
func (c *connecting) look() {
	links, parts, present := c.web.join()
	c.looks++
	c.present += float64(present)
	c.links += float64(links)
	c.parts += parts
	if parts == 1 {
		c.whole++
	}
	sources := min(max(c.steps/max(2*links+present, 1), 1), present)
	c.sampled = c.sampled || sources < present
	for i := range sources {
		hops, paths, most := c.web.from(i * present / sources)
		c.hops, c.paths, c.most = c.hops+float64(hops), c.paths+float64(paths), max(c.most, most)
	}
}

func (c *connecting) sum() Connectivity {
	out := Connectivity{Looks: c.looks, HopsMost: c.most, Sampled: c.sampled}
	if c.looks == 0 || c.present == 0 {
		return out
	}
	out.Degree = 2 * c.links / c.present
	out.Connected = float64(c.whole) / float64(c.looks)
	out.Components = float64(c.parts) / float64(c.looks)
	if c.paths > 0 {
		out.HopsMean = c.hops / c.paths
	}
	if n := float64(len(c.degrees)); n > 1 {
		squares := 0.0
		for _, d := range c.degrees {
			squares += float64((d-out.Degree)*(d-out.Degree)) / (n - 1)
		}
		out.Error = math.Sqrt(squares / n)
	}
	return out
}

// web holds the links at one instant.
type web struct {
	walkers  []walker // none without places
	medium   radio.Medium
	index    *spatial.Index
	reach    float64
	at       places
	present  []bool
	here     []int32 // the present nodes
	peers    []protocol.ID
	near     []int32
	links    [][]int32
	distance []int32
	queue    []int32
	now      protocol.Time
}

// open begins a walk.
func (w *web) open(e *Estimate, medium radio.Medium, seed uint64) {
	n := e.Nodes
	if w.present == nil {
		w.present, w.links, w.distance = make([]bool, n), make([][]int32, n), make([]int32, n)
		w.at = places{make([]orb.Point, n), make([]float64, n)}
	}
	w.medium, w.walkers = medium, w.walkers[:0]
	if e.Movement == nil {
		return
	}
	w.reach = math.Min(medium.ReachM(), math.Hypot(e.World.Width, e.World.Height))
	w.index = spatial.NewIndex(w.reach)
	movement := mobility.ForRun(e.Movement, seed)
	for i := range n {
		drawn := rand.New(rand.NewPCG(seed, uint64(i)))
		one := walker{path: movement.Path(i+1, drawn, drawn)}
		one.leg = one.path.Next()
		w.walkers = append(w.walkers, one)
	}
}

// places moves all to an instant. It returns false if that takes too many legs.
func (w *web) places(at time.Duration) bool {
	w.now, w.here = protocol.Time(at), w.here[:0]
	legs := 0
	for i := range w.present {
		w.present[i] = true
		if len(w.walkers) > 0 {
			one := &w.walkers[i]
			w.at.points[i], w.present[i] = one.at(at)
			w.at.altitudesM[i] = one.leg.AltitudeAt(at)
			legs += one.legs
			one.legs = 0
		}
		if legs > maxLegs {
			return false
		}
		if w.present[i] {
			w.here = append(w.here, int32(i))
		}
	}
	if len(w.walkers) > 0 {
		w.index.Rebuild(w.at.points, w.present)
	}
	return true
}

// candidates returns the nodes that may have a link with a node.
func (w *web) candidates(i int) []int32 {
	w.near = w.near[:0]
	var named bool
	if w.peers, named = w.medium.AppendPeers(w.peers[:0], protocol.ID(i+1)); named {
		for _, peer := range w.peers {
			if int(peer) <= len(w.present) && w.present[peer-1] {
				w.near = append(w.near, int32(peer-1))
			}
		}
		return w.near
	}
	if len(w.walkers) > 0 {
		w.near = w.index.Near(w.at.points[i], w.reach+rim.WidthM, w.near)
	}
	return w.near
}

// pairs estimates how many pairs may have a link.
func (w *web) pairs() int {
	step := max(len(w.here)/pairProbes, 1)
	seen, probes := 0, 0
	for k := 0; k < len(w.here); k += step {
		seen += len(w.candidates(int(w.here[k])))
		probes++
	}
	return seen * len(w.here) / max(probes, 1)
}

// join finds the links and counts them, the components and the present nodes.
func (w *web) join() (links, parts, present int) {
	for _, i := range w.here {
		w.links[i] = w.links[i][:0]
	}
	for _, i := range w.here {
		for _, j := range w.candidates(int(i)) {
			if j > i && w.medium.Bidirectional(w.at.hop(int(i), int(j), w.now)) {
				w.links[i], w.links[j] = append(w.links[i], j), append(w.links[j], i)
				links++
			}
		}
	}
	for i := range w.distance {
		w.distance[i] = -1
	}
	for _, i := range w.here {
		if w.distance[i] < 0 {
			parts++
			w.spread(i)
		}
	}
	return links, parts, len(w.here)
}

// spread visits all nodes that a node reaches, and leaves their distances in hops. Visited
// nodes stand in the queue.
func (w *web) spread(from int32) {
	w.queue = append(w.queue[:0], from)
	w.distance[from] = 0
	for k := 0; k < len(w.queue); k++ {
		i := w.queue[k]
		for _, j := range w.links[i] {
			if w.distance[j] < 0 {
				w.distance[j] = w.distance[i] + 1
				w.queue = append(w.queue, j)
			}
		}
	}
}

// from counts the hops of the shortest paths from the k-th present node.
func (w *web) from(k int) (hops, paths, most int) {
	for i := range w.distance {
		w.distance[i] = -1
	}
	w.spread(w.here[k])
	for _, i := range w.queue[1:] {
		hops += int(w.distance[i])
	}
	last := w.queue[len(w.queue)-1] // the farthest, for the queue is in the order of distances
	return hops, len(w.queue) - 1, int(w.distance[last])
}
