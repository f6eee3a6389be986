package optional_test

import (
	"testing"

	"bellwether/baseline"
	"bellwether/election"
	"bellwether/election/tanist"
	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// VKT04 keeps the number of its elections on the disk; tanist and bully begin anew.
func TestWhoNumbersElectionsAcrossCrashes(t *testing.T) {
	for _, c := range []struct {
		algorithm protocol.Algorithm
		want      bool
	}{{election.Vasudevan(), true}, {tanist.Algorithm(), false}, {baseline.Named("bully"), false}, {protocol.Algorithm{}, false}} {
		if got := optional.Numbers(c.algorithm); got != c.want {
			t.Errorf("%s: %t, want %t", c.algorithm.Name, got, c.want)
		}
	}
}
