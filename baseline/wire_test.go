package baseline_test

import (
	"testing"

	"bellwether/baseline"
	"bellwether/election"
	"bellwether/election/tanist"
	"bellwether/protocol/conformance"
)

// FuzzDecode gives arbitrary bytes to the codecs of all algorithms at once.
func FuzzDecode(f *testing.F) {
	conformance.Fuzz(f, append(baseline.All(), election.Vasudevan(), tanist.Algorithm())...)
}
