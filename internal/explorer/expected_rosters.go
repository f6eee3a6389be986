package explorer

func ofCapture() []Expectation {
	const name = "a-elect-leader-c"
	return []Expectation{
		holds(world(name, "line", 2), "who has captured everybody else is the only one"),
		holds(world(name, "complete", 3).all(), "of two candidates one captures the other, or its owner"),
		holds(world(name, "complete", 4).all(), "of two candidates one captures the other, or its owner"),
		holds(world(name, "complete", 3).crashing(), "the roll call passes over who is gone"),
		holds(world(name, "line", 2).losing(), "the roll call finds who is there, and is followed by what was lost"),
		holds(world(name, "complete", 3).losing().all(), "the roll call finds who is there, and is followed by what was lost"),
		convicted(world(name, "line", 2).anyTime(), 5,
			"time-outs before the answers: who waits for a leader stands anew, and passes over the one there is"),
		bounded(world(name, "complete", 3).anyTime().within(4), "before a roll call and its end there is no fault"),
	}
}

func ofDoubling() []Expectation {
	const name = "s-elect-leader-c"
	const twice = "a member whose answers are lost twice is passed over for dead"
	return []Expectation{
		holds(world(name, "line", 2), "messages are faster than pulses"),
		holds(world(name, "complete", 3), "the first winner steps down for an election that takes it along"),
		holds(world(name, "complete", 4).all(), "messages are faster than pulses: the best refuses all others"),
		holds(world(name, "complete", 3).crashing(), "who is silent twice is passed over"),
		holds(world(name, "line", 2).losing(), "who is silent is asked once more"),
		holds(world(name, "complete", 3).losing(), "who is silent is asked once more"),
		convicted(world(name, "complete", 3).losing().losing(), 19, twice),
		convicted(world(name, "line", 2).all().anyTime(), 4, "pulses before any message: both pass over the other for dead"),
		bounded(world(name, "line", 2).anyTime().within(4), "no election is over so soon"),
		bounded(world(name, "complete", 3).anyTime().within(4), "no election is over so soon"),
	}
}

func ofSimpleSync() []Expectation {
	const name = "simple-sync"
	const lockstep = "who has not heard the best candidate at the pulse decides on itself: lock-step is all there is"
	return []Expectation{
		holds(world(name, "line", 2), "messages are faster than pulses: all hear the same candidates"),
		holds(world(name, "complete", 3), "messages are faster than pulses: all hear the same candidates"),
		holds(world(name, "complete", 4), "who exceeds the best candidate stands at the next pulse"),
		holds(world(name, "complete", 3).all(), "messages are faster than pulses: all hear the same candidates"),
		holds(world(name, "complete", 3).crashing(), "the dead are silent, and a dead winner is found out"),
		convicted(world(name, "line", 2).losing().atRest(), 5, lockstep),
		convicted(world(name, "complete", 3).losing().atRest(), 7, lockstep),
		convicted(world(name, "line", 2).anyTime(), 3, lockstep),
		convicted(world(name, "line", 2).all().anyTime(), 2, lockstep),
		convicted(world(name, "complete", 3).all().anyTime(), 2, lockstep),
	}
}

func ofOmega() []Expectation {
	const name = "omega"
	return []Expectation{
		holds(world(name, "line", 2), "all name the smallest ID at boot"),
		holds(world(name, "complete", 3), "all name the smallest ID at boot"),
		holds(world(name, "line", 2).crashing(), "the dead answer no Ping"),
		holds(world(name, "complete", 3).crashing(), "the dead answer no Ping"),
		holds(world(name, "complete", 3).losing(), "a question is open longer than one answer takes to be lost"),
		convicted(world(name, "line", 2).anyTime(), 4, "a Pong that comes after the time-out: the suspect is alive"),
		convicted(world(name, "complete", 3).anyTime(), 4, "a Pong that comes after the time-out: the suspect is alive"),
		bounded(world(name, "line", 2).anyTime().atRest().within(5), "the late Pong takes the suspicion back"),
	}
}

func ofRecovery() []Expectation {
	const name = "omega-crash-recovery"
	const late = "who has heard of nobody in its first period names itself"
	return []Expectation{
		holds(world(name, "line", 2), "all have heard of all before they name one"),
		holds(world(name, "complete", 3), "all have heard of all before they name one"),
		holds(world(name, "line", 2).crashing(), "the dead fall out of the windows"),
		holds(world(name, "complete", 3).crashing(), "the dead fall out of the windows"),
		holds(world(name, "line", 2).crashing().losing(), "a window holds more than one heartbeat"),
		holds(world(name, "complete", 3).losing(), "a window holds more than one heartbeat"),
		convicted(world(name, "line", 2).losing().losing(), 9, late),
		convicted(world(name, "line", 2).anyTime(), 3, late),
		convicted(world(name, "complete", 3).anyTime(), 3, late),
	}
}

func ofRaft() []Expectation {
	const name = "raft"
	const alone = "one of two is no majority: it has no leader, by design"
	return []Expectation{
		holds(world(name, "line", 2), "one vote a term, and a majority of them"),
		holds(world(name, "complete", 3), "one vote a term, and a majority of them"),
		holds(world(name, "complete", 4), "one vote a term, and a majority of them"),
		holds(world(name, "line", 2).all(), "who splits the votes asks again, at random"),
		holds(world(name, "complete", 3).crashing(), "two of three are a majority"),
		holds(world(name, "line", 2).losing(), "a candidate in vain asks again"),
		holds(world(name, "complete", 3).losing(), "a candidate in vain asks again"),
		convicted(world(name, "line", 2).crashing(), 21, alone),
		convicted(world(name, "line", 3).crashing(), 41, "the middle of a line takes the majority with it"),
		bounded(world(name, "line", 2).anyTime().within(5), "early campaigns are newer terms, with one vote each"),
		bounded(world(name, "complete", 3).all().anyTime().within(4), "early campaigns are newer terms, with one vote each"),
	}
}
