package scenarios_test

import (
	"math"
	"testing"

	"bellwether/scenarios"
)

func TestMeanDegree(t *testing.T) {
	for _, c := range []struct {
		name, yaml string
		want, by   float64
	}{
		{"even", "nodes: 101\nworld: {width: 1000, height: 1000}\nmobility: {model: static}\nradio: {range: 100}\n", math.Pi, 0.001},
		{"all in range", "nodes: 5\nworld: {width: 10, height: 10}\nradio: {range: 100}\n", 4, 0},
		{"a line of places", "mobility: {model: static, positions: [[0, 0], [10, 0], [20, 0], [500, 0]]}\nradio: {range: 15}\n", 1, 0},
		{"groups", "groups: [{nodes: 300, mobility: {model: static}}]\nworld: {width: 1000, height: 1000}\nradio: {range: 100}\n", 8.6, 1},
		{"a ring", "nodes: 7\nradio: {model: graph, topology: ring}\n", 2, 0},
		{"complete", "nodes: 7\nradio: {model: graph, topology: complete}\n", 6, 0},
		{"a star", "nodes: 5\nradio: {model: graph, topology: star}\n", 1.6, 0},
	} {
		s, err := scenarios.Read("world.yaml", []byte("schema: 2\n"+c.yaml), scenarios.Options{})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := s.MeanDegree(); math.Abs(got-c.want) > c.by {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestSharersAreTheNodesThatOneSenses(t *testing.T) {
	for _, c := range []struct {
		name, yaml string
		want       float64
	}{
		// The three in a row sense each other over 2.2 times the range of 15 m.
		{"disk", "mobility: {model: static, positions: [[0, 0], [16, 0], [32, 0], [500, 0]]}\nradio: {range: 15, access: {model: csma}}\n", 2.5},
		{"narrower", "mobility: {model: static, positions: [[0, 0], [16, 0], [32, 0], [500, 0]]}\nradio: {range: 15, access: {model: csma, carrier_sense_range: 1.5}}\n", 2},
		{"ideal", "mobility: {model: static, positions: [[0, 0], [10, 0]]}\nradio: {range: 15}\n", 1},
		{"by power", "mobility: {model: static, positions: [[0, 0], [10, 0], [9000, 0]]}\nradio: {model: log-distance, access: {model: csma}}\n", 1 + 2.0/3},
	} {
		s, err := scenarios.Read("world.yaml", []byte("schema: 2\n"+c.yaml), scenarios.Options{})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := s.Sharers(); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
