package sweep

import "bellwether/internal/study/results"

// A shelf keeps the lines of a sweep and returns each by its place, so that a ledger need not
// keep them in memory: a directory of results has them in its file.
type shelf interface {
	Add(*results.Line) (at int64, err error)
	Line(at int64) (*results.Line, error)
}

// held are lines in memory, each at its index.
type held struct{ lines []results.Line }

// Add keeps a line.
func (h *held) Add(line *results.Line) (int64, error) {
	h.lines = append(h.lines, *line)
	return int64(len(h.lines) - 1), nil
}

// Line returns a line.
func (h *held) Line(at int64) (*results.Line, error) {
	line := h.lines[at]
	return &line, nil
}
