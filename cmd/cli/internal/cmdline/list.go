package cmdline

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/draw/table"
)

// A ListFormat is --format of every verb that lists something.
type ListFormat string

func (f *ListFormat) Bind(cmd *cobra.Command) {
	cmd.Flags().StringVar((*string)(f), "format", string(table.Text), "print in this `form`: "+strings.Join(table.FormatNames(), ", "))
	Complete(cmd, "format", table.FormatNames)
}

// Write prints a list. As JSON it is an array of objects with a key for each column: its
// title in lower case, with _ between words.
func (f ListFormat) Write(w io.Writer, t table.Table) error {
	if f == table.FormatJSON {
		return WriteObjects(w, t)
	}
	if err := f.Check(); err != nil {
		return err
	}
	return t.Write(w, table.Format(f))
}

// Check refuses unknown formats.
func (f ListFormat) Check() error {
	if slices.Contains(table.FormatNames(), string(f)) {
		return nil
	}
	return fmt.Errorf("--format %s: unknown format%s", string(f), strictyaml.Hint(string(f), table.FormatNames()))
}
