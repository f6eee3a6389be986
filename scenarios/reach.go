package scenarios

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/sim/spatial"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
)

// maxLooks bounds the positions that everInRange computes.
const maxLooks = 2_000_000

// maxLegs bounds the legs that everInRange draws.
const maxLegs = 2_000_000

// maxPairs bounds the pairs that everInRange measures to say how near they come.
const maxPairs = 2_000_000

// everInRange reports whether any two nodes come into range (over a channel: are linked),
// and if not, in words, how near they come. For movement that is drawn it takes a sample,
// drawn from the first seed but different from that run's movement. It looks once a second,
// less often in large worlds.
func (s *Scenario) everInRange() (nearest string, met bool) {
	span := s.Duration.Std()
	instants := min(int(span/time.Second)+1, max(maxLooks/s.Nodes, 1))
	if s.movement.MaxSpeed() == 0 && len(s.replays) == 0 && len(s.Groups) == 0 && s.radioFiles.Table() == nil {
		instants = 1
	}
	step := span / time.Duration(instants)
	movement := mobility.ForRun(s.movement, s.Seed)
	walkers := make([]walker, s.Nodes)
	for i := range walkers {
		drawn := rand.New(rand.NewPCG(s.Seed, uint64(i)))
		walkers[i].path = movement.Path(i+1, drawn, drawn)
		walkers[i].leg = walkers[i].path.Next()
	}
	points, present := make([]orb.Point, s.Nodes), make([]bool, s.Nodes)
	altitudesM := make([]float64, s.Nodes)
	listener := s.listener()
	closest := math.Inf(1)
	legs := 0
	for k := range instants {
		for i := range walkers {
			points[i], present[i] = walkers[i].at(time.Duration(k) * step)
			altitudesM[i] = walkers[i].leg.AltitudeAt(time.Duration(k) * step)
			if legs += walkers[i].legs; legs > maxLegs {
				return "", true // nodes that move so much may well meet
			}
			walkers[i].legs = 0
		}
		listener.index.Rebuild(points, present)
		for i := range points {
			if present[i] && listener.anyone(i, places{points, altitudesM}, protocol.Time(time.Duration(k)*step)) {
				return "", true
			}
		}
		if instants*s.Nodes*s.Nodes <= maxPairs {
			closest = min(closest, closestPair(places{points, altitudesM}, present))
		}
	}
	if math.IsInf(closest, 1) {
		return "", false
	}
	return fmt.Sprintf(": the nearest come within %.4g m", math.Sqrt(closest)), false
}

// A listener finds out whether nodes have neighbours.
type listener struct {
	index  *spatial.Index
	reach  float64
	medium radio.Medium
	peers  []protocol.ID
	near   []int32
}

func (s *Scenario) listener() *listener {
	m, err := s.radio().Medium(s.Seed)
	if err != nil {
		panic("scenarios: " + err.Error()) // it was made before: see prepareRadio
	}
	l := &listener{reach: m.ReachM(), medium: m}
	if diagonal := math.Hypot(s.World.Width, s.World.Height); !(l.reach < diagonal) {
		l.reach = diagonal // the index takes no infinite cell
	}
	l.index = spatial.NewIndex(l.reach)
	return l
}

// places are where nodes are: in the plane, and above it.
type places struct {
	points     []orb.Point
	altitudesM []float64
}

// hop is the way from one node to another at an instant.
func (p places) hop(i, j int, now protocol.Time) radio.Hop {
	return radio.Hop{From: protocol.ID(i + 1), To: protocol.ID(j + 1), FromM: p.points[i], ToM: p.points[j],
		FromAltitudeM: p.altitudesM[i], ToAltitudeM: p.altitudesM[j], At: now, Ends: now}
}

// anyone reports whether a node is linked to any other.
func (l *listener) anyone(i int, at places, now protocol.Time) bool {
	var named bool
	if l.peers, named = l.medium.AppendPeers(l.peers[:0], protocol.ID(i+1)); named {
		return slices.ContainsFunc(l.peers, func(peer protocol.ID) bool {
			return int(peer) <= len(at.points) && l.medium.Bidirectional(at.hop(i, int(peer)-1, now))
		})
	}
	l.near = l.index.Near(at.points[i], l.reach, l.near[:0])
	return slices.ContainsFunc(l.near, func(j int32) bool { return int(j) != i && l.medium.Bidirectional(at.hop(i, int(j), now)) })
}

// closestPair returns the least squared distance.
func closestPair(at places, present []bool) float64 {
	least := math.Inf(1)
	for i := range present {
		for j := range i {
			if present[i] && present[j] {
				h := at.hop(i, j, 0)
				least = min(least, h.SquareM2())
			}
		}
	}
	return least
}

// walker follows one path.
type walker struct {
	path mobility.Path
	leg  mobility.Leg
	legs int // drawn since it was last asked
}

// at returns the place at t, which must not go back.
func (w *walker) at(t time.Duration) (orb.Point, bool) {
	for w.leg.End <= t && w.leg.End != mobility.Forever && w.legs <= maxLegs {
		w.leg = w.path.Next()
		w.legs++
	}
	return w.leg.At(t), !w.leg.Absent
}
