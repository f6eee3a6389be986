package conformance_test

import (
	"testing"

	"bellwether/protocol/conformance"
)

// The test of one's own algorithm: no trials of its costs, no stories, and small worlds
// explored. It is a test, so it does not run as an example; TestStranger runs it.
func ExampleRun() {
	TestConformance := func(t *testing.T) {
		conformance.Run(t, lowest("none"), conformance.Facts{})
	}
	_ = TestConformance
}
