package election

import (
	"testing"

	"bellwether/protocol/conformance"
)

// The algorithm does what is asked of every one. Fill in: Facts, which say what is asked of
// this one alone: the counts that it claims, and what the explorer is known to find.
func TestConformance(t *testing.T) {
	conformance.Run(t, Algorithm(), conformance.Facts{})
}
