package perfetto

import (
	"bellwether/internal/formats/export/source"
	"bellwether/protocol"
	"bellwether/trace"
)

// What a node is.
type what int

const (
	unknown what = iota // the trace has not said anything of it
	down
	leaderless
	electing
	leading
	following
)

// A state is what a node is, and by what.
type state struct {
	what        what
	why         trace.Why            // down
	leader      protocol.ID          // following
	computation protocol.Computation // electing
	open        bool                 // its span is begun
}

// name is what the span is called. Spans of one name have one colour.
func (s *state) name(of *source.Survey, node protocol.ID) string {
	switch s.what {
	case down:
		if s.why == trace.NoReason {
			return "down"
		}
		return "down (" + s.why.String() + ")"
	case leaderless:
		return "no leader"
	case electing:
		return "election"
	case leading:
		return "leads"
	}
	return "follows " + of.Host(s.leader)
}

// follow takes a record that changes what a node is. It returns the node's new state, nil if it
// stays what it was.
func (p *writer) follow(r *trace.Record) (changed *state) {
	next := state{}
	switch r.Kind {
	case trace.Boot:
		next.what = leaderless
	case trace.Crash, trace.Absent:
		next.what, next.why = down, r.Why
	case trace.Electing:
		next.what, next.computation = electing, r.Computation
	case trace.Elected:
		next.what, next.leader = following, r.Peer
		switch r.Peer {
		case protocol.Nobody:
			next.what = leaderless
		case r.Node:
			next.what = leading
		}
	default:
		return nil
	}
	now := &p.state[p.place[r.Node]]
	same := *now
	same.open = false
	if same == next {
		return nil
	}
	p.tally.add(now.what, -1)
	p.tally.add(next.what, 1)
	next.open = now.open
	*now = next
	return now
}

// tallies are the names of the counters.
var tallies = [...]string{"live nodes", "without a leader", "in an election", "leaders"}

// A tally counts nodes.
type tally struct {
	now, last [len(tallies)]int
	told      bool // last has been written
}

// add counts a node that is something, or, with -1, is it no more. A node in an election knows no
// leader.
func (t *tally) add(w what, by int) {
	if w == unknown || w == down {
		return
	}
	t.now[0] += by
	switch w {
	case leaderless:
		t.now[1] += by
	case electing:
		t.now[1] += by
		t.now[2] += by
	case leading:
		t.now[3] += by
	}
}
