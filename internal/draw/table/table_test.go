package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// scenarios returns a table like that of the list of scenarios.
func scenarios() Table {
	return Table{
		Title:  "Built-in scenarios",
		Header: []string{"name", "nodes", "lasts\n(min)", "about"},
		Right:  []bool{false, true, true},
		Rows: [][]string{
			{"campus-walk", "50", "10", "Fifty phones carried by walkers; the best-charged, best-connected one leads."},
			{"two-islands", "20", "5", "Partition & merge: who | whom? <leads>"},
			{"bully-seven", "7", "1"},
		},
		Notes: []string{"show one with: bellwether scenarios show NAME"},
	}
}

func TestTableInEveryFormat(t *testing.T) {
	for _, f := range Formats() {
		var b bytes.Buffer
		table := scenarios()
		if err := table.Write(onScreen(&b), f); err != nil {
			t.Fatal(err)
		}
		golden(t, "scenarios."+string(f)+".golden", b.Bytes())
	}
}

func TestTableWithoutRows(t *testing.T) {
	for _, f := range Formats() {
		var b bytes.Buffer
		table := Table{Header: []string{"name", "about"}}
		if err := table.Write(&b, f); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), "about") {
			t.Errorf("%s: no header in %q", f, b.String())
		}
	}
}

// All lines of a text table have one width, whatever the cells contain.
func TestTextLinesAreOfOneWidth(t *testing.T) {
	var b bytes.Buffer
	table := Table{Header: []string{"a", "b ± c"}, Right: []bool{true, false}, Rows: [][]string{
		{"≥ 600.0 ± 1.0 (–; 3) ↑", "¹²"}, {"", "ⓘ"}, {"-1", "⟨1,2⟩ a much longer cell than any other"},
	}}
	if err := table.Write(onScreen(&b), Text); err != nil {
		t.Fatal(err)
	}
	width := 0
	for line := range strings.Lines(b.String()) {
		n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n"))
		if width == 0 {
			width = n
		}
		if n != width {
			t.Errorf("a line of %d among lines of %d: %s", n, width, line)
		}
	}
}

// A locale must not change a table: in East Asian ones ± and ↑ are two columns wide.
func TestTableIgnoresTheLocale(t *testing.T) {
	var plain, asian bytes.Buffer
	table := Table{Header: []string{"±"}, Rows: [][]string{{"1 ± 2 ↑"}}}
	if err := table.Write(onScreen(&plain), Text); err != nil {
		t.Fatal(err)
	}
	twwidth.SetEastAsian(true) // as tablewriter does when it finds such a locale
	if err := table.Write(onScreen(&asian), Text); err != nil {
		t.Fatal(err)
	}
	if plain.String() != asian.String() {
		t.Errorf("%s\n%s", plain.String(), asian.String())
	}
}

// Writing a table does not change it, so that it can be written again.
func TestTableIsWrittenTwice(t *testing.T) {
	var first, second bytes.Buffer
	table := scenarios()
	for _, b := range []*bytes.Buffer{&first, &second} {
		if err := table.Write(b, Markdown); err != nil {
			t.Fatal(err)
		}
	}
	if first.String() != second.String() {
		t.Error("the second time it is another table")
	}
}

func TestCSVIsReadBack(t *testing.T) {
	table := Table{Header: []string{"a\nb", "c"}, Rows: [][]string{{`say "hi", you`, "two\nlines"}, {"", " x"}}}
	var b bytes.Buffer
	if err := table.Write(&b, CSV); err != nil {
		t.Fatal(err)
	}
	got, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 || got[0][0] != "a b" || got[1][0] != `say "hi", you` || got[1][1] != "two\nlines" || got[2][1] != " x" {
		t.Errorf("%q", got)
	}
}

func TestParseFormat(t *testing.T) {
	for _, f := range Formats() {
		if got, err := ParseFormat(string(f)); err != nil || got != f {
			t.Errorf("%s: %v, %v", f, got, err)
		}
	}
	_, err := ParseFormat("pdf")
	want := "no format is called \"pdf\"; there are text, markdown, html, latex, csv"
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	table := scenarios()
	if err := table.Write(os.Stdout, "pdf"); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

type closed struct{}

var errClosed = errors.New("pipe closed")

func (closed) Write([]byte) (int, error) { return 0, errClosed }

func TestTableReportsWriteErrors(t *testing.T) {
	for _, f := range Formats() {
		table := scenarios()
		if err := table.Write(closed{}, f); !errors.Is(err, errClosed) {
			t.Errorf("%s: %v", f, err)
		}
	}
}

// A unit is separated from its title also on one line, since "nodes = 6 %" reads like six
// per cent.
func TestUnitsStandApartFromTitles(t *testing.T) {
	table := Table{Header: []string{"algorithm", "nodes = 6\n%", "messages\n/node/s", "messages/election\n"}, Rows: [][]string{{"a", "1", "2", "3"}}}
	for format, want := range map[Format]string{
		Text:     "algorithm\tnodes = 6, %\tmessages, /node/s\tmessages/election\n",
		Markdown: "| algorithm | nodes = 6, % | messages, /node/s | messages/election |\n",
		HTML:     ">nodes = 6, %</th>",
	} {
		var b bytes.Buffer
		if err := table.Write(&b, format); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s lacks %q:\n%s", format, want, b.String())
		}
	}
}
