package explorer

import (
	"fmt"
	"reflect"
	"strings"

	"bellwether/internal/sim/async"
	"bellwether/overlay"
	"bellwether/protocol"
)

// Runs with one key count as one state, and only the first of them goes on. So a Snapshot that
// leaves out what a machine remembers hides runs. For some states the run that was found first
// is compared with others that reach the state: with the same steps they must go on to the same
// Snapshots.

// The first nextFirst states are compared with each run that reaches them again by each of
// their next steps; the first walkFirst, and of the others one in walkEach, also along one run
// of walkSteps. So small searches compare nearly all states, and in long searches the
// comparison costs a few per cent.
const (
	nextFirst = 1024
	walkFirst = 64
	walkEach  = 1024
	walkSteps = 30 // a dozen messages, and the time-outs that follow
)

// walks reports whether a state is compared along a whole run.
func walks(state int32) bool { return state < walkFirst || state%walkEach == 0 }

// alike compares a run with the first that reached the state. If the same steps lead to
// different Snapshots, it sets the fault of c. Machines without Copy are not compared.
func (e *expansion) alike(r *run, state int32, c *child) {
	if state >= nextFirst && !walks(state) {
		return
	}
	first := e.replay(state)
	if first.broken != "" || e.bytes(first) != e.bytes(r) {
		return // another method is at fault: see contract.go
	}
	for _, step := range e.choices(r) {
		if one, other := e.twin(r), e.twin(first); one == nil || other == nil || !e.together(one, other, step, c) {
			return
		}
	}
	if !walks(state) {
		return
	}
	one, other := e.twin(r), e.twin(first)
	for i := 0; i < walkSteps && one != nil && other != nil; i++ {
		choices := e.choices(one)
		if len(choices) == 0 || !e.together(one, other, choices[(int(state)+7*i)%len(choices)], c) {
			return
		}
	}
}

// together takes a step in two runs with the same Snapshots, and reports whether they may go
// on. If their Snapshots then differ it sets the fault of c.
func (e *expansion) together(one, other *run, step async.Choice, c *child) bool {
	before, also := e.twin(one), e.twin(other)
	e.take(one, step)
	e.take(other, step)
	if one.broken != "" || other.broken != "" || before == nil || also == nil {
		return false
	}
	if e.bytes(one) == e.bytes(other) {
		return true
	}
	if why := e.unsteady(before); why != "" {
		c.fault, c.apart = why, true
		return false
	}
	again := e.twin(before)
	if again == nil {
		return false
	}
	if e.take(again, step); e.bytes(again) == e.bytes(one) { // else a copy does not do the same: see contract.go
		c.fault, c.apart = e.leavesOut(acts(step), [2]*run{before, also}, [2]*run{one, other}), true
	}
	return false
}

// acts returns the node whose handler a step calls.
func acts(step async.Choice) protocol.ID {
	if step.Do == async.Deliver {
		return step.Other
	}
	return step.Node
}

// leavesOut describes the fault of a Snapshot: two runs had the same one before a step, and
// have different ones after it. who is the node whose handler was called, if no other is known
// to differ.
func (s *search) leavesOut(who protocol.ID, before, after [2]*run) string {
	for _, id := range after[0].Members() {
		if s.snapshot(after[0], id) != s.snapshot(after[1], id) {
			who = id
			break
		}
	}
	if id := differs(after[0], after[1]); id != protocol.Nobody {
		who = id
	}
	if who == protocol.Nobody || int(who) > s.Nodes || !before[0].Up(who) || !before[1].Up(who) {
		return s.Algorithm + "'s Snapshot leaves something out: two runs have the same Snapshots, and the same step does not do the same in both"
	}
	why := fmt.Sprintf("%s's Snapshot at node %s leaves something out: two runs have the same Snapshots, and the same step does not do the same in both", s.Algorithm, name(who))
	var fields []string
	unlike(reflect.ValueOf(overlay.Innermost(before[0].Machines.Of(who))), reflect.ValueOf(overlay.Innermost(before[1].Machines.Of(who))), "", mostNested, &fields)
	if len(fields) > 0 {
		why += "; before it their machines differ in " + strings.Join(fields[:min(len(fields), mostFields)], ", ")
	}
	return why
}

// mostFields bounds how many fields are named.
const mostFields = 4

// unlike adds the fields in which two values of one type differ, in the words of Go.
func unlike(a, b reflect.Value, field string, depth int, out *[]string) {
	if depth == 0 || !a.IsValid() || !b.IsValid() || a.Type() != b.Type() {
		return
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		unlike(a.Elem(), b.Elem(), field, depth-1, out)
	case reflect.Struct:
		for i := range a.NumField() {
			unlike(a.Field(i), b.Field(i), dotted(field, a.Type().Field(i).Name), depth-1, out)
		}
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
	default:
		if fmt.Sprintf("%v", a) != fmt.Sprintf("%v", b) {
			*out = append(*out, field)
		}
	}
}
