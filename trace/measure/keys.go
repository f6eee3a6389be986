package measure

import "slices"

// Better says which direction of a metric is good.
type Better int8

// The directions.
const (
	Neither Better = iota // it describes the world
	Lower
	Higher
)

// Method says how runs are put together into a mean with a 95 % interval.
type Method uint8

// The methods, fixed per metric.
const (
	Student     Method = iota // mean and Student's t: sums over many nodes, near normal
	Bootstrap                 // mean and BCa bootstrap: fractions, ratios and times, which are skewed
	KaplanMeier               // restricted mean of times that may not end within the run
)

// String names the method in words, for the documentation.
func (m Method) String() string {
	switch m {
	case Student:
		return "Student's t"
	case Bootstrap:
		return "BCa bootstrap"
	case KaplanMeier:
		return "Kaplan-Meier"
	}
	return "unknown"
}

// A Key describes one metric. The list of keys is the documentation of what is
// measured; JSON and tables are made from it.
type Key struct {
	Name     string // as it stands in JSON and CSV
	Title    string // as it stands above a column
	Unit     string // "" for a fraction or a plain count
	Meaning  string
	Decimals int // as printed
	Better   Better
	Method   Method
	Exact    bool // from events; else from the samples of component truth
	Time     bool // to something that may not come: median and censored count stand beside the mean
}

// The metrics by their place in Keys.
const (
	leaderlessFraction = iota
	electionRate
	electionTime
	messagesPerElection
	messagesPerElectionBroadcast
	messagesPerElectionUnicast
	instabilityFraction
	goalInstabilityFraction
	agreementFraction
	agreementConnectedFraction
	multiLeaderFraction
	unreachableLeaderFraction
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
	transmissionsPerNode
	bytesPerNode
	energyPerNode
	energyTrafficPerNode
	firstDeath
	detectionTime
	mistakesPerNode
	mistakeDuration
	queryAccuracy
	keyCount
)

