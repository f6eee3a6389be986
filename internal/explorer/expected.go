package explorer

// An Expectation is what an algorithm is known to do in a small world.
type Expectation struct {
	Options
	Verdict Verdict
	Steps   int    // of the shortest run at fault
	Why     string // in a sentence
}

// Expected states the verdicts, algorithm by algorithm; a test holds the code to
// them. A conviction is as much a part of an algorithm as what it guarantees.
func Expected() []Expectation {
	var out []Expectation
	for _, rows := range [][]Expectation{
		ofBully(), ofRing(), ofReplacing(), ofRingList(), ofLeLann(), ofFranklin(), ofFloodMax(),
		ofCapture(), ofDoubling(), ofSimpleSync(), ofOmega(), ofRecovery(), ofRaft(),
		ofVasudevan("udp"), ofVasudevan("broadcast"), ofVasudevan("optimised"), ofVasudevanOverTCP(),
		ofLinkReversal(),
		ofGlobalView(), ofTopologyAware(),
	} {
		out = append(out, rows...)
	}
	return out
}

// world is a world without faults.
func world(algorithm, topology string, nodes int) Options {
	return Options{Algorithm: algorithm, Topology: topology, Nodes: nodes, Timers: AtRest, OneLeader: Always}
}

// The variations of a world.

func (o Options) crashing() Options { o.Crashes++; return o }
func (o Options) losing() Options   { o.Losses++; return o }
func (o Options) all() Options      { o.All = true; return o }
func (o Options) anyTime() Options  { o.Timers = AnyTime; return o }
func (o Options) atRest() Options   { o.OneLeader = Quiescence; return o }

func (o Options) with(param string) Options {
	o.Params = append([]string{param}, o.Params...)
	return o
}

func (o Options) within(depth int) Options {
	o.Depth = depth
	return o
}

func holds(o Options, why string) Expectation { return Expectation{o, Holds, 0, why} }

func convicted(o Options, steps int, why string) Expectation {
	return Expectation{o, Convicted, steps, why}
}

func bounded(o Options, why string) Expectation { return Expectation{o, Bounded, 0, why} }

func ofBully() []Expectation {
	const name = "bully"
	const late = "an OK that comes after T finds a node that has won: bully is for synchronous networks"
	const gone = "a lost OK is a dead member to who waits for it"
	return []Expectation{
		holds(world(name, "line", 2), "messages are faster than timers"),
		holds(world(name, "line", 3), "messages are faster than timers"),
		holds(world(name, "complete", 3).crashing(), "the second time-out T' covers who dies after its OK"),
		convicted(world(name, "line", 2).anyTime(), 2, late),
		convicted(world(name, "line", 3).anyTime(), 3, late),
		convicted(world(name, "line", 2).losing(), 3, gone),
		holds(world(name, "complete", 3).losing().atRest(), "the higher of two leaders stands up to the other's COORDINATOR"),
	}
}

func ofRing() []Expectation {
	const name = "chang-roberts"
	return []Expectation{
		holds(world(name, "line", 3), "only the best's token comes home"),
		holds(world(name, "ring", 4), "only the best's token comes home"),
		holds(world(name, "ring", 3).crashing(), "lost tokens are sent again, and the ring is repaired"),
		holds(world(name, "ring", 3).losing(), "lost tokens are sent again"),
		bounded(world(name, "ring", 3).anyTime().within(4), "time-outs only send tokens again; the ring's own pulls make the runs many"),
	}
}

func ofFloodMax() []Expectation {
	const name = "flood-max"
	const claims = "who hears a worse claim claims for itself, before the other hears of it"
	return []Expectation{
		convicted(world(name, "line", 2), 2, claims),
		convicted(world(name, "complete", 3), 3, claims),
		holds(world(name, "line", 3).atRest(), "the better claim has reached all"),
		holds(world(name, "complete", 3).crashing().atRest(), "a dead leader is given up after the detection time-out"),
		convicted(world(name, "line", 2).losing().atRest(), 3, "a claim that is lost is heard with the next beacon only"),
	}
}
