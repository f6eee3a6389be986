package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/draw/table"
)

// listFormat is --format of every verb that lists something.
type listFormat string

func (f *listFormat) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar((*string)(f), "format", string(table.Text), "print in this `form`: "+strings.Join(table.FormatNames(), ", "))
	complete(cmd, "format", table.FormatNames)
}

// write prints a list. As JSON it is an array of objects with a key for each column: its
// title in lower case, with _ between words.
func (f listFormat) write(w io.Writer, t table.Table) error {
	if f == table.FormatJSON {
		return writeObjects(w, t)
	}
	if err := f.check(); err != nil {
		return err
	}
	return t.Write(w, table.Format(f))
}

// check refuses unknown formats.
func (f listFormat) check() error {
	if slices.Contains(table.FormatNames(), string(f)) {
		return nil
	}
	return fmt.Errorf("--format %s: unknown format%s", string(f), strictyaml.Hint(string(f), table.FormatNames()))
}

// writeObjects writes the rows of a table. Cells set to the right that are whole numbers are
// numbers.
func writeObjects(w io.Writer, t table.Table) error {
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
