package causality

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/contract/eligibility"
	"bellwether/protocol"
	"bellwether/trace"
)

// Leads answers why a node leads at the end of the history, or who follows it though it does not take itself for a leader.
func (h *History) Leads(node protocol.ID) (Answer, error) {
	followed := map[protocol.ID]int{} // the newest decision of each node, an index of events
	for i, e := range h.Events {
		switch e.Kind {
		case trace.Elected:
			followed[e.Node] = i
		case trace.Boot, trace.Electing, trace.Crash, trace.Absent:
			delete(followed, e.Node)
		}
	}
	var followers []protocol.ID
	first := nobody
	for id, i := range followed { // the order is made below
		if h.Events[i].Peer != node {
			continue
		}
		followers = append(followers, id)
		if first == nobody || i < first {
			first = i
		}
	}
	slices.Sort(followers)
	if first == nobody {
		if len(h.handled[node]) == 0 {
			return Answer{}, fmt.Errorf("nothing is known of node %v up to there: the trace has %s", node, h.nodes())
		}
		a := Answer{Sentences: []string{fmt.Sprintf("Nobody follows %v there.", node)}}
		if s := h.stands[node]; s != nil && s.runs && !eligibility.May(s.offer) {
			a.say("%s.", claims(node, s.offer, s.barred))
		}
		if !h.Runs(node) {
			f, err := h.Follow(node) // since when it is gone
			f.Sentences = slices.Concat(a.Sentences, f.Sentences)
			return f, err
		}
		return a, nil
	}
	whom := h.Events[first].Node
	if slices.Contains(followers, node) {
		whom = node
	}
	a, err := h.Follow(whom)
	if err != nil {
		return a, err
	}
	who := fmt.Sprintf("%d nodes follow %v", len(followers), node)
	if len(followers) == 1 {
		who = fmt.Sprintf("1 node follows %v", node)
	}
	switch {
	case !h.Runs(node):
		who += ", which does not run"
	case !slices.Contains(followers, node):
		who += ", which does not take itself for the leader"
	}
	a.Sentences = slices.Insert(a.Sentences, 0, who+": "+some(followers)+".")
	return a, nil
}

// Runs reports whether a node runs at the end of the history.
func (h *History) Runs(node protocol.ID) bool {
	s := h.stands[node]
	return s != nil && s.runs
}

// some lists the first of some nodes.
func some(ids []protocol.ID) string {
	var words []string
	for _, id := range ids[:min(len(ids), mostLines)] {
		words = append(words, id.String())
	}
	if over := len(ids) - mostLines; over > 0 {
		words = append(words, fmt.Sprintf("and %d more", over))
	}
	return strings.Join(words, ", ")
}
