package plots

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// A Format is how a table is written.
type Format string

// The formats.
const (
	Text     Format = "text" // box drawing, for a terminal
	Markdown Format = "markdown"
	HTML     Format = "html"  // a fragment, for a page
	LaTeX    Format = "latex" // a table, for a document with the package booktabs
	CSV      Format = "csv"   // without title and notes
)

// Formats lists the formats.
func Formats() []Format { return []Format{Text, Markdown, HTML, LaTeX, CSV} }

// ParseFormat gives the format of a name.
func ParseFormat(name string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		if string(f) == name {
			return f, nil
		}
		names = append(names, string(f))
	}
	return "", fmt.Errorf("plots: no format is called %q; there are %s", name, strings.Join(names, ", "))
}

// A Table is any table: of results, of scenarios, of algorithms. A cell of the
// header may have two lines, which formats without lines join.
type Table struct {
	Title  string // above, if not ""
	Header []string
	Right  []bool // columns set to the right; those missing are set to the left
	Rows   [][]string
	Notes  []string // below
}

// Write writes the table to w, no line ending in a space.
func (t *Table) Write(w io.Writer, f Format) error {
	var b bytes.Buffer
	var err error
	switch f {
	case Text:
		err = t.text(&b)
	case Markdown:
		err = t.markdown(&b)
	case HTML:
		err = t.html(&b)
	case LaTeX:
		t.latex(&b)
	case CSV:
		err = t.csv(&b)
	default:
		_, err = ParseFormat(string(f))
	}
	if err != nil {
		return err
	}
	_, err = w.Write(trimLines(b.Bytes()))
	return err
}

func (t *Table) text(b *bytes.Buffer) error {
	if t.Title != "" {
		fmt.Fprintln(b, t.Title)
	}
	if err := t.render(b, renderer.NewBlueprint(), asIs); err != nil {
		return err
	}
	for _, note := range t.Notes {
		fmt.Fprintln(b, note)
	}
	return nil
}

func (t *Table) markdown(b *bytes.Buffer) error {
	escape := strings.NewReplacer("|", `\|`, "<", "&lt;", "\n", " ")
	if t.Title != "" {
		fmt.Fprintf(b, "**%s**\n\n", t.Title)
	}
	if err := t.render(b, renderer.NewMarkdown(), escape.Replace); err != nil {
		return err
	}
	for i, note := range t.Notes {
		if i == 0 {
			fmt.Fprintln(b)
		}
		fmt.Fprintf(b, "- %s\n", note)
	}
	return nil
}

func (t *Table) html(b *bytes.Buffer) error {
	if t.Title != "" {
		fmt.Fprintf(b, "<h3>%s</h3>\n", html.EscapeString(t.Title))
	}
	// Browsers fold the spaces that align cells; the file need not have them.
	if err := t.render(b, renderer.NewHTML(), joinLines); err != nil {
		return err
	}
	for _, note := range t.Notes {
		fmt.Fprintf(b, "<p>%s</p>\n", html.EscapeString(note))
	}
	return nil
}

func (t *Table) csv(b *bytes.Buffer) error {
	w := csv.NewWriter(b)
	rows := [][]string{t.cells(t.Header, joinLines)}
	for _, row := range t.Rows {
		rows = append(rows, t.cells(row, asIs))
	}
	if err := w.WriteAll(rows); err != nil {
		return fmt.Errorf("plots: csv: %w", err)
	}
	return nil
}

// cells copies a row, as wide as the header, each cell as clean makes it.
func (t *Table) cells(row []string, clean func(string) string) []string {
	out := make([]string, len(t.Header))
	for i := range min(len(row), len(out)) {
		out[i] = clean(row[i])
	}
	return out
}

func asIs(cell string) string { return cell }

// render draws the table itself, each cell as clean makes it.
//
// Widths are those of a Latin terminal whatever the locale says, so that a table
// is the same everywhere. tablewriter keeps that setting for the whole process.
func (t *Table) render(b *bytes.Buffer, with tw.Renderer, clean func(string) string) error {
	align := make(tw.Alignment, len(t.Header))
	for i := range align {
		align[i] = tw.AlignLeft
		if i < len(t.Right) && t.Right[i] {
			align[i] = tw.AlignRight
		}
	}
	table := tablewriter.NewTable(b,
		tablewriter.WithRenderer(with),
		tablewriter.WithEastAsian(tw.Off),
		tablewriter.WithHeaderAutoFormat(tw.Off), // it would shout
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithTrimSpace(tw.Off), // spaces align the parts of a cell
		tablewriter.WithAlignment(align))
	table.Header(t.cells(t.Header, clean))
	for _, row := range t.Rows {
		if err := table.Append(t.cells(row, clean)); err != nil {
			return fmt.Errorf("plots: table: %w", err)
		}
	}
	if err := table.Render(); err != nil {
		return fmt.Errorf("plots: table: %w", err)
	}
	return nil
}

// joinLines puts a cell on one line, with single spaces.
func joinLines(cell string) string { return strings.Join(strings.Fields(cell), " ") }

// trimLines takes the spaces off the ends of lines.
func trimLines(text []byte) []byte {
	lines := bytes.Split(text, []byte("\n"))
	for i, line := range lines {
		lines[i] = bytes.TrimRight(line, " ")
	}
	return bytes.Join(lines, []byte("\n"))
}
