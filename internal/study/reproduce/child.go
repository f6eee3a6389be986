package reproduce

import (
	"fmt"
	"slices"
	"time"
)

// The values of CHILD-TIMEOUT, which the paper does not give. A leaf waits for CHILD-TIMEOUT
// before it answers, so the paper's least T, 2.49 s among 20 nodes, bounds its CHILD-TIMEOUT.
const (
	// ChildAssumed was chosen before any figure was compared, and is above that bound.
	ChildAssumed = 3 * time.Second
	// ChildBounded is below it. It was chosen afterwards, by the published T.
	ChildBounded = 2400 * time.Millisecond
)

// children lists the values of CHILD-TIMEOUT.
func children() []time.Duration { return []time.Duration{ChildAssumed, ChildBounded} }

// checkChild refuses other values.
func checkChild(d time.Duration) error {
	if !slices.Contains(children(), d) {
		return fmt.Errorf("%w %v: there are %v and %v", errChild, d, ChildAssumed, ChildBounded)
	}
	return nil
}
