package explorer

func ofVasudevan(signalling string) []Expectation {
	of := func(topology string, nodes int) Options {
		return world("vasudevan", topology, nodes).with("signalling=" + signalling)
	}
	out := []Expectation{
		holds(of("line", 2), "one source, one announcement"),
		holds(of("line", 3), "one source, one announcement"),
		holds(of("complete", 3), "one source, one announcement"),
		holds(of("complete", 3).all(), "the newest computation takes all in"),
		holds(of("line", 3).crashing(), "Probes find who is gone, beacons who led"),
		holds(of("line", 3).losing().atRest(), "Probes ask again for what was lost"),
		holds(of("complete", 3).crashing().atRest(), "what two parts of a broken tree announce, they exchange"),
		holds(of("complete", 3).losing().atRest(), "Probes ask again for what was lost"),
	}
	if signalling == "udp" {
		return append(out,
			holds(of("line", 3).losing(), "every Election is acknowledged: nobody is left out unknown"),
			bounded(of("line", 3).anyTime().within(6), "a Probe too early is answered"))
	}
	const leaf = "who has not heard of its child takes itself for a leaf, and announces itself"
	return append(out,
		convicted(of("line", 2).losing(), 5, leaf),
		convicted(of("line", 2).anyTime(), 3, "CHILD-TIMEOUT before the Child: "+leaf))
}

func ofVasudevanOverTCP() []Expectation {
	of := func(topology string, nodes int) Options {
		return world("vasudevan", topology, nodes).with("signalling=tcp")
	}
	return []Expectation{
		holds(of("line", 2), "one source, one announcement"),
		holds(of("line", 3), "one source, one announcement"),
		holds(of("line", 4), "one source, one announcement"),
		holds(of("complete", 3), "one source, one announcement, in any order of handshakes"),
		holds(of("line", 3).all(), "the newest computation takes all in, and what a connection held back is stale"),
		holds(of("line", 2).crashing(), "the connection's time-out finds who is gone"),
		holds(of("line", 2).losing(), "what is not acknowledged is said again"),
		holds(of("line", 3).losing(), "what is not acknowledged is said again"),
		bounded(of("line", 3).crashing().within(60), "a connection times out long after the other repetitions: the runs are long"),
		bounded(of("complete", 3).anyTime().within(4), "repetitions too early are duplicates"),
	}
}
