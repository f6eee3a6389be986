package election

// deviations lists what the paper leaves open and what is done otherwise here. The package
// comment numbers the gaps.
func deviations() []string {
	return []string{
		"Gap 1: the paper gives beacon interval and loss only; all other times and tries are parameters with reasons.",
		"Gap 2: every message carries its computation index; a message of another computation changes only num. A late Ack of the node's own computation is passed on.",
		"Gap 3: num is one more than the highest used or heard; only a newer index is joined, also when not electing. The source of an older one is told of the leader.",
		"Gap 4: num and term are saved before use and a reboot goes beyond them; a node without stable storage is told by its neighbours what it forgot.",
		"Gap 5: a claim of a lower leader is answered with the greater one, once for each sign of life of the lower.",
		"Optimised signalling: an Election that names nobody (a first one, or after a reboot) is joined only by nodes without a leader; a reboot is a merge.",
		"Optimised signalling: a node that stays out acknowledges each Election it hears, and learns of the Leader from the nodes that pass it on; an older Election is answered with the leader itself.",
		"TCP signalling is emulated: handshake, order, an acknowledgement a segment, back-off, time-out and Reset; one segment in flight, no window, no congestion control, no FIN, the RTO at its floor of RFC 6298.",
		"TCP signalling: a neighbour is disconnected only by the time-out or Reset of its connection, not by the neighbour service or unanswered Probes; the paper says that TCP's time-outs are long, not how long.",
		"Gap 6: claims of a leader carry (term, beacon) and an age; a dead leader is named for one beacon time-out after its last sign of life.",
		"Gap 7: the best fresh claim heard in an election is queued until its end, which Probe and Reply bring about.",
		"Gap 8: a new neighbour during an election gets no leader exchange; the Leader at the end, a local broadcast, takes its place.",
		"Gap 9: an orphan collects its subtree, then announces; a node that waits for the Leader probes its parent too.",
		"Gap 10: FIFO links are not needed: indices, stamps and ages date every message.",
		"Gap 11: the value of a leader with the newest stamp holds; hysteresis applies to challenges, the strict order to merges.",
		"Gap 12: one-way links are neither used nor detected.",
		"Gap 13: a node left out challenges a leader it exceeds after two beacons; one whose branch was left out announces at once.",
		"Gap 14: the settle bound is derived in the package comment and tested against random worlds.",
		"A leader whose value falls is replaced by a challenge; the paper's application threshold is the hysteresis.",
		"A node that others wrongly take for a better leader than the node's own leader tells them its value; one that others rightly take for that leads without an election. Each node does so at most once an interval.",
		"Elections after missed beacons wait for a random back-off of up to a quarter of the beacon interval, so that one start suppresses the others.",
		"Election, Probe and Reply carry the sender's depth in the tree: a parent that crashed, forgot and joined anew below its child is recognised.",
		"Elections, Acks and Leaders sent again are kinds of their own (…-retry), so that the cost of an election and of its upkeep are counted apart.",
		"Broadcast and optimised signalling learn of merges by the beacons that cross the new link; with link_exchanges 1 the ends of a new link exchange leaders, as in the paper.",
		"Leader exchanges at merges, and their flood through the side that gives way, are a kind of their own (exchange): a merge is no election.",
	}
}
