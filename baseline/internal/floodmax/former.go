package floodmax

import (
	"slices"

	"bellwether/protocol"
)

// former remembers a leader that was given up, or left for a better one: until the instant
// only newer floods of it count.
type former struct {
	id    protocol.ID
	stamp protocol.Time // of its newest flood
	until protocol.Time
}

// maxFormers bounds the memory of a node. Floods replace each other for ever only with more
// leaders, each of which fell in value within one detection time-out.
const maxFormers = 8

// leave remembers the leader that the node is about to leave, if it is another node.
func (m *machine) leave(env *protocol.Env) {
	if m.leader.ID == protocol.Nobody || m.leader.ID == env.Self() {
		return
	}
	m.formers = slices.DeleteFunc(m.formers, func(f former) bool { return f.id == m.leader.ID || env.Now() >= f.until })
	if len(m.formers) == maxFormers {
		m.formers = slices.Delete(m.formers, 0, 1) // the oldest
	}
	m.formers = append(m.formers, former{m.leader.ID, m.stamp, env.Now().Add(m.timeout)})
}

// news reports whether a flood is new here, and not an old one of a former leader.
func (m *machine) news(env *protocol.Env, leader protocol.ID, stamp protocol.Time) bool {
	switch leader {
	case env.Self():
		return false
	case m.leader.ID:
		return stamp > m.stamp
	}
	for i := range m.formers {
		if f := &m.formers[i]; f.id == leader && env.Now() < f.until {
			return stamp > f.stamp
		}
	}
	return true
}
