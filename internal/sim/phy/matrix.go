package phy

import (
	"bellwether/internal/base/errs"
	"bellwether/radio"
)

// A Matrix is an explicit loss for each directed link, changing over time. A link without
// an entry, or before its first one, loses everything, as in ns-3's
// MatrixPropagationLossModel by default. A Matrix never changes.
type Matrix struct{ links[level] }

// MaxEntries bounds a matrix: a hundred nodes, all pairs, a thousand times.
const MaxEntries = 10_000_000

// NewMatrix makes a matrix of nodes 1 … n. Of several entries for one link and
// instant the last counts. The error names the first entry that makes no sense.
func NewMatrix(n int, entries []radio.Entry) (*Matrix, error) {
	if len(entries) > MaxEntries {
		return nil, errs.Radio.Errorf("%d losses are more than %d", len(entries), MaxEntries)
	}
	changes := make([]change[level], 0, len(entries))
	for i, e := range entries {
		switch {
		case !pairAmong(n, e.From, e.To):
			return nil, errs.Radio.Errorf("loss %d: no link from %d to %d among nodes 1 to %d", i+1, e.From, e.To, n)
		case !(e.LossDB >= 0):
			return nil, errs.Radio.Errorf("loss %d: must be at least 0 dB, got %g", i+1, e.LossDB)
		case e.At < 0:
			return nil, errs.Radio.Errorf("loss %d: comes before the run, at %v", i+1, e.At)
		}
		changes = append(changes, change[level]{e.From, e.To, step[level]{e.At, levelOf(e.LossDB)}})
	}
	return &Matrix{linksOf(n, changes)}, nil
}

func (m *Matrix) changes() bool { return m.last > 0 }

// loss is what a hop loses when it begins.
func (m *Matrix) loss(h *radio.Hop) level { return m.at(h.From, h.To, h.At, farLevel) }
