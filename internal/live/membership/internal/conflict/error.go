package conflict

import (
	"fmt"

	"bellwether/protocol"
)

// A Conflict says that another agent has the name or the id of this one, and keeps it.
type Conflict struct{ Self, Other Holder }

// A Holder is one of two agents in a conflict.
type Holder struct {
	Name, Addr string
	ID         protocol.ID
}

// String is its name, id and address, for messages.
func (h Holder) String() string { return fmt.Sprintf("%q (id %d) at %s", h.Name, h.ID, h.Addr) }

// Error names what is taken, by which agent, and what to do. It names no flags, because an
// agent may be part of another program.
func (c *Conflict) Error() string {
	what, other := c.about()
	return fmt.Sprintf("%s is taken: this agent is %v, the other is %v and keeps it: start this one with another %s",
		what, c.Self, c.Other, other)
}

// about is what both agents claim, and what a user has to change in one of them.
func (c *Conflict) about() (what, change string) {
	name, id := fmt.Sprintf("name %q", c.Self.Name), fmt.Sprintf("id %d", c.Self.ID)
	switch {
	case c.Self.Name != c.Other.Name:
		return id, "id"
	case c.Self.ID == c.Other.ID:
		return name + " with " + id, "name and another state directory"
	}
	return name, "name"
}
