package protocol

import "fmt"

// A Breach is a machine that does what its Algorithm does not declare, or what the
// contract forbids: what comes of its run means nothing. A driver that meets one ends
// with it.
type Breach struct {
	Algorithm string
	Node      ID
	At        Time
	Did       string // what the machine did, and what was declared
	Instead   string // what to declare, or to do
}

// Error says who did what and when, and what to write.
func (b *Breach) Error() string {
	return fmt.Sprintf("%s breaks its contract at node %v, %v after the start: it %s; %s", b.Algorithm, b.Node, b.At, b.Did, b.Instead)
}
