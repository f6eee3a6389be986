package sensors_test

import (
	"testing"

	"bellwether/internal/live/sensors"
	"bellwether/scenarios"
)

func TestDefaultsAreThoseOfCampusWalk(t *testing.T) {
	s, err := scenarios.Load("campus-walk", scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := sensors.Weights{Battery: s.Capability.Battery, Connectivity: s.Capability.Connectivity}
	if sensors.DefaultWeights != want {
		t.Errorf("%+v, campus-walk has %+v", sensors.DefaultWeights, want)
	}
}
