package sensor_test

import (
	"testing"

	"bellwether/internal/sensor"
	"bellwether/scenarios"
)

func TestDefaultsAreThoseOfCampusWalk(t *testing.T) {
	s, err := scenarios.Load("campus-walk", scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := sensor.Weights{Battery: s.Capability.Battery, Connectivity: s.Capability.Connectivity}
	if sensor.DefaultWeights != want {
		t.Errorf("%+v, campus-walk has %+v", sensor.DefaultWeights, want)
	}
}
