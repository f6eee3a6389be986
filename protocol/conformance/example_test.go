package conformance_test

import (
	"testing"

	"bellwether/protocol/conformance"
)

// The test of an algorithm of one's own: no trials of its costs, no stories, and small
// worlds explored whole. It is a test, and so not run as an example; TestStranger runs it.
func ExampleRun() {
	TestConformance := func(t *testing.T) {
		conformance.Run(t, lowest("none"), conformance.Facts{})
	}
	_ = TestConformance
}
