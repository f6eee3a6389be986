package invariants

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"bellwether/protocol"
	"bellwether/trace/check"
)

// maxVerdicts bounds what one checker keeps: the first violations explain, the later ones
// follow from them.
const maxVerdicts = 10

// verdicts gathers the violations of one property.
type verdicts struct {
	property string
	list     []check.Verdict
}

func (v *verdicts) add(at protocol.Time, format string, args ...any) {
	if len(v.list) < maxVerdicts {
		v.list = append(v.list, check.Verdict{Property: v.property, At: at, Why: fmt.Sprintf(format, args...)})
	}
}

// Verdicts returns the first violations, in order.
func (v *verdicts) Verdicts() []check.Verdict { return v.list }

// appendMemory appends what is remembered of each node, in the order of IDs.
func appendMemory[M any](b []byte, of map[protocol.ID]M, one func(b []byte, m M) []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(len(of)))
	for _, id := range slices.Sorted(maps.Keys(of)) {
		b = one(protocol.AppendID(b, id), of[id])
	}
	return b
}

func appendValues(b []byte, values map[protocol.ID]int64) []byte {
	return appendMemory(b, values, appendNumber)
}

func appendNumber(b []byte, n int64) []byte { return binary.BigEndian.AppendUint64(b, uint64(n)) }

// offer is a capability in the form of the papers.
func offer(c protocol.Capability) string { return fmt.Sprintf("(%v,%d)", c.ID, c.Value) }
