package phy

import (
	"cmp"
	"slices"

	"bellwether/protocol"
)

// links are values of directed links that change by steps, of nodes 1 … nodes. Before its first
// step a link has none. They never change once made.
type links[T any] struct {
	nodes       int
	rows        [][]link[T]     // by sender, sorted by receiver
	near        [][]protocol.ID // by sender: to whom it ever has a link
	first, last protocol.Time   // of the steps
}

type link[T any] struct {
	to    protocol.ID
	steps []step[T] // in the order of time
}

// A step is the value of a link from an instant on.
type step[T any] struct {
	at    protocol.Time
	value T
}

// A change is a step of one link.
type change[T any] struct {
	from, to protocol.ID
	step[T]
}

// linksOf takes the changes of n nodes. Of several for one link and instant the last counts. It
// sorts them.
func linksOf[T any](n int, changes []change[T]) links[T] {
	slices.SortStableFunc(changes, func(a, b change[T]) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.at, b.at))
	})
	l := links[T]{nodes: n, rows: make([][]link[T], n), near: make([][]protocol.ID, n)}
	for i, c := range changes {
		row := &l.rows[c.from-1]
		if len(*row) == 0 || (*row)[len(*row)-1].to != c.to {
			*row = append(*row, link[T]{to: c.to})
			l.near[c.from-1] = append(l.near[c.from-1], c.to)
		}
		one := &(*row)[len(*row)-1]
		if k := len(one.steps); k > 0 && one.steps[k-1].at == c.at {
			one.steps[k-1] = c.step
		} else {
			one.steps = append(one.steps, c.step)
		}
		if l.last = max(l.last, c.at); i == 0 || c.at < l.first {
			l.first = c.at
		}
	}
	return l
}

// Nodes is how many nodes there are.
func (l *links[T]) Nodes() int { return l.nodes }

// First is the instant of the first step: no link exists before it.
func (l *links[T]) First() protocol.Time { return l.first }

// Last is the instant of the last step: links stay as they are then.
func (l *links[T]) Last() protocol.Time { return l.last }

// pairAmong reports whether these are two of the nodes 1 … n.
func pairAmong(n int, from, to protocol.ID) bool {
	return from >= 1 && to >= 1 && int64(from) <= int64(n) && int64(to) <= int64(n) && from != to
}

// peers are the nodes to which a node ever has a link.
func (l *links[T]) peers(from protocol.ID) []protocol.ID {
	if from < 1 || int64(from) > int64(l.nodes) {
		return nil
	}
	return l.near[from-1]
}

// at returns the value of a link at an instant, or otherwise if it has none.
func (l *links[T]) at(from, to protocol.ID, at protocol.Time, otherwise T) T {
	if from < 1 || int64(from) > int64(l.nodes) {
		return otherwise
	}
	row := l.rows[from-1]
	k, known := slices.BinarySearchFunc(row, to, func(l link[T], to protocol.ID) int { return cmp.Compare(l.to, to) })
	if !known {
		return otherwise
	}
	steps := row[k].steps
	k, exact := slices.BinarySearchFunc(steps, at, func(s step[T], at protocol.Time) int { return cmp.Compare(s.at, at) })
	switch {
	case exact:
		return steps[k].value
	case k == 0:
		return otherwise
	}
	return steps[k-1].value
}
