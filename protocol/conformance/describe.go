package conformance

import (
	"fmt"
	"regexp"
	"slices"
	"time"

	"bellwether/internal/contract/goals"
	"bellwether/internal/contract/optional"
	"bellwether/overlay"
	"bellwether/protocol"
)

// named matches the names of algorithms and of messages.
var named = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// describe returns what is wrong with the description of an algorithm. Documentation and
// tables print the description, and no run works without it.
func (s *subject) describe() (out []error) {
	a := s.algorithm
	lacks := func(lacking bool, field, seen, write string) {
		if lacking {
			out = append(out, &finding{"Algorithm." + field, seen, write})
		}
	}
	lacks(!named.MatchString(a.Name), "Name", fmt.Sprintf("%q", a.Name), "lower case, digits and hyphens: lowest-id")
	lacks(a.About == "" && !s.program, "About", "nothing", "one sentence that says how it elects")
	lacks(!slices.Contains(goals.All(), a.Goal), "Goal", fmt.Sprintf("%q", a.Goal), fmt.Sprintf("one of %q", goals.All()))
	lacks(a.Needs > protocol.NeedsBothWays, "Needs", a.Needs.String(), "one of the constants Needs…")
	lacks(a.New == nil, "New", "nothing", "a function that resolves a Config once and gives the maker of machines")
	lacks(a.SettleBound == nil, "SettleBound", "nothing", "the time after the last change by which every component has converged, from Scale and Config")
	lacks((a.MaxNodes == 0) != (a.MaxNodesWhy == ""), "MaxNodes, MaxNodesWhy", fmt.Sprintf("at most %d nodes, because %q", a.MaxNodes, a.MaxNodesWhy), "both, or neither")
	for _, k := range a.Kinds {
		out = append(out, s.describeKind(k)...)
	}
	for _, p := range a.Params {
		lacks(p.Doc == "" && !s.program, "Params", fmt.Sprintf("parameter %s is not explained", p.Name), "a Doc of one sentence")
		if p.Type == protocol.TypeChoice {
			continue // it has no bounds
		}
		for _, bound := range []string{p.Min, p.Max} {
			_, faults := protocol.Resolve(a.Params, map[string]string{p.Name: bound}, detection)
			lacks(len(faults) > 0, "Params", fmt.Sprintf("bound %s of parameter %s: %v", bound, p.Name, faults), "a Min and a Max that are values of its Type")
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, r := range s.rows() {
		values, faults := protocol.Resolve(a.Params, r.params, detection)
		for _, err := range faults {
			out = append(out, &finding{"Algorithm.Params", err.Error(), "a Default that is a value of its Type, within Min and Max"})
		}
		if len(faults) > 0 {
			continue
		}
		config := protocol.Config{Detection: detection, Values: values}
		err := overlay.Rehearse(a, config)
		if err == nil && !s.unled {
			err = settles(a, config)
		}
		if err != nil {
			out = append(out, err)
		}
	}
	return out
}

// settles returns an error if machines cannot begin with a leader, as worlds of many laws
// do.
func settles(a protocol.Algorithm, c protocol.Config) error {
	made, err := optional.Maker(a, c)
	if err != nil {
		return err
	}
	m := made()
	defer optional.Close(m)
	if _, can := m.(protocol.Settler); can {
		return nil
	}
	return &finding{"Machine.Settle", "its machines are no protocol.Settler, and worlds of the laws begin with a leader",
		"Settle(env, leader): follow the leader, as if an election had ended; a machine that wraps another passes it on"}
}

// describeKind returns what is wrong with the description of a message.
func (s *subject) describeKind(k protocol.MessageKind) (out []error) {
	lacks := func(lacking bool, field, seen, write string) {
		if lacking {
			out = append(out, &finding{"MessageKind." + field, fmt.Sprintf("message %q (kind %d): %s", k.Name, k.Kind(), seen), write})
		}
	}
	lacks(!named.MatchString(k.Name), "Name", "its name", "lower case, digits and hyphens, as the paper names it")
	lacks(k.About == "" && !s.program, "About", "nothing is said of it", "one sentence that says what it tells, and whom")
	lacks(k.Class >= protocol.Classes, "Class", k.Class.String(), "one of the constants Class…")
	if k.Message == nil {
		lacks(true, "Message", "there is none", "one of its kind, such as its type's zero value")
		return out
	}
	lacks(k.Kind() == 0, "Message", "its Kind is 0", fmt.Sprintf("a Kind that gives a number from 1 to %d", protocol.FirstOverlayKind-1))
	lacks(!sizes.MatchString(k.Bytes()), "Message", "its size is "+k.Bytes(), "Fields that pass the counts of two lists at most, first of all, or another message, last of all")
	return out
}

// badDetection are budgets that no algorithm can keep.
var badDetection = []protocol.Detection{{}, {Interval: time.Second}, {Interval: -time.Second, Misses: 3}}
