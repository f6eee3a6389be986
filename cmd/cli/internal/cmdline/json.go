package cmdline

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"bellwether/internal/draw/table"
)

func WriteJSON(w io.Writer, what any) error { return json.NewEncoder(w).Encode(what) }

// WriteObjects writes the rows of a table as an array of objects. A whole number in a column that is
// aligned to the right becomes a number.
func WriteObjects(w io.Writer, t table.Table) error {
	b := []byte{'['}
	for i, row := range t.Rows {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '{')
		for j, title := range t.Header {
			if j > 0 {
				b = append(b, ',')
			}
			var cell any = row[j]
			if n, err := strconv.ParseInt(row[j], 10, 64); err == nil && j < len(t.Right) && t.Right[j] {
				cell = n
			}
			text, err := json.Marshal(cell)
			if err != nil {
				return err
			}
			b = append(strconv.AppendQuote(b, strings.Join(strings.Fields(strings.ToLower(title)), "_")), ':')
			b = append(b, text...)
		}
		b = append(b, '}')
	}
	_, err := w.Write(append(b, ']', '\n'))
	return err
}
