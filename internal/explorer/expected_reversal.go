package explorer

func ofLinkReversal() []Expectation {
	const name = "link-reversal"
	const once = "one leader pair, which everybody adopts once"
	const two = "who elects itself leads at once; of two leader pairs one has priority"
	const unheard = "who has heard of nobody yet when the leader dies leads for want of anybody: a channel that is forming does not count"
	return []Expectation{
		holds(world(name, "line", 2), once),
		holds(world(name, "line", 3), once),
		holds(world(name, "complete", 3), once),
		convicted(world(name, "line", 2).all(), 0, two),
		holds(world(name, "line", 2).all().atRest(), "the other pair is adopted"),
		holds(world(name, "complete", 3).all().atRest(), "the other pairs are adopted"),
		holds(world(name, "line", 3).crashing(), "what is left of a line is too short for two searches"),
		convicted(world(name, "complete", 3).crashing(), 3, unheard),
		holds(world(name, "complete", 3).crashing().atRest(), "searches come back, and of two leader pairs one has priority"),
		holds(world(name, "line", 4).crashing().atRest(), "searches come back, and of two leader pairs one has priority"),
		holds(world(name, "line", 3).losing(), "a beacon says again what was lost"),
		holds(world(name, "complete", 3).losing().atRest(), "a beacon says again what was lost"),
		convicted(world(name, "line", 2).anyTime(), 1, "the other's patience may end before it hears of the first: "+two),
		bounded(world(name, "line", 2).anyTime().atRest().within(6), "beacons go on for ever"),
	}
}
