package protocol

// A Cost says how many messages an algorithm sends in one case in which no message
// is lost or late and nothing moves: what the literature proves, or what follows from
// the algorithm in a line. Logical messages are counted, whatever hops they take.
type Cost struct {
	Case    string // what happens
	Charges []Charge
	Source  string // who states it, with the section; or why it is so
}

// A Charge is how many messages of one kind a Cost has. Kinds of the classes election
// and announcement that no charge names are not sent at all.
type Charge struct {
	Message string // a MessageKind's Name, or AllElection
	Bound   Bound
	// Formula is in n, the members that are there, dead ones included; k, those that
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
