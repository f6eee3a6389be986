package protocol

import "fmt"

// A Breach reports that a machine did what its Algorithm does not declare, or what the
// contract forbids. The results of such a run mean nothing: a driver ends it at the first
// breach.
type Breach struct {
	Algorithm string
	Node      ID
	At        Time
	Did       string // what the machine did, and what was declared
	Instead   string // what to declare, or to do
}

// Error names the algorithm, the node, the time, what it did and the remedy.
func (b *Breach) Error() string {
	return fmt.Sprintf("%s breaks its contract at node %v, %v after the start: it %s; %s", b.Algorithm, b.Node, b.At, b.Did, b.Instead)
}
