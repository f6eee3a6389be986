package preview

import (
	"testing"

	"bellwether/scenarios"
)

// The line on obstacles counts the nodes of random waypoint, and those that avoid them.
func TestObstaclesAreTold(t *testing.T) {
	town := "schema: 2\nalgorithms: [vasudevan]\nradio: {model: log-distance, obstacles: traces/old-town.geojson}\nworld: {width: 360, height: 260}\n"
	for text, want := range map[string]string{
		town + "nodes: 9\n": "9 nodes of random-waypoint: none avoids them; mobility: {obstacles: avoid} leads nodes around",
		town + "nodes: 9\nmobility: {obstacles: avoid}\n":                                                                "9 nodes of random-waypoint: all avoid them",
		town + "nodes: 9\nmobility: {model: random-walk}\n":                                                              "",
		town + "groups: [{nodes: 5, mobility: {obstacles: avoid}}, {nodes: 3}, {nodes: 2, mobility: {model: static}}]\n": "8 nodes of random-waypoint: 5 avoid them",
		"schema: 2\nalgorithms: [vasudevan]\nnodes: 9\n":                                                                 "",
	} {
		s, err := scenarios.Read("world.yaml", []byte(text), scenarios.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := obstacleText(s); got != want {
			t.Errorf("%q, want %q, of\n%s", got, want, text)
		}
	}
}
