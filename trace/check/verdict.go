package check

import (
	"fmt"

	"bellwether/protocol"
	"bellwether/trace"
)

// A Verdict is one violation of a property.
type Verdict struct {
	Property string
	At       protocol.Time
	Why      string
}

// String is one line for a test's failure or a user's error.
func (v Verdict) String() string { return fmt.Sprintf("%v: %s: %s", v.At, v.Property, v.Why) }

// A Checker is a sink that judges one property. Verdicts are final after the
// End record; none means that the property held.
type Checker interface {
	trace.Sink
	Verdicts() []Verdict
}

// An Invariant is a Checker of what must hold at every moment: its verdicts are
// final when a handler's records have come, or at an End, after which others may
// follow. Snapshot appends what it remembers in canonical form: equal bytes mean
// that it judges alike what comes. A search of many runs takes those up together
// that have come to the same.
type Invariant interface {
	Checker
	Snapshot(b []byte) []byte
}

// A Property is one of every state of every run of an algorithm.
type Property struct {
	Name string
	New  func() Invariant // for one run
}

// maxVerdicts bounds what one checker keeps: the first violations explain, the
// later ones follow from them.
const maxVerdicts = 10

// verdicts gathers the violations of one property.
type verdicts struct {
	property string
	list     []Verdict
}

func (v *verdicts) add(at protocol.Time, format string, args ...any) {
	if len(v.list) < maxVerdicts {
		v.list = append(v.list, Verdict{v.property, at, fmt.Sprintf(format, args...)})
	}
}

// Verdicts gives the first violations, in order.
func (v *verdicts) Verdicts() []Verdict { return v.list }