var keys = [keyCount]Key{
	leaderlessFraction: {"leaderless_fraction", "leaderless", "", "fraction of (live node, time) spent in an election or knowing no leader (VKT04's F)", 4, Lower, Bootstrap, true, false},
	electionRate:       {"election_rate_per_min", "elections", "/min", "rate of a live node's entries into an election (VKT04's R)", 3, Lower, Student, true, false},
	electionTime:       {"election_time_s", "election time", "s", "from entering an election to knowing the leader, to the last one if the same computation yields several (VKT04's T)", 3, Lower, Bootstrap, true, true},

	messagesPerElection:          {"messages_per_election", "messages/election", "", "messages of class election and announcement that nodes sent, over the number of entries into an election (VKT04's M)", 2, Lower, Bootstrap, true, false},
	messagesPerElectionBroadcast: {"messages_per_election_broadcast", "broadcasts/election", "", "its part said to whoever hears", 2, Lower, Bootstrap, true, false},
	messagesPerElectionUnicast:   {"messages_per_election_unicast", "unicasts/election", "", "its part said to one node", 2, Lower, Bootstrap, true, false},

	instabilityFraction:        {"instability_fraction", "instability", "", "fraction of (live node, time) whose leader is unknown or is not the best live member of its component", 4, Lower, Bootstrap, false, false},
	goalInstabilityFraction:    {"goal_instability_fraction", "goal instability", "", "the same against the algorithm's own goal", 4, Lower, Bootstrap, false, false},
	agreementFraction:          {"agreement_fraction", "agreement", "", "fraction of (live node, time) in a component all of whose members name the same live leader inside it", 4, Higher, Bootstrap, false, false},
	agreementConnectedFraction: {"agreement_connected_fraction", "agreement (2+)", "", "the same over components of two or more", 4, Higher, Bootstrap, false, false},
	multiLeaderFraction:        {"multi_leader_fraction", "multi-leader", "", "fraction of (live node, time) in a component where two or more members each believe they lead", 4, Lower, Bootstrap, false, false},
	unreachableLeaderFraction:  {"unreachable_leader_fraction", "unreachable", "", "fraction of (live node, time) whose leader is dead, absent or in another component", 4, Lower, Bootstrap, false, false},
	leaderQuality:              {"leader_quality", "quality", "", "value of a node's leader over the best value in its component; 0 unless that leader is a live member of it", 4, Higher, Bootstrap, false, false},
	componentSizeMean:          {"component_size_mean", "component size", "", "mean number of live members of a component", 2, Neither, Student, false, false},
	componentCountMean:         {"component_count_mean", "components", "", "mean number of components", 2, Neither, Student, false, false},

	messagesPerNode:             {"messages_per_node_s", "messages", "/node/s", "messages nodes said, per live node and second; the sum of its seven parts", 3, Lower, Student, true, false},
	electionMessagesPerNode:     {"election_messages_per_node_s", "election", "/node/s", "its part that decides who leads", 3, Lower, Student, true, false},
	announcementMessagesPerNode: {"announcement_messages_per_node_s", "announcement", "/node/s", "its part that tells who leads", 3, Lower, Student, true, false},
	beaconMessagesPerNode:       {"beacon_messages_per_node_s", "beacon", "/node/s", "its part for the upkeep of a leader in office", 3, Lower, Student, true, false},
	probeMessagesPerNode:        {"probe_messages_per_node_s", "probe", "/node/s", "its part for probes within an election, and retries", 3, Lower, Student, true, false},
	detectorMessagesPerNode:     {"detector_messages_per_node_s", "detector", "/node/s", "its part for failure detection", 3, Lower, Student, true, false},
	helloMessagesPerNode:        {"hello_messages_per_node_s", "hello", "/node/s", "its part for neighbour discovery", 3, Lower, Student, true, false},
	routingMessagesPerNode:      {"routing_messages_per_node_s", "routing", "/node/s", "its part passed on for others, and acknowledgements of overlay links", 3, Lower, Student, true, false},
	transmissionsPerNode:        {"transmissions_per_node_s", "frames", "/node/s", "radio frames per live node and second, every hop, acknowledgement and retry counted", 3, Lower, Student, true, false},
	bytesPerNode:                {"bytes_per_node_s", "bytes", "/node/s", "bytes of those frames per live node and second", 1, Lower, Student, true, false},

	energyPerNode:        {"energy_j_per_node", "energy", "J/node", "all energy spent, per node that lived", 3, Lower, Student, false, false},
	energyTrafficPerNode: {"energy_traffic_j_per_node", "traffic energy", "J/node", "its part above idle", 4, Lower, Student, false, false},
	firstDeath:           {"first_death_s", "first death", "s", "instant of the first battery death, counted from the run's beginning", 1, Higher, KaplanMeier, true, true},

	detectionTime:   {"detection_time_s", "detection time", "s", "from a crash to its lasting suspicion", 3, Lower, Bootstrap, true, true},
	mistakesPerNode: {"mistakes_per_node_h", "mistakes", "/node/h", "suspicions of nodes that were alive and reachable", 3, Lower, Student, false, false},
	mistakeDuration: {"mistake_duration_s", "mistake duration", "s", "from such a suspicion to its end", 3, Lower, Bootstrap, false, false},
	queryAccuracy:   {"query_accuracy", "query accuracy", "", "probability that a query finds no mistake", 4, Higher, Bootstrap, false, false},
}

// Keys lists all metrics, in the order in which they are reported.
func Keys() []Key { return slices.Clone(keys[:]) }

// FindKey gives the metric of a name.
func FindKey(name string) (Key, bool) {
	if i := indexOf(name); i >= 0 {
		return keys[i], true
	}
	return Key{}, false
}

func indexOf(name string) int {
	return slices.IndexFunc(keys[:], func(k Key) bool { return k.Name == name })
}
