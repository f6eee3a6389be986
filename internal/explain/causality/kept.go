package causality

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"bellwether/internal/base/wording"
	"bellwether/protocol"
	"bellwether/trace"
)

// kept lists what kept messages from a node while it waited from one event to another: faults, links, losses, and who
// crashed or left, if the node had heard of it.
func (h *History) kept(from, to int) (all []Kept) {
	node := h.Events[to].Node
	heard := h.heard(from, to)
	for i := from + 1; i < to; i++ {
		e := &h.Events[i]
		k := Kept{AtNs: e.At, Node: node, Peer: e.Node, What: h.Describe(i)}
		switch e.Kind {
		case trace.Fault: // the crash itself is listed
			if k.Kind, k.Peer = KeptFault, protocol.Nobody; e.Name == "elect" || e.Name == "crash" || e.Node != protocol.Nobody && !heard[e.Node] {
				continue
			}
		case trace.Crash, trace.Absent:
			if k.Kind = KeptGone; !heard[e.Node] {
				continue
			}
		case trace.LinkDown:
			if k.Kind = KeptApart; e.Node == node {
				k.Peer = e.Peer
			} else if e.Peer != node {
				continue
			}
		case trace.Lost:
			if k.Kind, k.Peer = KeptLost, e.Peer; e.Node != node || e.Peer == node {
				continue
			}
		default:
			continue
		}
		all = append(all, k)
	}
	return all
}

// heard returns the nodes that a node heard while it waited or in an equal time before, and
// the leader that it follows. A crash of any other node kept no message from it.
func (h *History) heard(from, to int) map[protocol.ID]bool {
	node, heard, leader := h.Events[to].Node, map[protocol.ID]bool{}, protocol.Nobody
	since := 2*h.Events[from].At - h.Events[to].At
	for i := range h.Events[:to] {
		e := &h.Events[i]
		switch {
		case e.Node != node:
		case e.Kind == trace.Elected:
			leader = e.Peer
		case e.Kind == trace.Receive && e.At >= since:
			heard[e.Peer] = true
		}
	}
	heard[leader] = true
	return heard
}

// silence describes what kept messages from a node while it waited from one event to another.
// It groups links that break at one instant, and losses by sender.
func (a *Answer) silence(h *History, from, to int) {
	var found []string
	lost, losses := map[protocol.ID]int{}, 0
	struck := slices.DeleteFunc(h.kept(from, to), func(k Kept) bool {
		if k.Kind == KeptLost {
			lost[k.Peer]++
			losses++
		}
		return k.Kind == KeptLost
	})
	for i := 0; i < len(struck); i++ {
		k := &struck[i]
		if k.Kind != KeptApart {
			found = append(found, fmt.Sprintf("at %s %s", instant(k.AtNs), k.What))
			continue
		}
		apart := []protocol.ID{k.Peer}
		for ; i+1 < len(struck) && struck[i+1].Kind == KeptApart && struck[i+1].AtNs == k.AtNs; i++ {
			apart = append(apart, struck[i+1].Peer)
		}
		verb := "go"
		if len(apart) == 1 {
			verb = "goes"
		}
		found = append(found, fmt.Sprintf("at %s %s %s out of reach", instant(k.AtNs), some(apart), verb))
	}
	if over := len(found) - mostLines/2; over > 1 {
		found = append(found[:mostLines/2], fmt.Sprintf("and %d more", over))
	}
	if losses > 0 {
		senders := slices.SortedFunc(maps.Keys(lost), func(x, y protocol.ID) int { return cmp.Or(lost[y]-lost[x], cmp.Compare(x, y)) })
		found = append(found, fmt.Sprintf("%s to it lost, of %s", wording.Count(losses, "message"), some(senders)))
	}
	if len(found) > 0 {
		a.say("While it waited: %s.", strings.Join(found, "; "))
	}
}
