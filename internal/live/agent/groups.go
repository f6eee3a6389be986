package agent

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"bellwether/internal/live/membership"
	"bellwether/protocol"
)

// A group is the living members that run one algorithm and version. Groups do not understand each
// other's elections, so each elects a leader. While members are moved to another algorithm one at
// a time there are two groups, and only one of them should have a leader: the others give way.
// They take its leader from the gossip.
type group struct {
	stack  uint32
	size   int
	old    bool                // a member is of a program that never gives way
	leader protocol.Capability // of nobody: none is known
}

// before reports whether the members of another group give way to this one: it has members that
// cannot give way; or it has a leader already, and the other does not, or a worse one; or neither
// has one, and it is larger, or, so that all decide alike, has the lower number.
func (g *group) before(other *group) bool {
	switch {
	case g.old != other.old:
		return g.old
	case g.leader.ID == protocol.Nobody && other.leader.ID == protocol.Nobody:
	case g.leader.ID == protocol.Nobody || other.leader.ID == protocol.Nobody:
		return g.leader.ID != protocol.Nobody
	default:
		return g.leader.Exceeds(other.leader)
	}
	switch {
	case g.size != other.size:
		return g.size > other.size
	}
	return g.stack < other.stack
}

// givesWay returns the leader of another group to which the group of this node gives way, by its own
// metadata as others have it; is is false if it does not. The gossip is late, so for as long two
// groups may take themselves for the first.
func (r *roster) givesWay(self membership.Meta) (leader protocol.ID, is bool) {
	own := &group{stack: self.Stack, size: 1, leader: leading(self)}
	groups := []*group{own}
	for _, id := range r.alive {
		m, other := r.byID[id]
		// One that has just started speaks the oldest version, in which it does not say what it runs.
		if !other || m.Meta.Idle || m.Meta.Terms == (membership.Terms{}) {
			continue
		}
		at := slices.IndexFunc(groups, func(g *group) bool { return g.stack == m.Meta.Stack })
		if at < 0 {
			at = len(groups)
			groups = append(groups, &group{stack: m.Meta.Stack})
		}
		g := groups[at]
		g.size++
		g.old = g.old || m.Meta.Runs == ""
		g.leader = g.leader.Better(leading(m.Meta))
	}
	first := own
	for _, g := range groups[1:] {
		if g.before(first) {
			first = g
		}
	}
	if first == own {
		return protocol.Nobody, false
	}
	return first.leader.ID, true
}

// leading is what the member of this metadata offers if it leads, else the zero Capability.
func leading(m membership.Meta) (c protocol.Capability) {
	if m.Leader == m.ID && !m.Silent {
		c = protocol.Capability{Value: m.Capability, ID: m.ID}
	}
	return c
}

// alone reports whether no other living member runs the algorithm of this stack.
func (r *roster) alone(stack uint32) bool {
	for _, id := range r.alive {
		if m, other := r.byID[id]; other && m.Meta.Stack == stack {
			return false
		}
	}
	return true
}

// runs says what an agent with these options runs: the algorithm, and the parameters that are not
// at the algorithm's own defaults. Each is written in one way, so that equal ones are equal.
func (o Options) runs() membership.Runs {
	given := o.effective()
	var params []string
	for _, p := range o.Algorithm.Params {
		if text, is := given[p.Name]; is && plain(p.Type, text) != plain(p.Type, p.Default) {
			params = append(params, p.Name+"="+plain(p.Type, text))
		}
	}
	return membership.MakeRuns(o.Algorithm.Name, params)
}

// plain is a parameter's value written in one way.
func plain(of protocol.ParamType, text string) string {
	switch of {
	case protocol.TypeDuration:
		if d, err := time.ParseDuration(text); err == nil {
			return shorter(shorter(d.String(), "m0s"), "h0m")
		}
	case protocol.TypeInteger, protocol.TypeFraction:
		if x, err := strconv.ParseFloat(text, 64); err == nil {
			return strconv.FormatFloat(x, 'g', -1, 64)
		}
	}
	return text
}

// shorter leaves out the last two signs of a text with this end: 24h of 24h0m.
func shorter(text, end string) string {
	if strings.HasSuffix(text, end) {
		return text[:len(text)-2]
	}
	return text
}

// stranger says what a member runs that elects apart from this node, and what to do.
func stranger(name string, theirs, own membership.Runs) string {
	const todo = "restart members with one --algorithm, and one version of this program"
	switch {
	case theirs == "":
		return fmt.Sprintf("%s runs an older program with another algorithm than %s, or another version of it: %s", name, own.Algorithm(), todo)
	case theirs.Algorithm() == own.Algorithm():
		return fmt.Sprintf("%s runs another version of %s: %s", name, own.Algorithm(), todo)
	}
	return fmt.Sprintf("%s runs %s, this node %s: %s", name, theirs.Algorithm(), own.Algorithm(), todo)
}
