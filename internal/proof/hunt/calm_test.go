package hunt

import (
	"testing"
	"time"

	"bellwether/scenarios"
)

// A world is calm once the routes of its nodes are right, which takes an OLSR as long after the boot
// as after the last fault. An algorithm that asks neighbours alone does not wait for it.
func TestTheCalmBeginsWhenRoutesAreRight(t *testing.T) {
	// NEIGHB_HOLD_TIME, two hellos, a topology message, four hops with a jitter of 500ms, and five
	// frames of 7.5ms.
	const olsr = 6*time.Second + 4*time.Second + 5*time.Second + 2*time.Second + 5*7500*time.Microsecond
	for name, row := range map[string]struct {
		yaml      string
		algorithm string
		want      time.Duration
	}{
		"olsr, no fault":   {"routing: {service: olsr}\n", "bully", olsr},
		"olsr, a fault":    {"routing: {service: olsr}\nfaults: [{at: 20s, crash: 2}]\n", "bully", 20*time.Second + olsr},
		"olsr, not needed": {"routing: {service: olsr}\nfaults: [{at: 20s, crash: 2}]\n", "vasudevan", 20 * time.Second},
		"flood":            {"routing: {service: flood}\nfaults: [{at: 20s, crash: 2}]\n", "bully", 20 * time.Second},
		"aodv, no fault":   {"routing: {service: aodv}\n", "bully", 0},
		"aodv, a fault":    {"routing: {service: aodv}\nfaults: [{at: 20s, crash: 2}]\n", "bully", 20*time.Second + 9*time.Second + 15*time.Second},
	} {
		text := "schema: 2\nduration: 5m\nnodes: 5\nworld: {width: 100, height: 100}\nradio: {model: unit-disk, range: 200}\nalgorithms: [" + row.algorithm + "]\n" + row.yaml
		s, err := scenarios.Read("calm.yaml", []byte(text), scenarios.Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		c, err := s.Config(s.Algorithms[0], s.Seed)
		if err != nil {
			t.Fatal(err)
		}
		if got := calmOf(s, &c).from; got != row.want {
			t.Errorf("%s: calm from %v, want %v", name, got, row.want)
		}
	}
}
