package causes

import "bellwether/trace/measure"

// A Cause is the reason why a node does not have the right leader at an instant.
type Cause uint8

// The causes, in the order of tables.
const (
	boot Cause = iota
	detection
	stale
	waitTime
	onAir
	unended
	idle
	merge
	arrival
	withinMargin
	offers
	choice
	causes
	none Cause = causes // the node is as it should be
)

// described are the causes in words.
var described = [causes]struct{ name, title, meaning string }{
	boot:         {"boot", "boot", "it has followed nobody since it booted"},
	detection:    {"detection", "detection", "its leader stopped or is in another component, and it has not noticed"},
	stale:        {"stale", "stale news", "it took a leader that was gone already"},
	waitTime:     {"waiting", "election: waiting", "in an election whose critical path waits for a time-out"},
	onAir:        {"air", "election: messages", "in an election whose critical path is a message on its way"},
	unended:      {"unended", "election: no end", "in an election that gave it no leader"},
	idle:         {"idle", "no election", "it follows nobody, and is in no election"},
	merge:        {"merge", "merge", "components joined, and it follows the leader of its former one"},
	arrival:      {"arrival", "arrival", "the right one booted, or the node itself did"},
	withinMargin: {"within-margin", "offers within margin", "offers changed, and it follows the one that led before, which the scenario's margin lets it keep"},
	offers:       {"offers", "offers", "offers changed, and it follows the one that led before, beyond the scenario's margin"},
	choice:       {"choice", "wrong choice", "it took a leader though the right one was in its component"},
}

// String is the cause's name in files.
func (c Cause) String() string {
	if c < causes {
		return described[c].name
	}
	return "none"
}

// Keys are the causes as metrics, in their order: fractions of the time of live nodes.
func Keys() []measure.Key {
	keys := make([]measure.Key, causes)
	for i, d := range described {
		keys[i] = measure.Key{Name: "cause_" + d.name, Title: d.title, Meaning: "fraction of (live node, time): " + d.meaning,
			Percent: true, Decimals: 2, Better: measure.Lower}
	}
	return keys
}

// StretchKeys are the stretches of the causes as metrics, in their order: how often one begins.
func StretchKeys() []measure.Key {
	keys := make([]measure.Key, causes)
	for i, d := range described {
		keys[i] = measure.Key{Name: "stretches_" + d.name, Title: d.title, Meaning: "stretches per live node and hour in which " + d.meaning,
			Unit: "/node/h", Decimals: 1, Better: measure.Lower}
	}
	return keys
}

// HeaviestKeys are when each cause has most nodes at once, as metrics of a run, in their order: the
// first such instant. Their means over runs say nothing.
func HeaviestKeys() []measure.Key {
	keys := make([]measure.Key, causes)
	for i, d := range described {
		keys[i] = measure.Key{Name: "heaviest_" + d.name, Title: d.title, Meaning: "instant at which most nodes are wrong by this cause", Unit: "s", Decimals: 1}
	}
	return keys
}

// parts divides a quantity among the causes.
type parts [causes]int64

// sum adds up all causes.
func (p *parts) sum() (sum int64) {
	for _, n := range p {
		sum += n
	}
	return sum
}

// A tally is the time without the right leader by causes, and the total time.
type tally struct {
	Samples parts // nanoseconds of live nodes; where components are sampled, pairs of a node and a sample
	Nodes   int64 // all of them
	Nanos   parts // in which a node follows nobody
	Live    int64 // nanoseconds of live nodes

	// Stretches of each cause: in successive samples of a node, and in time without a gap in
	// which it follows nobody.
	Stretches, NanoStretches parts
}

// add adds another tally of samples, by times.
func (t *tally) add(other *tally, by int64) {
	t.Nodes += by * other.Nodes
	for c := range causes {
		t.Samples[c] += by * other.Samples[c]
		t.Stretches[c] += by * other.Stretches[c]
	}
}
