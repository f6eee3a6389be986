package mobility

import (
	"math"
	"math/rand/v2"
	"slices"

	"bellwether/internal/base/errs"

	"github.com/paulmach/orb"
)

// maxNodes bounds a list of positions; it is the bound of a whole world.
const maxNodes = 1 << 20

// static is a model whose nodes never move.
type static struct {
	world     Area
	positions []orb.Point // of nodes 1…n; nil if they are drawn
}

// NewStatic returns a model that places every node uniformly in the world.
func NewStatic(w Area) (Model, error) {
	if err := w.Validate(); err != nil {
		return nil, errs.Mobility.Errorf("static: %w", errs.In("world", err))
	}
	return &static{world: w}, nil
}

// NewStaticAt returns a model that places node i at positions[i-1], in metres.
// It keeps a copy of the list.
func NewStaticAt(positions []orb.Point) (Model, error) {
	if len(positions) == 0 {
		return nil, errs.Mobility.Errorf("static: positions: none given")
	}
	if len(positions) > maxNodes {
		return nil, errs.Mobility.Errorf("static: positions: at most %d, got %d", maxNodes, len(positions))
	}
	for i, p := range positions {
		if !finite(p[0]) || !finite(p[1]) {
			return nil, errs.Mobility.Errorf("static: positions: node %d: must be two finite numbers, got %g and %g", i+1, p[0], p[1])
		}
	}
	return &static{positions: slices.Clone(positions)}, nil
}

// Path returns the one leg of a node. It draws from placement only if no
// positions were given, and nothing from movement.
func (s *static) Path(node int, placement, _ *rand.Rand) Path {
	switch {
	case s.positions == nil:
		return &standing{at: s.world.draw(placement)}
	case node < 1 || node > len(s.positions):
		return &standing{absent: true}
	default:
		return &standing{at: s.positions[node-1]}
	}
}

// MaxSpeed returns 0.
func (s *static) MaxSpeed() float64 { return 0 }

// Nodes returns how many positions were given, or 0 if positions are drawn: then any
// number of nodes is possible.
func (s *static) Nodes() int { return len(s.positions) }

// standing is the path of a node that stays where it is.
type standing struct {
	at     orb.Point
	absent bool
}

func (s *standing) Next() Leg { return Leg{End: Forever, From: s.at, Absent: s.absent} }

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
