package election

import (
	"testing"

	"bellwether/protocol/conformance"
)

// The algorithm satisfies the laws of every algorithm, and its stories in testdata go as
// recorded: go test -rewrite records them anew, for you to read. Fill in: Facts, which hold
// for this algorithm alone: the counts that it claims, and what the explorer is known to find.
func TestConformance(t *testing.T) {
	conformance.Run(t, Algorithm(), conformance.Facts{})
}
