package election

import (
	"testing"

	"bellwether/protocol/conformance"
)

// The algorithm does what is asked of every one, and its stories in testdata go as recorded:
// go test -rewrite records them anew, for you to read. Fill in: Facts, which say what is asked of
// this one alone: the counts that it claims, and what the explorer is known to find.
func TestConformance(t *testing.T) {
	conformance.Run(t, Algorithm(), conformance.Facts{})
}
