package measure

import "slices"

// Better is which direction of a metric is good.
type Better int8

// The directions.
const (
	neither Better = iota // it describes the world
	Lower
	Higher
)

// intervalMethod is how runs are combined to a mean with a 95 % interval.
type intervalMethod uint8

// The methods, fixed per metric.
const (
	studentMethod intervalMethod = iota // mean and Student's t, on the scale of the metric's kind
	byKaplanMeier                       // restricted mean of times that may not end within the run
	byJackknife                         // the same for times that occur many times in a run: Student's t of what each run contributes
)

// String is the method's name, for the documentation.
func (m intervalMethod) String() string {
	switch m {
	case studentMethod:
		return "Student's t"
	case byKaplanMeier:
		return "Kaplan-Meier"
	case byJackknife:
		return "Kaplan-Meier, jackknife over runs"
	}
	return "unknown"
}

// enough is the number of runs from which on an interval by this method can be trusted: the
// smallest number in the study of the package comment for which nine of ten intervals
// contained the mean of lognormal values, which are as skewed as metrics of runs get (91.1
// % for 30 runs; nominal are 95 %).
//
// For the jackknife see the second study there (90 % of 20, where runs differ much).
func (m intervalMethod) enough() int {
	if m == byJackknife {
		return 20
	}
	return 30
}

// A Key describes one metric. The list of keys is the documentation of what is
// measured; JSON and tables are made from it.
type Key struct {
	Name     string // as it stands in JSON and CSV
	Title    string // as it stands above a column
	Unit     string // "" for a fraction or a ratio of counts
	Meaning  string
	Percent  bool // a fraction, printed in percent
	Decimals int  // as printed
	Better   Better
	Exact    bool // from events alone; else from the components too, see Truth
	// Time to something that may not come: median and censored count stand beside the mean.
	// Not for metrics of a program's own, whose values are numbers.
	Time bool

	method intervalMethod
}

// Interval returns how runs are combined to a mean with a 95 % interval, and how many runs
// are enough to trust it. For metrics of a program's own that is Student's t.
func (k *Key) Interval() (how string, enough int) { return k.method.String(), k.method.enough() }

// The metrics by their place in Keys.
const (
	badlyLedFraction = iota
	leaderlessFraction
	leaderChanges
	electionRate
	electionTime
	electionFraction
	messagesPerElection
	messagesPerElectionBroadcast
	messagesPerElectionUnicast
	instabilityFraction
	instabilityWithinMarginFraction
	goalInstabilityFraction
	agreementFraction
	agreementConnectedFraction
	multiLeaderFraction
	unreachableLeaderFraction
	noneEligibleFraction
	leaderQuality
	componentSizeMean
	componentCountMean
	messagesPerNode
	electionMessagesPerNode // and so on for each protocol.Class, in its order
	announcementMessagesPerNode
	beaconMessagesPerNode
	probeMessagesPerNode
	detectorMessagesPerNode
	helloMessagesPerNode
	routingMessagesPerNode
	standbyMessagesPerNode
	transmissionsPerNode
	bytesPerNode
	energyPerNode
	energyTrafficPerNode
	firstDeath
	detectionTime
	mistakesPerNode
	mistakeDuration
	queryAccuracy
	airtimeFraction
	airtimeBusiest
	collisionsPerNode
	accessDropsPerNode
	dutyHeldPerNode
	dutyDropsPerNode
	overBudgetPerNode
	muteFraction
	muteWorst
	messagesSentPerNode
	lostLossPerNode // and so on, in the order of lostWhy
	lostRangePerNode
	lostDownPerNode
	lostPartitionPerNode
	lostNoRoutePerNode
	lostRetriesPerNode
	lostQueuePerNode
	lostJamPerNode
	keyCount
)

