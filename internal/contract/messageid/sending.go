// Package messageid names messages by their sender and instant.
//
// It assumes that a node sends messages in the order of their instants. It never reads their
// content. Cost: about 50 bytes for each node that sends.
package messageid

import (
	"fmt"
	"regexp"
	"strconv"
	"time"

	"bellwether/protocol"
)

// A Sending names a message: its sender, its instant in the run's time, and its number among
// the sender's messages at that instant, from 1; 0 is 1. It is the name of the first Send
// record of the message, and of all its hops and attempts.
//
// If a node does the same in two runs until it sends a message, the message has the same name
// in both, whatever other nodes sent before. The number in Record.Frame counts the messages of
// all nodes, so that one message more shifts all later numbers.
type Sending struct {
	Node protocol.ID
	At   protocol.Time
	Nth  int
}

// Pattern is what the name of a message looks like.
const Pattern = `^[1-9][0-9]*@([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+(/[1-9][0-9]*)?$`

var sendingForm = regexp.MustCompile(`^([0-9]+)@([^/-]+)(?:/([0-9]+))?$`)

// Parse reads what String writes: 7@12.5s, or 7@12.5s/2 for the second message of
// that instant.
func Parse(text string) (Sending, error) {
	part := sendingForm.FindStringSubmatch(text)
	if part == nil {
		return Sending{}, fmt.Errorf("%q is no name of a message: NODE@INSTANT, like 7@12.5s, or 7@12.5s/2 for the second of that instant", text)
	}
	node, err := strconv.ParseUint(part[1], 10, 32)
	if err != nil || node == 0 {
		return Sending{}, fmt.Errorf("%s: there is no node %s", text, part[1])
	}
	at, err := time.ParseDuration(part[2])
	if err != nil {
		return Sending{}, fmt.Errorf("%s: an instant is like 12.5s or 12500000000ns, got %q", text, part[2])
	}
	nth := 1
	if part[3] != "" {
		if nth, err = strconv.Atoi(part[3]); err != nil || nth == 0 {
			return Sending{}, fmt.Errorf("%s: messages of one instant are counted from 1", text)
		}
	}
	return Sending{Node: protocol.ID(node), At: protocol.Time(at), Nth: nth}, nil
}

// String writes the name.
func (s Sending) String() string {
	text := fmt.Sprintf("%d@%v", s.Node, time.Duration(s.At))
	if s.Nth > 1 {
		text += "/" + strconv.Itoa(s.Nth)
	}
	return text
}

// Sendings names messages as they are said. Its zero value has heard none; it keeps some
// 50 bytes of each node that it hears.
type Sendings struct{ last map[protocol.ID]Sending }

// Name returns the name of the message that a node says at an instant, no earlier than the
// one before.
func (s *Sendings) Name(node protocol.ID, at protocol.Time) Sending {
	name, spoke := s.last[node]
	if !spoke || name.At != at {
		name = Sending{Node: node, At: at}
	}
	name.Nth++
	if s.last == nil {
		s.last = map[protocol.ID]Sending{}
	}
	s.last[node] = name
	return name
}
