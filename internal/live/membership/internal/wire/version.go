package wire

import "fmt"

// The versions of what members say to each other within memberlist's messages. An agent says
// with memberlist's own version fields (the greatest version of the delegate) up to which
// version it understands, and all speak the greatest that every living member understands. So
// a cluster can be upgraded one agent at a time, and back.
//
//	1  the first: metadata has id, incarnation, capability and stack
//	2  metadata also has the leader, terms and tags, and may have more; user events,
//	   forgotten members, questions of reach
//
// A version is dropped by raising oldestVersion: agents that understand no version in common
// refuse each other, by name.
const (
	oldestVersion = 1
	NewestVersion = 2
)

// Versions bound those that an agent speaks. Only tests set them.
type Versions struct {
	Oldest, Newest byte // 0: all that there are
}

func (v Versions) WithDefaults() Versions {
	if v.Oldest == 0 {
		v.Oldest = oldestVersion
	}
	if v.Newest == 0 {
		v.Newest = NewestVersion
	}
	return v
}

// Understood is the greatest version that a member understands. Agents of version 1 leave
// memberlist's fields at 0.
func Understood(greatest byte) byte { return max(greatest, oldestVersion) }

// Accept refuses a member with which this agent has no version in common: its metadata are of
// a version that this agent does not read, or it does not understand what this agent says.
func (v Versions) Accept(spoken, greatest byte) error {
	if spoken <= v.Newest && Understood(greatest) >= v.Oldest {
		return nil
	}
	return fmt.Errorf("%w: it speaks version %d and understands up to %d, this agent %d to %d: upgrade one of them",
		errVersion, spoken, max(spoken, Understood(greatest)), v.Oldest, v.Newest)
}