var keys = [keyCount]Key{
	badlyLedFraction: {
		Name: "badly_led_fraction", Title: "badly led", Percent: true, Decimals: 2, Better: Lower,
		Meaning: "fraction of (live node, time) without a live leader in the component, or with one that a member exceeds by more than the tolerance: the greater of 5 % and the scenario's own margin (hysteresis and bonus), unless measure.tolerance fixes it",
	},
	leaderlessFraction: {
		Name: "leaderless_fraction", Title: "leaderless", Percent: true, Decimals: 2, Better: Lower, Exact: true,
		Meaning: "fraction of (live node, time) spent in an election or knowing no leader",
	},
	leaderChanges: {
		Name: "leader_changes_per_node_h", Title: "leader changes", Unit: "/node/h", Decimals: 2, Better: Lower, Exact: true,
		Meaning: "how often a live node comes to follow another leader than the one it followed last in this life",
	},
	electionRate: {
		Name: "election_rate_per_min", Title: "elections", Unit: "/min", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "rate of a live node's entries into an election (VKT04's R)",
	},
	electionTime: {
		Name: "election_time_s", Title: "election time", Unit: "s", Decimals: 3, Better: Lower, method: byJackknife, Exact: true, Time: true,
		Meaning: "from entering an election to knowing the leader, to the last one if the same computation yields several (VKT04's T)",
	},
	electionFraction: {
		Name: "election_fraction", Title: "in elections", Percent: true, Decimals: 3, Better: Lower, Exact: true,
		Meaning: "fraction of (live node, time) spent in an election (δ = 1; VKT04's F)",
	},

	messagesPerElection: {
		Name: "messages_per_election", Title: "messages/election", Decimals: 2, Better: Lower, Exact: true,
		Meaning: "messages of class election and announcement that nodes sent, over the number of entries into an election (VKT04's M)",
	},
	messagesPerElectionBroadcast: {
		Name: "messages_per_election_broadcast", Title: "broadcasts/election", Decimals: 2, Better: Lower, Exact: true,
		Meaning: "its part said to whoever hears",
	},
	messagesPerElectionUnicast: {
		Name: "messages_per_election_unicast", Title: "unicasts/election", Decimals: 2, Better: Lower, Exact: true,
		Meaning: "its part said to one node",
	},

	instabilityFraction: {
		Name: "instability_fraction", Title: "instability", Percent: true, Decimals: 2, Better: Lower,
		Meaning: "fraction of (live node, time) whose leader is unknown or is not the best live member of its component",
	},
	instabilityWithinMarginFraction: {
		Name: "instability_within_margin_fraction", Title: "within margin", Percent: true, Decimals: 2, Better: Lower,
		Meaning: "its part in which the leader is a live member of the component that the best one may not replace, by the scenario's own margin",
	},
	goalInstabilityFraction: {
		Name: "goal_instability_fraction", Title: "goal instability", Percent: true, Decimals: 2, Better: Lower,
		Meaning: "the same against the algorithm's own goal",
	},
	agreementFraction: {
		Name: "agreement_fraction", Title: "agreement", Percent: true, Decimals: 2, Better: Higher,
		Meaning: "fraction of (live node, time) in a component all of whose members name the same live leader inside it",
	},
	agreementConnectedFraction: {
		Name: "agreement_connected_fraction", Title: "agreement (2+)", Percent: true, Decimals: 2, Better: Higher,
		Meaning: "the same over components of two or more",
	},
	multiLeaderFraction: {
		Name: "multi_leader_fraction", Title: "multi-leader", Percent: true, Decimals: 2, Better: Lower,
		Meaning: "fraction of (live node, time) in a component where two or more members each believe they lead",
	},
	unreachableLeaderFraction: {
		Name: "unreachable_leader_fraction", Title: "unreachable", Percent: true, Decimals: 2, Better: Lower,
		Meaning: "fraction of (live node, time) whose leader is dead, absent or in another component",
	},
	noneEligibleFraction: {
		Name: "none_eligible_fraction", Title: "none eligible", Percent: true, Decimals: 2,
		Meaning: "fraction of (live node, time) in a component of which no member is eligible: to follow nobody is right there, and not leaderless; where there are rules",
	},
	leaderQuality: {
		Name: "leader_quality", Title: "quality", Percent: true, Decimals: 2, Better: Higher,
		Meaning: "value of a node's leader over the best value in its component; 0 unless that leader is a live member of it",
	},
	componentSizeMean: {
		Name: "component_size_mean", Title: "component size", Decimals: 2,
		Meaning: "mean number of live members of a component",
	},
	componentCountMean: {
		Name: "component_count_mean", Title: "components", Decimals: 2,
		Meaning: "mean number of components",
	},

	messagesPerNode: {
		Name: "messages_per_node_s", Title: "messages", Unit: "/node/s", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "messages nodes said, per live node and second; the sum of its seven parts",
	},
	electionMessagesPerNode: {
		Name: "election_messages_per_node_s", Title: "election", Unit: "/node/s", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "its part that decides who leads",
	},
	announcementMessagesPerNode: {
		Name: "announcement_messages_per_node_s", Title: "announcement", Unit: "/node/s", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "its part that tells who leads",
	},
	beaconMessagesPerNode: {
		Name: "beacon_messages_per_node_s", Title: "beacon", Unit: "/node/s", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "its part for the upkeep of a leader in office",
	},
	probeMessagesPerNode: {
		Name: "probe_messages_per_node_s", Title: "probe", Unit: "/node/s", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "its part for probes within an election, and retries",
	},
	detectorMessagesPerNode: {
		Name: "detector_messages_per_node_s", Title: "detector", Unit: "/node/s", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "its part for failure detection",
	},
	helloMessagesPerNode: {
		Name: "hello_messages_per_node_s", Title: "hello", Unit: "/node/s", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "its part for neighbour discovery",
	},
	routingMessagesPerNode: {
		Name: "routing_messages_per_node_s", Title: "routing", Unit: "/node/s", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "its part passed on for others, and acknowledgements of overlay links",
	},
	standbyMessagesPerNode: {
		Name: "standby_messages_per_node_s", Title: "standby", Unit: "/node/s", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "its part for the upkeep of a successor, and questions for a leader that is late",
	},
	transmissionsPerNode: {
		Name: "transmissions_per_node_s", Title: "frames", Unit: "/node/s", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "radio frames per live node and second, every hop, acknowledgement and retry counted",
	},
	bytesPerNode: {
		Name: "bytes_per_node_s", Title: "bytes", Unit: "/node/s", Decimals: 1, Better: Lower, Exact: true,
		Meaning: "bytes of those frames per live node and second",
	},

	energyPerNode: {
		Name: "energy_j_per_node", Title: "energy", Unit: "J/node", Decimals: 3, Better: Lower,
		Meaning: "all energy spent, per node that lived",
	},
	energyTrafficPerNode: {
		Name: "energy_traffic_j_per_node", Title: "traffic energy", Unit: "J/node", Decimals: 4,
		Meaning: "its part above idle: what sending and receiving draw more than listening; below 0 where a radio draws less to send, so that neither direction is better",
	},
	firstDeath: {
		Name: "first_death_s", Title: "first death", Unit: "s", Decimals: 1, Better: Higher, method: byKaplanMeier, Exact: true, Time: true,
		Meaning: "instant of the first battery death, counted from the run's beginning",
	},

	detectionTime: {
		Name: "detection_time_s", Title: "detection time", Unit: "s", Decimals: 3, Better: Lower, method: byJackknife, Time: true,
		Meaning: "from a node's crash or departure to its first lasting suspicion by a node that could reach it",
	},
	mistakesPerNode: {
		Name: "mistakes_per_node_h", Title: "mistakes", Unit: "/node/h", Decimals: 3, Better: Lower,
		Meaning: "suspicions of nodes that were alive and in the same component",
	},
	mistakeDuration: {
		Name: "mistake_duration_s", Title: "mistake duration", Unit: "s", Decimals: 3, Better: Lower, method: byJackknife, Time: true,
		Meaning: "from such a suspicion until it is taken back or has become true",
	},
	queryAccuracy: {
		Name: "query_accuracy", Title: "query accuracy", Percent: true, Decimals: 2, Better: Higher,
		Meaning: "fraction of (ordered pair of live nodes in one component, time) in which the one does not suspect the other by mistake",
	},

	airtimeFraction: {
		Name: "airtime_fraction", Title: "airtime", Percent: true, Decimals: 3, Better: Lower, Exact: true,
		Meaning: "fraction of (live node, time) in which the node was on the air, preambles and acknowledgements counted",
	},
	airtimeBusiest: {
		Name: "airtime_busiest_fraction", Title: "busiest airtime", Percent: true, Decimals: 3, Better: Lower, Exact: true,
		Meaning: "fraction of the measured time in which the busiest node was on the air",
	},
	collisionsPerNode: {
		Name: "collisions_per_node_s", Title: "collisions", Unit: "/node/s", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "frames that a node did not receive because others overlapped them or it was sending itself, per live node and second; of unicast frames those of the addressee; where nodes contend for the medium",
	},
	accessDropsPerNode: {
		Name: "access_drops_per_node_h", Title: "access drops", Unit: "/node/h", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "frames given up because the medium was busy for longer than a frame may wait, or, with unslotted-csma-ca, each time their sender listened; where nodes contend for the medium",
	},
	dutyHeldPerNode: {
		Name: "duty_held_per_node_h", Title: "held back", Unit: "/node/h", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "frames that were next at their sender and that its duty cycle held back, each once; those that waited behind them are not counted, see mute_fraction; where there is one",
	},
	dutyDropsPerNode: {
		Name: "duty_drops_per_node_h", Title: "duty drops", Unit: "/node/h", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "frames lost because they were beyond their sender's duty cycle; where there is one",
	},
	overBudgetPerNode: {
		Name: "over_budget_per_node_h", Title: "over budget", Unit: "/node/h", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "broadcasts that a node would have had to leave unsaid to keep to its budget; where there is one",
	},
	muteFraction: {
		Name: "mute_fraction", Title: "mute", Percent: true, Decimals: 2, Better: Lower, Exact: true,
		Meaning: "fraction of (live node, time) in which a node could not send: its duty cycle kept it from it, or its queue was full, so that what it said was lost",
	},
	muteWorst: {
		Name: "mute_worst_fraction", Title: "mute (worst)", Percent: true, Decimals: 2, Better: Lower, Exact: true,
		Meaning: "the same of the node that it befell most, of the time that this node was live",
	},
	messagesSentPerNode: {
		Name: "messages_sent_per_node_s", Title: "sent", Unit: "/node/s", Decimals: 3, Exact: true,
		Meaning: "messages that the node which said them put on the air, per live node and second; messages_per_node_s has all that were said",
	},
	lostLossPerNode: {
		Name: "lost_loss_per_node_s", Title: "lost: channel", Unit: "/node/s", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "frames lost that the channel spoilt, per live node and second; of a broadcast, one for each node that missed it",
	},
	lostRangePerNode: {
		Name: "lost_range_per_node_s", Title: "lost: range", Unit: "/node/s", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "frames lost whose receiver was out of reach, per live node and second; of a broadcast, one for each node that missed it",
	},
	lostDownPerNode: {
		Name: "lost_down_per_node_s", Title: "lost: down", Unit: "/node/s", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "frames lost whose receiver or sender was not running, or had its radio off, per live node and second; of a broadcast, one for each node that missed it",
	},
	lostPartitionPerNode: {
		Name: "lost_partition_per_node_s", Title: "lost: partition", Unit: "/node/s", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "frames lost that a scripted partition kept from their receiver, per live node and second; of a broadcast, one for each node that missed it",
	},
	lostNoRoutePerNode: {
		Name: "lost_no_route_per_node_s", Title: "lost: no route", Unit: "/node/s", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "frames given up, since there was no path to the destination, per live node and second; of a broadcast, one for each node that missed it",
	},
	lostRetriesPerNode: {
		Name: "lost_retries_per_node_s", Title: "lost: retries", Unit: "/node/s", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "frames given up at the retry limit, per live node and second; of a broadcast, one for each node that missed it",
	},
	lostQueuePerNode: {
		Name: "lost_queue_per_node_s", Title: "lost: queue", Unit: "/node/s", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "frames given up, since the queue of their sender was full, per live node and second; of a broadcast, one for each node that missed it",
	},
	lostJamPerNode: {
		Name: "lost_jam_per_node_s", Title: "lost: jam", Unit: "/node/s", Decimals: 3, Better: Lower, Exact: true,
		Meaning: "frames lost whose receiver was in a jammed region, per live node and second; of a broadcast, one for each node that missed it",
	},
}

// Keys lists all metrics, in the order in which they are reported.
func Keys() []Key { return slices.Clone(keys[:]) }

// FindKey returns the metric of a name, or the quantile of one.
func FindKey(name string) (Key, bool) {
	if i, _, title := quantileOf(name); i >= 0 {
		k := keys[i]
		k.Name, k.Title, k.Time = name, k.Title+title, false
		k.Meaning = "quantile over all observations: " + k.Meaning
		return k, true
	}
	if i := indexOf(name); i >= 0 {
		return keys[i], true
	}
	return Key{}, false
}

func indexOf(name string) int {
	return slices.IndexFunc(keys[:], func(k Key) bool { return k.Name == name })
}
