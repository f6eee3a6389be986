package figures

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/draw/figure"
)

// Rows are the rows of a figure, in their order, with the names that it writes. A nil value is
// all rows as they come.
type Rows []NamedRow

// A NamedRow is a row and its name in a figure.
type NamedRow struct{ Row, Name string }

// RowsOf reads rows as the command line gives them, "row" or "row=name", and refuses those
// that are not among the known.
func RowsOf(list, known []string) (Rows, error) {
	var out Rows
	for _, entry := range list {
		r, found := rowIn(entry, known)
		switch {
		case !found:
			row, _, _ := strings.Cut(entry, "=")
			return nil, fmt.Errorf("no row is called %q%s", row, strictyaml.Hint(row, known))
		case r.Name == "":
			return nil, fmt.Errorf("the row %s has an empty name", r.Row)
		}
		for _, other := range out {
			switch {
			case other.Row == r.Row:
				return nil, fmt.Errorf("the row %s is named twice", r.Row)
			case other.Name == r.Name:
				return nil, fmt.Errorf("the rows %s and %s have one name: %s", other.Row, r.Row, r.Name)
			}
		}
		out = append(out, r)
	}
	return out, nil
}

// rowIn splits an entry after a known row: rows may have "=" in their labels.
func rowIn(entry string, known []string) (NamedRow, bool) {
	if slices.Contains(known, entry) {
		return NamedRow{entry, entry}, true
	}
	for i := range entry {
		if entry[i] == '=' && slices.Contains(known, entry[:i]) {
			return NamedRow{entry[:i], strings.TrimSpace(entry[i+1:])}, true
		}
	}
	return NamedRow{}, false
}

// Name returns the name of a row in the figure.
func (rows Rows) Name(row string) string {
	if i := rows.place(row); i >= 0 {
		return rows[i].Name
	}
	return row
}

func (rows Rows) place(row string) int {
	return slices.IndexFunc(rows, func(r NamedRow) bool { return r.Row == row })
}

// Arrange gives a figure these rows only. A row keeps its colour and mark, and its values: what
// a value depends on, such as a horizon that all rows share, is the same as with all rows.
func (rows Rows) Arrange(f figure.Figure) error {
	if rows == nil {
		return nil
	}
	switch f := f.(type) {
	case *figure.Lines:
		f.Series = arranged(f.Series, rows, func(s *figure.Series) labelled { return labelled{&s.Label, &s.Row} })
	case *figure.Boxes:
		f.Rows = arranged(f.Rows, rows, func(b *figure.Box) labelled { return labelled{&b.Label, &b.Row} })
	case *figure.ECDF:
		f.Series = arranged(f.Series, rows, ofSample)
	case *figure.Survival:
		f.Series = arranged(f.Series, rows, ofSample)
	case *figure.Bars:
		for i := range f.Panels {
			f.Panels[i].Rows = arranged(f.Panels[i].Rows, rows, func(b *figure.Bar) labelled { row := b.Label; return labelled{&b.Label, &row} })
		}
	default:
		return errors.New("rows are those of results: a figure of one run has nodes")
	}
	return nil
}

func ofSample(s *figure.Sample) labelled { return labelled{&s.Label, &s.Row} }

// labelled is the label of a part of a figure, and the row that gives it its colour.
type labelled struct{ label, row *string }

// arranged returns the parts of the rows, in their order. Parts of one row keep theirs.
func arranged[T any](parts []T, rows Rows, of func(*T) labelled) []T {
	var out []T
	for _, r := range rows {
		for _, part := range parts {
			l := of(&part)
			if cmp.Or(*l.row, *l.label) != r.Row {
				continue
			}
			*l.label, *l.row = r.Name+strings.TrimPrefix(*l.label, r.Row), r.Row
			out = append(out, part)
		}
	}
	return out
}
