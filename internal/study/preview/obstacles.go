package preview

import (
	"fmt"

	"bellwether/internal/base/wording"
	"bellwether/scenarios"
)

// obstacleText says how many nodes of random waypoint avoid the obstacles; "" without obstacles, or without such nodes.
func obstacleText(s *scenarios.Scenario) string {
	if len(s.Ground().Obstacles) == 0 {
		return ""
	}
	nodes, avoid := 0, 0
	count := func(n int, model, obstacles string) {
		if model != "random-waypoint" {
			return
		}
		nodes += n
		if obstacles == "avoid" {
			avoid += n
		}
	}
	if len(s.Groups) == 0 {
		count(s.Nodes, s.Mobility.Model, s.Mobility.Obstacles)
	}
	for _, g := range s.Groups {
		count(g.Nodes, g.Mobility.Model, g.Mobility.Obstacles)
	}
	of := wording.Count(nodes, "node") + " of random-waypoint"
	switch avoid {
	case nodes:
		if nodes == 0 {
			return ""
		}
		return of + ": all avoid them"
	case 0:
		return of + ": none avoids them; mobility: {obstacles: avoid} leads nodes around"
	}
	return fmt.Sprintf("%s: %d avoid them", of, avoid)
}
