package contacts_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/text"
)

func format(t testing.TB, name string) contacts.Format {
	t.Helper()
	f, known := contacts.FormatByName(name)
	if !known {
		t.Fatalf("no format %s", name)
	}
	return f
}

func read(t testing.TB, of, file string, rules contacts.Rules) *contacts.Trace {
	t.Helper()
	tr, err := format(t, of).Read(strings.NewReader(file), "file", rules)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// told returns the contacts as text.
func told(t *contacts.Trace) string {
	var b strings.Builder
	names := t.Names()
	for _, c := range t.Contacts() {
		fmt.Fprintf(&b, "%s-%s %v", names[c.A-1], names[c.B-1], c.From.Seconds())
		if c.Until != contacts.Forever {
			fmt.Fprintf(&b, "..%v", c.Until.Seconds())
		}
		b.WriteString("; ")
	}
	return strings.TrimSuffix(b.String(), "; ")
}

// Each case is a rule, a file, and the contacts that follow by hand.
func TestRules(t *testing.T) {
	both := contacts.Rules{OneSided: contacts.Both}
	scan := contacts.Rules{Scan: 120 * time.Second}
	for name, c := range map[string]struct {
		file  string
		rules contacts.Rules
		want  string
		empty int
	}{
		"one":                       {"1,2,5,9", contacts.Rules{}, "1-2 5..9", 0},
		"the other way round":       {"2,1,5,9", contacts.Rules{}, "1-2 5..9", 0},
		"repeated":                  {"1,2,5,9\n1,2,5,9", contacts.Rules{}, "1-2 5..9", 0},
		"nested":                    {"1,2,5,20\n1,2,8,9", contacts.Rules{}, "1-2 5..20", 0},
		"nested, the longer last":   {"1,2,8,9\n1,2,5,20", contacts.Rules{}, "1-2 5..20", 0},
		"overlapping":               {"1,2,5,9\n1,2,8,12", contacts.Rules{}, "1-2 5..12", 0},
		"touching":                  {"1,2,5,9\n1,2,9,12", contacts.Rules{}, "1-2 5..12", 0},
		"apart":                     {"1,2,9.5,12\n1,2,5,9", contacts.Rules{}, "1-2 5..9; 1-2 9.5..12", 0},
		"no length":                 {"1,2,5,5\n1,3,2,3", contacts.Rules{}, "1-3 2..3", 1},
		"no length within another":  {"1,2,5,9\n1,2,7,7", contacts.Rules{}, "1-2 5..9", 1},
		"no length, nothing else":   {"1,2,5,5", contacts.Rules{}, "", 1},
		"no length, but scans":      {"1,2,5,5", scan, "1-2 5..125", 0},
		"scans that touch":          {"1,2,5,125\n1,2,245,245\n1,2,366,366", scan, "1-2 5..365; 1-2 366..486", 0},
		"one side":                  {"1,2,5,9", both, "", 0},
		"both sides":                {"1,2,5,9\n2,1,7,12", both, "1-2 7..9", 0},
		"both sides, union":         {"1,2,5,9\n2,1,7,12", contacts.Rules{}, "1-2 5..12", 0},
		"both sides, several times": {"1,2,0,10\n2,1,2,3\n2,1,5,6\n1,2,20,30\n2,1,9,22", both, "1-2 2..3; 1-2 5..6; 1-2 9..10; 1-2 20..22", 0},
		"both sides, only touching": {"1,2,0,5\n2,1,5,9", both, "", 0},
		"both sides after scans":    {"1,2,0,0\n2,1,60,60", contacts.Rules{Scan: 120 * time.Second, OneSided: contacts.Both}, "1-2 60..120", 0},
		"open":                      {"1,2,5,\n1,3,4,6", contacts.Rules{}, "1-2 5; 1-3 4..6", 0},
		"open swallows":             {"1,2,5,\n1,2,7,9\n1,2,3,4", contacts.Rules{}, "1-2 3..4; 1-2 5", 0},
		"open, both sides":          {"1,2,5,\n2,1,7,", both, "1-2 7", 0},
		"open, with scans":          {"1,2,5,", scan, "1-2 5", 0},
		"pairs apart":               {"2,3,1,4\n1,3,1,4\n1,2,1,4", contacts.Rules{}, "1-2 1..4; 1-3 1..4; 2-3 1..4", 0},
	} {
		tr := read(t, "contacts", c.file+"\n", c.rules)
		if got := told(tr); got != c.want || tr.Tally().Empty != c.empty {
			t.Errorf("%s: %q and %d without length, want %q and %d", name, got, tr.Tally().Empty, c.want, c.empty)
		}
	}
}

// Events are states of a pair, whichever node is named first.
func TestRulesOfEvents(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"one":                     {"5 CONN 1 2 up\n9 CONN 1 2 down", "1-2 5..9"},
		"named the other way":     {"5 CONN 1 2 up\n9 CONN 2 1 down", "1-2 5..9"},
		"up again":                {"5 CONN 1 2 up\n7 CONN 2 1 up\n9 CONN 1 2 down\n11 CONN 2 1 down", "1-2 5..9"},
		"down without up":         {"3 CONN 1 2 down\n5 CONN 1 2 up\n9 CONN 1 2 down", "1-2 5..9"},
		"open":                    {"5 CONN 1 2 up\n6 CONN 1 3 up\n9 CONN 1 3 down", "1-2 5; 1-3 6..9"},
		"up and down in a moment": {"5 CONN 1 2 up\n5 CONN 1 2 down\n6 CONN 1 3 up", "1-3 6"},
		"down and up in a moment": {"5 CONN 1 2 up\n8 CONN 1 2 down\n8 CONN 1 2 up\n9 CONN 1 2 down", "1-2 5..9"},
	} {
		if got := told(read(t, "one-contacts", c.file+"\n", contacts.Rules{})); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// The forms of a list of spans are equivalent.
func TestSpansHaveManyForms(t *testing.T) {
	for _, file := range []string{
		"a,b,start,end\n3,7,12.5,80\n7,p9,90,\n",
		"3;7;12.5;80\n7;p9;90;\n",
		"# a comment\n\n3 7 12.5 80\n7\tp9   90  -\n",
		"id,end,START,To,from\nx,80,12.5,7,3\ny,,90,p9,7\n",
		"\ufeffseer seen t_first t_last k gap\r\n3 7 12.5 80 1 0\r\n7 p9 90 - 2 3\r\n",
		"3 7 12.5 80 1 0\n7 p9 90 - 2 3\n",
		`"3","7","12.5","80"` + "\n" + `"7","p9","90",""` + "\n",
	} {
		tr := read(t, "contacts", file, contacts.Rules{})
		if got, want := told(tr), "3-7 12.5..80; 7-p9 90"; got != want || tr.Nodes() != 3 {
			t.Errorf("%q: %q of %d nodes, want %q of 3", file, got, tr.Nodes(), want)
		}
	}
}

// Two rows of a file of Haggle's: one sighting at 121 s and one at 585 s.
func TestHaggle(t *testing.T) {
	tr := read(t, "contacts", "1 8 121 121 1 0\n1 8 585 585 2 464\n", contacts.Rules{Scan: 120 * time.Second})
	if got := told(tr); got != "1-8 121..241; 1-8 585..705" {
		t.Errorf("%q", got)
	}
	if want := (contacts.Tally{Rows: 2, OneSided: 1, Instants: 4, Grain: 464 * time.Second}); tr.Tally() != want {
		t.Errorf("%+v, want %+v", tr.Tally(), want)
	}
}

func TestNodesAreNumberedInOrder(t *testing.T) {
	tr := read(t, "contacts", "p10,21,0,1\np9,3,0,1\n100,21,4,4\n", contacts.Rules{})
	if got := tr.Names(); !slices.Equal(got, []string{"3", "21", "100", "p9", "p10"}) {
		t.Errorf("nodes are %v", got)
	}
	if got := told(tr); got != "3-p9 0..1; 21-p10 0..1" {
		t.Errorf("%q", got)
	}
}

func TestTally(t *testing.T) {
	tr := read(t, "contacts", "1,2,100,220\n2,1,160,160\n1,3,100,\n3,4,280,340\n", contacts.Rules{})
	if want := (contacts.Tally{Rows: 4, Empty: 1, OneSided: 3, Instants: 7, Grain: 60 * time.Second}); tr.Tally() != want {
		t.Errorf("%+v, want %+v", tr.Tally(), want)
	}
	if first, last := tr.Span(); first != 100*time.Second || last != 340*time.Second {
		t.Errorf("from %v to %v", first, last)
	}
}

func TestPartsOfATrace(t *testing.T) {
	tr := read(t, "contacts", "1,2,10,20\n1,2,30,40\n2,3,5,\n1,4,1,2\n3,4,36,37\n", contacts.Rules{})
	if got, want := told(tr.After(35*time.Second)), "1-2 0..5; 2-3 0; 3-4 1..2"; got != want {
		t.Errorf("after 35 s: %q, want %q", got, want)
	}
	if got, want := told(tr.After(20*time.Second)), "1-2 10..20; 2-3 0; 3-4 16..17"; got != want {
		t.Errorf("after 20 s: %q, want %q", got, want)
	}
	if got, want := told(tr.Before(10*time.Second)), "1-4 1..2; 2-3 5"; got != want {
		t.Errorf("before 10 s: %q, want %q", got, want)
	}
	few := tr.Among(3)
	if got, want := told(few), "1-2 10..20; 1-2 30..40; 2-3 5"; got != want || few.Nodes() != 3 {
		t.Errorf("among three: %q of %d", got, few.Nodes())
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		format, file string
		rules        contacts.Rules
		want         string
	}{
		{"contacts", "", contacts.Rules{}, "file:1: the file ends and has no contacts"},
		{"contacts", "a,b,start,end\n", contacts.Rules{}, "file:2: the file ends and has no contacts"},
		{"contacts", "1,2,5\n", contacts.Rules{}, "file:1: 3 columns: want a, b, start and end"},
		{"contacts", "1,2,5,9\n1,2,5\n", contacts.Rules{}, "file:2: 3 columns"},
		{"contacts", "1 2 5 9\n1 2 5\n", contacts.Rules{}, "file:2: 3 columns"},
		{"contacts", "a,b,start,end,k\n1,2,5,9\n", contacts.Rules{}, "file:2: 4 columns"},
		{"contacts", "a,b,start,end\n1,2,0,5,9\n", contacts.Rules{}, "file:2: 5 columns, and the first row has 4: is there a decimal comma?"},
		{"contacts", "1,2,0,5\n1,2,7,8,9\n", contacts.Rules{}, "file:2: 5 columns, and the first row has 4"},
		{"contacts", "a,b,moved,end\n1,2,5,9\n", contacts.Rules{}, "file:1: the header has no column called start, begin"},
		{"contacts", "1,2,9,5\n", contacts.Rules{}, "file:1: a contact ends before it begins: from 9s to 5s"},
		{"contacts", "1,1,5,9\n", contacts.Rules{}, `file:1: node "1" is in contact with itself`},
		{"contacts", "1,2,5,9\n1,2,NaN,9\n", contacts.Rules{}, `file:2: time: "NaN": not a number`},
		{"contacts", "1,2,5,Inf\n", contacts.Rules{}, `file:1: time: "Inf": not a number`},
		{"contacts", "1,2,-5,9\n", contacts.Rules{}, "file:1: time: \"-5\": must not be negative"},
		{"contacts", "1,2,5,1e30\n", contacts.Rules{}, "file:1: time: \"1e30\": must be seconds, at most"},
		{"contacts", "1,,5,9\n", contacts.Rules{}, "file:1: a node without a name"},
		{"contacts", "1,2\x00,5,9\n", contacts.Rules{}, "file:1: the node's name"},
		{"contacts", `1,"2,5,9` + "\n", contacts.Rules{}, `file:1: the line ends before the closing "`},
		{"contacts", "1,2,5,9" + strings.Repeat(",", 300) + "\n", contacts.Rules{}, "file:1: 304 columns: at most 256"},
		{"contacts", strings.Repeat("1", 1<<17), contacts.Rules{}, "file:1: the line has more than 65536 bytes"},
		{"contacts", "1,2,5,9\n", contacts.Rules{Scan: -1}, "must be from 0s to 24h0m0s"},
		{"one-contacts", "5 CONN 1 2 down\n", contacts.Rules{}, "no CONN event comes up"},
		{"one-contacts", "5 CONN 1 2\n", contacts.Rules{}, "file:1: want time CONN"},
		{"one-contacts", "5 CONN 1 2 up\n", contacts.Rules{OneSided: contacts.Both}, "do not say which side saw the other"},
	} {
		_, err := format(t, c.format).Read(strings.NewReader(c.file), "file", c.rules)
		if err == nil || !strings.HasPrefix(err.Error(), "mobility: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: error %v, want … %s", c.file, err, c.want)
		}
	}
	if _, err := contacts.ParseSides("either"); err == nil {
		t.Error("sides: either was accepted")
	}
}

func TestGzip(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	io.WriteString(z, "1,2,5,9\n")
	z.Close()
	whole := packed.String()
	if got := told(read(t, "contacts", whole, contacts.Rules{})); got != "1-2 5..9" {
		t.Errorf("%q", got)
	}
	if _, err := format(t, "contacts").Read(strings.NewReader(whole[:len(whole)-6]), "f.gz", contacts.Rules{}); err == nil || !strings.Contains(err.Error(), "cut off") {
		t.Errorf("a file cut off: %v", err)
	}
}

func TestWrite(t *testing.T) {
	tr := read(t, "contacts", "7,\"p,9\",90,\n3,7,12.5,80\n3,\"p,9\",80,81\n", contacts.Rules{})
	var b bytes.Buffer
	if err := format(t, "contacts").Write(&b, tr); err != nil {
		t.Fatal(err)
	}
	if want := "a,b,start,end\n3,7,12.5,80\n3,\"p,9\",80,81\n7,\"p,9\",90,\n"; b.String() != want {
		t.Errorf("spans\n%s", b.String())
	}
	b.Reset()
	if err := format(t, "one-contacts").Write(&b, tr); err != nil {
		t.Fatal(err)
	}
	if want := "12.5 CONN 3 7 up\n80 CONN 3 7 down\n80 CONN 3 p,9 up\n81 CONN 3 p,9 down\n90 CONN 7 p,9 up\n"; b.String() != want {
		t.Errorf("events\n%s", b.String())
	}
	blank := read(t, "contacts", "a b,c,0,1\n", contacts.Rules{})
	if err := format(t, "one-contacts").Write(io.Discard, blank); err == nil || !strings.Contains(err.Error(), `no room for the name "a b"`) {
		t.Errorf("error %v", err)
	}
	empty := read(t, "contacts", "a,c,0,0\n", contacts.Rules{})
	for _, f := range contacts.Formats() {
		if err := f.Write(io.Discard, empty); err == nil {
			t.Errorf("%s: an empty trace was written without an error", f.Name)
		}
	}
}

func TestFormatByFile(t *testing.T) {
	for file, want := range map[string]string{
		"a.contacts": "contacts", "dir/a.CONTACTS.gz": "contacts", "a.contacts.csv": "contacts", "exp6.contacts.dat.gz": "contacts",
		"a.conn": "one-contacts", "b.one-contacts.gz": "one-contacts", "a.csv": "", "a.one": "", "contacts": "",
	} {
		f, known := contacts.FormatByFile(file)
		if f.Name != want || known != (want != "") {
			t.Errorf("%s is %q", file, f.Name)
		}
	}
}

// Rows of a pair that a local clock puts into one another are refused, and an end that lacks is told.
func TestContactsOfLocalClocks(t *testing.T) {
	for file, want := range map[string]string{
		"a,b,start,end\n1,2,2024-10-27 02:50:00,2024-10-27 02:55:00\n1,2,2024-10-27 02:10:00,2024-10-27 02:20:00\n": "was the clock set back here",
		"a,b,start,end\n1,2,0,\n1,3,0,10\n": "1 of 2 rows have no end, and last as long as a run",
	} {
		f, _ := contacts.FormatByName("contacts")
		notes := &text.Notes{}
		_, err := f.Read(strings.NewReader(file), "a.contacts", contacts.Rules{Notes: notes})
		if told := fmt.Sprint(err, notes.Remarks); !strings.Contains(told, want) {
			t.Errorf("%s: told %s, want %s", file, told, want)
		}
	}
}
