package story

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strconv"
	"time"

	"bellwether/overlay"
	"bellwether/protocol"
)

// What package explorer needs of a story: how it can go on, whether it has come
// to where it was before, and what is wrong with it. All of it asks for nodes to
// have begun.

// Deliveries are the directives that deliver a message: for each way with
// messages on it, its oldest.
func (s *Story) Deliveries() []Directive {
	w := s.world
	var ways []pair
	for _, f := range w.air {
		if e := (pair{f.from, f.to}); !slices.Contains(ways, e) {
			ways = append(ways, e)
		}
	}
	slices.SortFunc(ways, pair.compare)
	var out []Directive
	for _, e := range ways {
		out = append(out, Directive{Verb: "deliver", Words: []string{w.name(e.a) + "-" + w.name(e.b)}})
	}
	return out
}

func (e pair) compare(f pair) int {
	return cmp.Or(cmp.Compare(e.a, f.a), cmp.Compare(e.b, f.b))
}

// Timers are the directives that fire a timer, in the order of their deadlines.
func (s *Story) Timers() []Directive {
	var out []Directive
	for _, t := range s.world.deadlines() {
		out = append(out, Directive{Verb: "fire", Words: []string{s.world.name(t.id), strconv.Itoa(int(t.timer))}})
	}
	return out
}

// deadline is a timer that is set.
type deadline struct {
	id    protocol.ID
	timer protocol.Timer
	at    protocol.Time
	seq   uint64
}

func (w *world) deadlines() []deadline {
	var out []deadline
	for _, id := range w.members {
		for i, t := range w.at(id).timers {
			if t.set {
				out = append(out, deadline{id, protocol.Timer(i), t.at, t.seq})
			}
		}
	}
	slices.SortFunc(out, func(a, b deadline) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.seq, b.seq))
	})
	return out
}

// Live are the names of the nodes that are up.
func (s *Story) Live() []string {
	var out []string
	for _, id := range s.world.members {
		if s.world.up(id) {
			out = append(out, s.world.name(id))
		}
	}
	return out
}

// Elects says whether nodes start elections on demand.
func (s *Story) Elects() bool {
	_, ok := overlay.Innermost(s.world.at(1).machine).(protocol.Starter)
	return ok
}

// Settled says whether nothing is on its way and every component is led by one
// of its nodes.
func (s *Story) Settled() bool { return s.world.settled() }

// Rivals are two live nodes of one component that both believe they lead, if
// there are two.
func (s *Story) Rivals() []string {
	w := s.world
	var leaders []protocol.ID
	for _, id := range w.members {
		if n := w.at(id); n.machine != nil && !n.electing && n.leader == id {
			for _, other := range leaders {
				if w.distance(other, id) >= 0 {
					return []string{w.name(other), w.name(id)}
				}
			}
			leaders = append(leaders, id)
		}
	}
	return nil
}

// Elapsed is the story's time.
func (s *Story) Elapsed() time.Duration { return time.Duration(s.world.now) }

// Bound is the time within which the algorithm states that the world, as it is,
// settles.
func (s *Story) Bound() time.Duration {
	return s.world.algorithm.SettleBound(s.world.scale(), s.world.config)
}

// Snapshot appends the state of the world in canonical form: equal bytes mean
// that it goes on alike, whatever the choices. Links are left out: a search makes
// and cuts none.
func (s *Story) Snapshot(b []byte) []byte {
	w := s.world
	b = binary.BigEndian.AppendUint64(b, uint64(w.now))
	for _, id := range w.members {
		n := w.at(id)
		if n.machine == nil {
			b = append(b, 0)
		} else {
			b = appendBlock(append(b, 1), n.machine.Snapshot(nil))
		}
		random, err := n.source.MarshalBinary()
		if err != nil {
			panic("story: a generator without a state: " + err.Error())
		}
		b = appendBlock(appendBlock(b, n.saved), random)
		b = protocol.AppendID(binary.BigEndian.AppendUint64(b, uint64(n.value)), n.leader)
		if n.electing {
			b = append(b, 1)
		} else {
			b = append(b, 0)
		}
	}
	for _, t := range w.deadlines() { // their order tells which of two equal ones is first
		b = binary.BigEndian.AppendUint64(append(protocol.AppendID(b, t.id), byte(t.timer)), uint64(t.at))
	}
	b = append(b, 0, 0, 0, 0) // nobody's: the end
	air := slices.Clone(w.air)
	slices.SortStableFunc(air, func(f, g flight) int { return pair{f.from, f.to}.compare(pair{g.from, g.to}) })
	for _, f := range air {
		b = protocol.AppendID(protocol.AppendID(b, f.from), f.to)
		if f.routed {
			b = append(b, 1)
		} else {
			b = append(b, 0)
		}
		b = appendBlock(b, protocol.Marshal(nil, f.message))
	}
	return b
}

// appendBlock appends bytes with their number before them.
func appendBlock(b, block []byte) []byte {
	return append(binary.BigEndian.AppendUint32(b, uint32(len(block))), block...)
}

// Due is how many of Timers have the earliest deadline of all.
func (s *Story) Due() int {
	all := s.world.deadlines()
	return len(all) - len(slices.DeleteFunc(slices.Clone(all), func(t deadline) bool { return t.at == all[0].at }))
}
