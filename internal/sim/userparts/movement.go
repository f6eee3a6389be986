package userparts

import (
	"fmt"
	"math/rand/v2"
	"time"

	"bellwether/internal/base/crash"
	"bellwether/internal/sim/pathcheck"
	"bellwether/mobility"
)

// A movement is the program's own model of movement. It is checked against the contract of
// mobility.Model wherever it is used: before runs, in them, and in a live agent's radio.
type movement struct {
	mobility.Model
	whose string
	area  mobility.Area
}

// A counting is a movement that knows a number of nodes.
type counting struct {
	movement
	nodes func() int
}

// Nodes is the number.
func (c counting) Nodes() int {
	defer crash.In(c.whose)
	return c.nodes()
}

// held returns a model that checks the contract of m.
func held(m mobility.Model, whose string, area mobility.Area) mobility.Model {
	of := movement{m, whose, area}
	if c, counts := m.(interface{ Nodes() int }); counts {
		return counting{of, c.Nodes}
	}
	return of
}

// String names the model.
func (m movement) String() string { return m.whose }

// ForRun is the model of a run.
func (m movement) ForRun(seed uint64) mobility.Model {
	defer crash.In(m.whose)
	of := mobility.ForRun(m.Model, seed)
	if of == nil {
		panic(crash.Misuse("its ForRun gave a nil mobility.Model"))
	}
	return held(of, m.whose, m.area)
}

// MaxSpeed is the model's greatest speed.
func (m movement) MaxSpeed() float64 {
	defer crash.In(m.whose)
	speed := m.Model.MaxSpeed()
	if !(speed >= 0 && speed <= pathcheck.FastestMPS) {
		panic(crash.Misuse(fmt.Sprintf("its MaxSpeed must be from 0 m/s to that of light, %d m/s, and is %g", pathcheck.FastestMPS, speed)))
	}
	return speed
}

// Altitudes bounds the altitudes of the model.
func (m movement) Altitudes() mobility.Altitudes {
	defer crash.In(m.whose)
	a := mobility.AltitudesOf(m.Model)
	if err := a.Validate(); err != nil {
		panic(crash.Misuse("of its Altitudes the " + err.Error()))
	}
	return a
}

// Path is the way of a node.
func (m movement) Path(node int, placement, moves *rand.Rand) mobility.Path {
	defer crash.In(m.whose)
	p := m.Model.Path(node, placement, moves)
	if p == nil {
		panic(crash.Misuse(fmt.Sprintf("its Path gave nil for node %d", node)))
	}
	return &way{path: p, of: m, node: node, bounds: pathcheck.Bounds{SpeedMPS: m.MaxSpeed(), Altitudes: m.Altitudes()}}
}

// A way is a path of a movement.
type way struct {
	path   mobility.Path
	of     movement
	node   int
	bounds pathcheck.Bounds
	now    time.Duration
}

// Next is the next leg.
func (w *way) Next() mobility.Leg {
	defer crash.In(w.of.whose)
	leg := w.path.Next()
	err := pathcheck.Check(leg, w.now, w.bounds)
	if err == nil {
		err = pathcheck.Inside(leg, w.of.area)
	}
	if err != nil {
		panic(crash.Misuse(fmt.Sprintf("of node %d, %v (see mobility.Leg)", w.node, err)))
	}
	w.now = leg.End
	return leg
}
