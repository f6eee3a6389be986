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

// A Checker is a sink that judges one property. Its verdicts are final after the End record;
// without verdicts the property held.
type Checker interface {
	trace.Sink
	Verdicts() []Verdict
}

// An Invariant is a Checker of a property that must hold at every moment. Its verdicts are
// final after the records of a handler, or after an End; more records may follow an End.
// Snapshot appends its state in canonical form: with equal bytes, two Invariants judge all
// later records alike. A search of many runs uses this to continue equal states only once.
type Invariant interface {
	Checker
	Snapshot(b []byte) []byte
}

// A Property is one that every state of every run of an algorithm must have.
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

// Verdicts returns the first violations, in order.
func (v *verdicts) Verdicts() []Verdict { return v.list }
