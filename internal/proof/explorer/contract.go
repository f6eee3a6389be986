package explorer

import (
	"fmt"
	"slices"

	"bellwether/internal/sim/async"
	"bellwether/overlay"
	"bellwether/protocol"
)

// A search continues from copies, distinguishes states by snapshots and moves runs in time. If
// a machine's Copy, Snapshot or Shift does not do what its contract says, the search finds
// runs that do not exist, or misses runs. So some states are compared with what they were when
// they were found. And each run with a fault is repeated twice before it is reported: with
// fresh machines and without copies; and by handlers alone, as in a story. If a repetition
// differs, the search reports the method at fault instead.

// spoilt is the fault of a state that has changed since it was found; findBreach then finds
// the reason.
const spoilt = "a state is not what it was when it was found"

// The first watchedFirst states are all compared, and expanded by one worker: if machines
// share a map by mistake, two workers that change it end the program. Of the other states
// one in watchedEach is compared. A comparison costs a tenth of the expansion of a state.
const (
	watchedFirst = 256
	watchedEach  = 32
)

func watches(state int32) bool { return state < watchedFirst || state%watchedEach == 0 }

// changed reports whether a run is no longer in its state.
func (e *expansion) changed(r *run, state int32) bool { return !e.is(r, state, &e.buffer) }

// is reports whether a run is in a given state.
func (s *search) is(r *run, state int32, buffer *[]byte) (same bool) {
	r.guard(func() {
		at, known := s.visited.find(s.key(r, buffer))
		same = known && at == state
	})
	return same && r.broken == ""
}

// A doubt is a reason not to believe a run with a fault: a breach of the machines' contract,
// and the steps that show it.
type doubt struct {
	fault string
	path  []async.Choice
}

// repeat repeats a run to the fault c after a state. It returns nil if the run has the same
// fault again.
func (s *search) repeat(from int32, path []async.Choice, c child) *doubt {
	trail, root := s.trail(from)
	fresh, plain := s.begin(root), s.begin(root)
	var buffer []byte
	for i := 0; ; i++ {
		last := i == len(path)
		switch {
		case i < len(trail) && !s.is(fresh, trail[i], &buffer), !last && !s.possible(fresh, path[i]):
			return s.findBreach(root, path)
		case last && c.apart:
			return nil // the method at fault is called by no step
		}
		if id := differs(fresh, plain); id != protocol.Nobody {
			if s.varies(root, path) {
				return s.impure(path)
			}
			return &doubt{s.unshifted(id), path[:i]}
		}
		if last {
			break
		}
		s.take(fresh, path[i])
		s.act(plain, path[i])
	}
	switch {
	case c.spoilt:
		return s.findBreach(root, path)
	case c.whole || len(c.after) > 0:
		return nil // it shows in no single state
	case s.finally(fresh, path, c) != c.fault:
		return s.findBreach(root, path)
	case s.finally(plain, path, c) != c.fault:
		return &doubt{s.unshifted(protocol.Nobody), path}
	}
	return nil
}

// samples is how many runs without a fault are repeated when a search ends.
const samples = 4

// sample repeats some of the runs without a fault, the last and longest among them: if they
// cannot be repeated, the search proves nothing.
func (s *search) sample() {
	for k := range samples {
		state := int32((len(s.states) - 1) * (samples - k) / samples)
		path, _ := s.path(state)
		c := child{leaf: true, whole: true}
		if d := s.repeat(state, path, c); d != nil {
			c.fault = d.fault
			s.convict(state, c)
			return
		}
	}
}

// possible reports whether a step can come next.
func (s *search) possible(r *run, step async.Choice) bool {
	step.Torn = 0
	return r.broken == "" && slices.Contains(s.choices(r), step)
}

// finally returns the fault of a run at its end, "" if it has no fault.
func (s *search) finally(r *run, path []async.Choice, c child) (fault string) {
	r.guard(func() {
		if !c.leaf {
			fault = s.fault(r, append([]async.Choice{{}}, path...)[len(path)])
		}
		if fault == "" && (c.leaf || s.over(r)) {
			end, _ := s.end(r)
			fault = end.fault
		}
	})
	if r.broken != "" {
		return r.broken
	}
	return fault
}

// differs returns a node whose leader, timers or frames differ between two runs with the same
// steps, Nobody if no node differs. One of the runs may have been moved in time, so states of
// machines are not compared: their instants differ.
func differs(a, b *run) protocol.ID {
	for _, id := range a.Members() {
		if a.Up(id) != b.Up(id) || a.Leader(id) != b.Leader(id) || a.Standings.Electing(id) != b.Standings.Electing(id) {
			return id
		}
		for t := range protocol.Timer(min(a.Alarms.Timers(id), b.Alarms.Timers(id))) {
			one, set := a.Alarms.Deadline(id, t)
			other, also := b.Alarms.Deadline(id, t)
			if set != also || set && one.At.Sub(a.Now) != other.At.Sub(b.Now) {
				return id
			}
		}
	}
	sent, other := a.Air.Frames(), b.Air.Frames()
	for i := range max(len(sent), len(other)) {
		switch {
		case i == len(sent):
			return other[i].From
		case i == len(other) || sent[i].From != other[i].From || sent[i].To != other[i].To || sent[i].Message.Kind() != other[i].Message.Kind():
			return sent[i].From
		}
	}
	return protocol.Nobody
}

