package explorer

// ofGlobalView and ofTopologyAware differ in whom they name, not in how they come
// to know it.
func ofGlobalView() []Expectation    { return ofView("global-view") }
func ofTopologyAware() []Expectation { return ofView("topology-aware") }

func ofView(name string) []Expectation {
	const closed = "nobody is named before everybody listed lists back: all choose from one graph"
	const lost = "the next checksum shows what was lost, before patience ends"
	const gone = "whom no neighbour lists nobody reaches"
	const early = "patience ends before any message comes: each knows nobody but itself"
	return []Expectation{
		holds(world(name, "line", 2), closed),
		holds(world(name, "line", 3), closed),
		holds(world(name, "complete", 3), closed),
		holds(world(name, "line", 3).with("hold=0s"), "in any order of telling: "+closed),
		holds(world(name, "line", 2).crashing(), gone),
		holds(world(name, "line", 3).crashing(), gone),
		holds(world(name, "complete", 3).crashing(), gone),
		holds(world(name, "line", 2).losing(), lost),
		holds(world(name, "line", 3).losing(), lost),
		holds(world(name, "complete", 3).losing(), lost),
		holds(world(name, "line", 3).crashing().losing(), lost),
		convicted(world(name, "line", 2).losing().losing(), 13, "knowledge is lost, and so is the checksum that shows it: patience ends"),
		convicted(world(name, "line", 2).anyTime(), 4, early),
		convicted(world(name, "line", 3).anyTime(), 4, early),
		bounded(world(name, "line", 2).anyTime().within(3), "patience is two checks each"),
	}
}
