package explorer

func ofReplacing() []Expectation {
	const name = "chang-roberts-replacing"
	const many = "time-outs only send tokens again; the ring's own pulls make the runs many"
	return []Expectation{
		holds(world(name, "line", 2), "only the best's token comes home"),
		holds(world(name, "ring", 3), "only the best's token comes home"),
		holds(world(name, "ring", 4).all(), "every token comes home to the best, which announces itself each time"),
		holds(world(name, "ring", 3).crashing(), "lost tokens are sent again, and the ring is repaired"),
		holds(world(name, "line", 2).losing(), "lost tokens are sent again"),
		holds(world(name, "ring", 3).losing().all(), "another's token does as well: it is the best's when it comes home"),
		bounded(world(name, "line", 2).anyTime().within(4), many),
		bounded(world(name, "ring", 3).anyTime().within(4), many),
	}
}

func ofRingList() []Expectation {
	const name = "ring-list"
	return []Expectation{
		holds(world(name, "line", 2), "the list that comes home is of all"),
		holds(world(name, "ring", 3), "the list that comes home is of all"),
		holds(world(name, "ring", 4).all(), "every list is of all: their starters conclude the same"),
		holds(world(name, "ring", 3).crashing(), "a lost list is begun again, and the ring is repaired"),
		holds(world(name, "line", 3).crashing(), "each part of what was the ring closes into its own"),
		holds(world(name, "line", 2).losing(), "a lost list is begun again; who missed COORDINATOR asks"),
		holds(world(name, "ring", 3).losing().all(), "another's list does as well"),
		bounded(world(name, "line", 2).anyTime().within(4), "time-outs only begin lists again; the ring's own pulls make the runs many"),
		bounded(world(name, "ring", 3).anyTime().within(3), "time-outs only begin lists again; the ring's own pulls make the runs many"),
	}
}

func ofLeLann() []Expectation {
	const name = "le-lann"
	const contest = "the best of those that started leads until the better, which contest it, have elected theirs"
	const rumour = "a lost ELECTED leaves the first election's winner in office until a announcement"
	const many = "time-outs only send tokens again; the ring's own pulls make the runs many"
	return []Expectation{
		holds(world(name, "ring", 3).all(), "all tokens pass all nodes before their own come home"),
		holds(world(name, "ring", 4).all(), "all tokens pass all nodes before their own come home"),
		convicted(world(name, "line", 2), 6, contest),
		convicted(world(name, "ring", 3), 10, contest),
		holds(world(name, "line", 2).atRest(), "the second ELECTED has reached the first winner"),
		holds(world(name, "ring", 3).atRest(), "the second ELECTED has reached the first winner"),
		holds(world(name, "ring", 3).crashing().atRest(), "lost tokens are sent again, and the ring is repaired"),
		convicted(world(name, "line", 2).losing().atRest(), 7, rumour),
		convicted(world(name, "ring", 3).losing().atRest(), 13, rumour),
		holds(world(name, "ring", 3).losing().all().atRest(), "whose collection is cut short names another, and hears the best's ELECTED"),
		bounded(world(name, "ring", 3).anyTime().within(4), many),
	}
}

func ofFranklin() []Expectation {
	const name = "franklin"
	const many = "time-outs only begin newer waves; the ring's own pulls make the runs many"
	return []Expectation{
		holds(world(name, "line", 2), "only the last red hears itself from both sides"),
		holds(world(name, "ring", 3), "only the last red hears itself from both sides"),
		holds(world(name, "ring", 4).all(), "red neighbours are at most one round apart, in any order of delivery"),
		holds(world(name, "ring", 3).crashing(), "a newer wave takes all along afresh, and the ring is repaired"),
		holds(world(name, "line", 2).losing(), "a newer wave takes all along afresh"),
		holds(world(name, "ring", 3).losing().all(), "a newer wave takes all along afresh"),
		bounded(world(name, "line", 2).anyTime().within(4), many),
		bounded(world(name, "ring", 3).anyTime().within(3), many),
	}
}
