package air

import (
	"cmp"
	"slices"

	"bellwether/internal/refuse"
	"bellwether/protocol"
	"bellwether/radio"
)

// A Matrix is an explicit loss for each directed link, changing over time. A link without
// an entry, or before its first one, loses everything, as in ns-3's
// MatrixPropagationLossModel by default. A Matrix never changes.
type Matrix struct {
	nodes int
	rows  [][]matrixLink // by sender
	near  [][]protocol.ID
	first protocol.Time // of the entries
	last  protocol.Time
}

// matrixLink holds the losses of one directed link, in the order of time.
type matrixLink struct {
	to   protocol.ID
	loss []matrixStep
}

type matrixStep struct {
	at   protocol.Time
	loss level
}

// MaxEntries bounds a matrix: a hundred nodes, all pairs, a thousand times.
const MaxEntries = 10_000_000

// NewMatrix makes a matrix of nodes 1 … n. Of several entries for one link and
// instant the last counts. The error names the first entry that makes no sense.
func NewMatrix(n int, entries []radio.Entry) (*Matrix, error) {
	if len(entries) > MaxEntries {
		return nil, refuse.Radio.Errorf("%d losses are more than %d", len(entries), MaxEntries)
	}
	for i, e := range entries {
		switch {
		case e.From < 1 || e.To < 1 || int64(e.From) > int64(n) || int64(e.To) > int64(n) || e.From == e.To:
			return nil, refuse.Radio.Errorf("loss %d: no link from %d to %d among nodes 1 to %d", i+1, e.From, e.To, n)
		case !(e.LossDB >= 0):
			return nil, refuse.Radio.Errorf("loss %d: must be at least 0 dB, got %g", i+1, e.LossDB)
		case e.At < 0:
			return nil, refuse.Radio.Errorf("loss %d: comes before the run, at %v", i+1, e.At)
		}
	}
	sorted := slices.Clone(entries)
	slices.SortStableFunc(sorted, func(a, b radio.Entry) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.At, b.At))
	})
	m := &Matrix{nodes: n, rows: make([][]matrixLink, n), near: make([][]protocol.ID, n)}
	for i, e := range sorted {
		row := &m.rows[e.From-1]
		if len(*row) == 0 || (*row)[len(*row)-1].to != e.To {
			*row = append(*row, matrixLink{to: e.To})
			m.near[e.From-1] = append(m.near[e.From-1], e.To)
		}
		link := &(*row)[len(*row)-1]
		step := matrixStep{e.At, levelOf(e.LossDB)}
		if k := len(link.loss); k > 0 && link.loss[k-1].at == e.At {
			link.loss[k-1] = step
		} else {
			link.loss = append(link.loss, step)
		}
		if m.last = max(m.last, e.At); i == 0 || e.At < m.first {
			m.first = e.At
		}
	}
	return m, nil
}

// Nodes is how many nodes there are.
func (m *Matrix) Nodes() int { return m.nodes }

// First is the instant of the first entry: before it there is no link.
func (m *Matrix) First() protocol.Time { return m.first }

// Last is the instant of the last entry: losses stay as they are then.
func (m *Matrix) Last() protocol.Time { return m.last }

func (m *Matrix) changes() bool { return m.last > 0 }

// peers are the nodes to which a node ever has a link.
func (m *Matrix) peers(from protocol.ID) []protocol.ID {
	if from < 1 || int64(from) > int64(m.nodes) {
		return nil
	}
	return m.near[from-1]
}

// loss is what a hop loses when it begins.
func (m *Matrix) loss(h *radio.Hop) level {
	if h.From < 1 || int64(h.From) > int64(m.nodes) {
		return farLevel
	}
	row := m.rows[h.From-1]
	k, known := slices.BinarySearchFunc(row, h.To, func(l matrixLink, to protocol.ID) int { return cmp.Compare(l.to, to) })
	if !known {
		return farLevel
	}
	steps := row[k].loss
	k, exact := slices.BinarySearchFunc(steps, h.At, func(s matrixStep, at protocol.Time) int { return cmp.Compare(s.at, at) })
	switch {
	case exact:
		return steps[k].loss
	case k == 0:
		return farLevel
	}
	return steps[k-1].loss
}
