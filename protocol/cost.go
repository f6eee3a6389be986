package protocol

// A Cost says how many messages an algorithm sends in one case: what the literature proves, or
// what follows from the algorithm in a line. In every case no message is lost or late, nodes
// and links stay as they are, all n nodes are alive unless the case has a dead one, and those
// that start do so at once. Logical messages are counted, whatever hops they take.
type Cost struct {
	Case    string // what happens
	Charges []Charge
	Source  string // who states it, with the section; or why it is so
	// Only is the further condition of the case, and what is sent without it; "": the case
	// says all. Package conformance holds both.
	Only string
}

// A Charge is how many messages of one kind a Cost has. Kinds of the classes election
// and announcement that no charge names are not sent at all.
type Charge struct {
	Message string // a MessageKind's Name, or AllElection
	Bound   Bound
	// Formula is in n, the nodes of the component, with the dead one of the case; k, those that
	// start; d, a place that the case explains; |E|, the links; Hₙ = 1 + 1/2 + … + 1/n.
	Formula string
}

// AllElection stands for all kinds of class election together.
const AllElection = "all of class election"

// A Bound says in what sense a formula holds.
type Bound uint8

// The bounds.
const (
	Exactly Bound = iota
	AtMost
	OnAverage // over all orders of capabilities
)

// String is what stands before the formula.
func (b Bound) String() string { return [...]string{"", "at most ", "on average "}[b] }
