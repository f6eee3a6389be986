package place

import (
	"errors"
	"fmt"
	"time"

	"bellwether/internal/sim/pathcheck"
	"bellwether/mobility"
	"bellwether/protocol"
)

// A Way follows a path: it takes legs, and checks that they are what a mobility.Path
// promises, since the model may be a user's.
type Way struct {
	path   mobility.Path
	bounds pathcheck.Bounds // of the model
}

// Next takes the leg that begins at an instant.
func (w Way) Next(at time.Duration) (mobility.Leg, error) {
	if w.path == nil {
		return mobility.Leg{}, errors.New("there is no path")
	}
	leg := w.path.Next()
	return leg, pathcheck.Check(leg, at, w.bounds)
}

// WayOf is the way of node 1…n in a run of this seed, whose model is from
// mobility.ForRun.
func WayOf(m mobility.Model, seed uint64, node protocol.ID) Way {
	return Way{Path(m, seed, node), pathcheck.BoundsOf(m)}
}

// wrong names the model that breaks its contract.
func wrong(m mobility.Model, node int, what error) error {
	return fmt.Errorf("node %d: the mobility model %T breaks its contract (see mobility.Leg): %w", node, m, what)
}