// unshifted returns the fault of a run that differs once it is moved in time.
func (s *search) unshifted(id protocol.ID) string {
	who := s.Algorithm
	if id != protocol.Nobody {
		who += " at node " + name(id)
	}
	return who + " does something else once the run is moved in time: its Shift does not move every instant that it remembers, or the Fields of a message do not give an instant to Wire.Time"
}

// findBreach looks at each state of a run for a breach of the machines' contract.
func (s *search) findBreach(from *root, path []async.Choice) *doubt {
	if s.varies(from, path) {
		return s.impure(path)
	}
	now := s.begin(from)
	for i := 0; now.broken == ""; i++ {
		if why, step := s.breach(now); why != "" {
			return &doubt{why, append(path[:i:i], step...)}
		}
		if i == len(path) || !s.possible(now, path[i]) {
			break
		}
		twin := s.twin(now)
		if s.take(now, path[i]); twin == nil || now.broken != "" {
			continue
		}
		if s.take(twin, path[i]); s.bytes(now) != s.bytes(twin) && s.unsteady(now) == "" {
			return &doubt{s.Algorithm + "'s Copy leaves something out: a machine and its copy do not do the same", path[: i+1 : i+1]}
		}
	}
	return s.impure(path)
}

// varies reports whether two runs with the same steps go different ways.
func (s *search) varies(from *root, path []async.Choice) bool {
	one, other := s.begin(from), s.begin(from)
	for _, step := range path {
		if differs(one, other) != protocol.Nobody || s.possible(one, step) != s.possible(other, step) {
			return true
		}
		if !s.possible(one, step) {
			return false
		}
		s.take(one, step)
		s.take(other, step)
	}
	return differs(one, other) != protocol.Nobody
}

// impure returns the doubt about machines whose behaviour depends on more than their inputs.
func (s *search) impure(path []async.Choice) *doubt {
	return &doubt{s.Algorithm + "'s machines do not do the same again from the same beginning: what they do depends on more than their state and what their handlers are given, such as a global variable, a clock or random numbers of their own", path}
}

// breach returns how the machines of a run break the contract of Snapshot or Copy, "" if no
// breach is found, and the step that shows it, if it needs one.
func (s *search) breach(r *run) (why string, step []async.Choice) {
	if why = s.unsteady(r); why != "" {
		return why, nil
	}
	for _, c := range s.choices(r) {
		twin := s.twin(r)
		if twin == nil {
			break
		}
		for _, id := range r.Members() {
			if r.Up(id) && s.snapshot(r, id) != s.snapshot(twin, id) {
				return fmt.Sprintf("%s's Copy at node %s gives a machine in another state: their Snapshots differ", s.Algorithm, name(id)), nil
			}
		}
		before, shared := s.bytes(r), r.sharedWith(twin)
		if s.take(twin, c); s.bytes(r) != before {
			return s.Algorithm + "'s Copy shares memory with its original" + changedOf(shared) + ": a step of a copy changes the run that it was copied from", []async.Choice{c}
		}
	}
	return "", nil
}

// unsteady returns which machine's Snapshot varies in one state, "" if none does.
func (s *search) unsteady(r *run) string {
	for _, id := range r.Members() {
		if !r.Up(id) {
			continue
		}
		first := s.snapshot(r, id)
		for range snapshots {
			if s.snapshot(r, id) != first {
				return fmt.Sprintf("%s's Snapshot at node %s gives other bytes when it is called again: it is not a function of the state", s.Algorithm, name(id))
			}
		}
	}
	return ""
}

// snapshots is how often a Snapshot is called to see whether it varies: one that ranges over
// a map of two entries varies one time in eight, with Go 1.24 and later.
const snapshots = 64

// twin returns a copy of a run, nil if it cannot be copied.
func (s *search) twin(r *run) (out *run) {
	r.guard(func() { out = r.copy() })
	return out
}

// snapshot returns the state of one machine, "" if the machine panics.
func (s *search) snapshot(r *run, id protocol.ID) (out string) {
	r.guard(func() { out = string(r.MachineSnapshot(id, nil)) })
	return out
}

// bytes returns the state of a whole run, "" if a machine panics.
func (s *search) bytes(r *run) (out string) {
	r.guard(func() { out = string(r.Snapshot(nil)) })
	return out
}

// sharedWith lists what the machines of a run share with the machines of another.
func (r *run) sharedWith(other *run) (out []shared) {
	for _, id := range r.Members() {
		a, b := r.Machines.Of(id), other.Machines.Of(id)
		if a == nil || b == nil {
			continue
		}
		for _, of := range inCommon(overlay.Innermost(a), overlay.Innermost(b)) {
			of.node = id
			out = append(out, of)
		}
	}
	return out
}
