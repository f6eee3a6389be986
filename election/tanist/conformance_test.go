package tanist_test

import (
	"testing"

	"bellwether/election/tanist"
	"bellwether/protocol/conformance"
)

// TestConformance tests all duties of tanist.
func TestConformance(t *testing.T) {
	conformance.Run(t, tanist.Algorithm(), conformance.Facts{})
}
