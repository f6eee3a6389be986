package unknowns

import (
	"time"

	"bellwether/internal/reproduce"
)

// stages lists the steps from our world to GloMoSim's, each on top of the ones before.
func stages() []Trial {
	c := reproduce.Assumed()
	c.List = reproduce.AsBeacons
	c.Child = 2400 * time.Millisecond
	list := []Trial{{"ours", c}}
	step := func(name string, change func()) {
		change()
		list = append(list, Trial{name, c})
	}
	step("radio", func() { c.Medium = reproduce.GloMoSim })
	step("hops", func() { c.Unicast = reproduce.Searched })
	step("connect", func() { c.Connect = reproduce.Each })
	step("jitter-10", func() { c.Jitter = 10 * time.Millisecond })
	step("jitter-0", func() { c.Jitter = 0 })
	step("stall", func() { c.Unicast = reproduce.Stalling })
	step("start", func() { c.Start = reproduce.Leaving })
	return list
}

// stageWorlds are the worlds of the other study, with Fig. 5 among 100 nodes too: request
// storms are there.
func stageWorlds() []World {
	list := Worlds()
	for _, w := range Worlds() {
		if w.Figure.Number == 5 {
			w.Nodes = 100
			list = append(list, w)
		}
	}
	return list
}
