package table

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
	Text     Format = "text" // on a Screen for people; elsewhere plain lines
	Markdown Format = "markdown"
	HTML     Format = "html"  // a fragment, for a page
	LaTeX    Format = "latex" // a table, for a document with the package booktabs
	CSV      Format = "csv"   // without title and notes
)

// Formats lists the formats.
func Formats() []Format { return []Format{Text, Markdown, HTML, LaTeX, CSV} }

// FormatJSON is the name of a further format: reports as JSON, one object a line.
const FormatJSON = "json"

// FormatNames lists the names of the formats of a report: the formats of tables, and JSON.
func FormatNames() []string {
	var names []string
	for _, f := range Formats() {
		names = append(names, string(f))
	}
	return append(names, FormatJSON)
}

// ParseFormat returns the format of a name.
func ParseFormat(name string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		if string(f) == name {
			return f, nil
		}
		names = append(names, string(f))
	}
	return "", fmt.Errorf("no format is called %q; there are %s", name, strings.Join(names, ", "))
}

// A Table is any table: of results, of scenarios, of algorithms. A cell of the
// header may have two lines, the second for a unit. Formats whose headers have one line put a
// comma between them, since "nodes = 6 %" reads like six per cent.
type Table struct {
	Title  string // above the table; "": none
	Header []string
	Right  []bool // columns aligned to the right; missing ones are aligned to the left
	Rows   [][]string
	Notes  []string // below the table
	// Verdict is what follows from the table, a sentence or two each, below the notes.
	Verdict []string
	Keys    []string // names by which users choose columns, "" or missing if it is the title
	Choose  string   // how a user chooses columns, like "--columns KEY,…"; "": they cannot be chosen
	Brief   shorter  // makes a form for screens on which not all has room; nil: it has none
}

// Write writes the table to w, no line ending in a space. Text is laid out for w if it
// is a Screen.
func (t *Table) Write(w io.Writer, f Format) error { return WriteTables(w, f, *t) }

// WriteTables writes tables one below another: all of them, or none if one has an error.
func WriteTables(w io.Writer, f Format, tables ...Table) error {
	var b bytes.Buffer
	for i := range tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		if err := tables[i].write(&b, f, screenOf(w)); err != nil {
			return err
		}
	}
	_, err := w.Write(trimLines(b.Bytes()))
	return err
}

func (t *Table) write(b *bytes.Buffer, f Format, s *Screen) error {
	switch f {
	case Text:
		return t.text(b, s)
	case Markdown:
		return t.markdown(b)
	case HTML:
		return t.html(b)
	case LaTeX:
		t.latex(b)
		return nil
	case CSV:
		return t.csv(b)
	}
	_, err := ParseFormat(string(f))
	return err
}

// WriteRemark writes a line between tables, in plain lines and LaTeX as a comment. CSV has
// none. The line is not broken, since it may be a command to copy.
func WriteRemark(w io.Writer, f Format, text string) error {
	var err error
	switch s := screenOf(w); f {
	case Text:
		if s.Columns <= 0 {
			text = remark(text)
		}
		_, err = fmt.Fprintln(w, s.Ink.in(dimmed, text))
	case Markdown:
		_, err = fmt.Fprintln(w, text)
	case HTML:
		_, err = fmt.Fprintf(w, "<p>%s</p>\n", html.EscapeString(text))
	case LaTeX:
		_, err = fmt.Fprintf(w, "%% %s\n", joinLines(text))
	}
	return err
}

func (t *Table) markdown(b *bytes.Buffer) error {
	escape := strings.NewReplacer("|", `\|`, "<", "&lt;", "\n", " ").Replace
	if t.Title != "" {
		fmt.Fprintf(b, "**%s**\n\n", t.Title)
	}
	if err := t.titled(oneLine).render(b, renderer.NewMarkdown(), escape); err != nil {
		return err
	}
	for i, note := range t.Notes {
		if i == 0 {
			fmt.Fprintln(b)
		}
		fmt.Fprintf(b, "- %s\n", note)
	}
	for _, said := range t.Verdict {
		fmt.Fprintf(b, "\n%s\n", said)
	}
	return nil
}

func (t *Table) html(b *bytes.Buffer) error {
	if t.Title != "" {
		fmt.Fprintf(b, "<h3>%s</h3>\n", html.EscapeString(t.Title))
	}
	// Browsers ignore the spaces that align cells, so that the file has none.
	if err := t.titled(oneLine).render(b, renderer.NewHTML(), joinLines); err != nil {
		return err
	}
	for _, note := range t.Notes {
		fmt.Fprintf(b, "<p>%s</p>\n", html.EscapeString(note))
	}
	for _, said := range t.Verdict {
		fmt.Fprintf(b, "<p class=\"verdict\">%s</p>\n", html.EscapeString(said))
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
		return fmt.Errorf("csv: %w", err)
	}
	return nil
}

// cells returns a row with as many cells as the header, each passed through clean.
func (t *Table) cells(row []string, clean func(string) string) []string {
	out := make([]string, len(t.Header))
	for i := range min(len(row), len(out)) {
		out[i] = clean(row[i])
	}
	return out
}

// titled returns the table with its header passed through clean.
func (t *Table) titled(clean func(string) string) *Table {
	out := *t
	out.Header = t.cells(t.Header, clean)
	return &out
}

func asIs(cell string) string { return cell }

// render writes the table without title and notes, each cell passed through clean.
//
// Widths are as on a Latin terminal in every locale, so that a table
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
		tablewriter.WithHeaderAutoFormat(tw.Off), // it would write capitals
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithTrimSpace(tw.Off), // spaces align the parts of a cell
		tablewriter.WithAlignment(align))
	table.Header(t.cells(t.Header, clean))
	for _, row := range t.Rows {
		if err := table.Append(t.cells(row, clean)); err != nil {
			return fmt.Errorf("table: %w", err)
		}
	}
	if err := table.Render(); err != nil {
		return fmt.Errorf("table: %w", err)
	}
	return nil
}

// joinLines puts a cell on one line, with single spaces.
func joinLines(cell string) string { return strings.Join(strings.Fields(cell), " ") }

// trimLines removes spaces at the ends of lines.
func trimLines(text []byte) []byte {
	lines := bytes.Split(text, []byte("\n"))
	for i, line := range lines {
		lines[i] = bytes.TrimRight(line, " ")
	}
	return bytes.Join(lines, []byte("\n"))
}
