package strictyaml

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"bellwether/internal/testkit/sample"
)

// thing has every kind of field.
type thing struct {
	Count  int               `yaml:"count" jsonschema:"default=3,minimum=1,maximum=10"`
	Ratio  float64           `yaml:"ratio" unit:"m" jsonschema:"default=0.5,exclusiveMinimum=0,exclusiveMaximum=2"`
	Big    uint64            `yaml:"big"`
	Word   string            `yaml:"word" jsonschema:"default=red,enum=red,enum=blue"`
	Free   string            `yaml:"free" jsonschema:"maxLength=8"`
	On     bool              `yaml:"on"`
	Wait   Duration          `yaml:"wait" jsonschema:"default=10s" min:"1s" max:"1m"`
	Pairs  [][2]int          `yaml:"pairs" jsonschema:"maxItems=3"`
	Inner  inner             `yaml:"inner" when:"word=blue"`
	List   []inner           `yaml:"list"`
	Params map[string]string `yaml:"params"`
	hidden int               // no key: it has no tag
}

type inner struct {
	Depth int `yaml:"depth" jsonschema:"default=7"`
	Width int `yaml:"width"`
}

func decode(text string) (thing, error) {
	var got thing
	d, err := Parse("x.yaml", []byte(text))
	if err != nil {
		return got, err
	}
	d.Decode(&got)
	return got, d.Err()
}

func TestDecodeFillsDefaultsAndValues(t *testing.T) {
	got, err := decode("count: +4\nbig: 18446744073709551615\nfree: 'a: b'\non: true\nwait: 1m\npairs: [[1, 2], [-3, 4]]\n" +
		"inner: {width: 2}\nlist: [{depth: 1}, {}]\nparams: {a: 1, b: \"two\", c: 3s}\n")
	if err != nil {
		t.Fatal(err)
	}
	want := thing{Count: 4, Ratio: 0.5, Big: 1<<64 - 1, Word: "red", Free: "a: b", On: true, Wait: Duration(time.Minute),
		Pairs: [][2]int{{1, 2}, {-3, 4}}, Inner: inner{7, 2}, List: []inner{{1, 0}, {7, 0}},
		Params: map[string]string{"a": "1", "b": "two", "c": "3s"}}
	if !reflect.DeepEqual(got, want) || got.hidden != 0 {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestBoundsOfEveryKind(t *testing.T) {
	for text, want := range map[string]string{
		"count: 0":                      "1:8: count: must be at least 1, got 0",
		"count: 11":                     "must be at most 10, got 11",
		"count: 1.5":                    "must be a whole number, got 1.5",
		"count: '4'":                    `must be a whole number, got the text "4"`,
		"count: [4]":                    "must be a whole number, got a list",
		"ratio: 0":                      "must be more than 0 m, got 0",
		"ratio: 2":                      "must be less than 2 m, got 2",
		"ratio: 1.99999999999999999999": "", // exactly below, though it rounds to 2
		"ratio: .NaN":                   "must be a finite number of m, got .NaN",
		"ratio: -.inf":                  "must be a finite number of m, got -.inf",
		"ratio: Infinity":               "must be a finite number of m, got Infinity",
		"ratio: 1e999":                  "must be a finite number of m, got 1e999",
		"ratio: 1e9999":                 "must be a number of m, got 1e9999",
		"ratio: 0x1p0":                  "must be a number of m, got 0x1p0",
		"big: 18446744073709551616":     "must be from 0 to 18446744073709551615",
		"word: green":                   "must be one of red, blue, got green",
		"word: bleu":                    "did you mean blue?",
		"free: 12345":                   "must be text, got 12345",
		"free: abcdefghi":               "must be at most 8 characters long, got 9",
		"on: yes":                       "must be true or false, got yes",
		"wait: 500ms":                   "must be at least 1s, got 500ms",
		"wait: 61s":                     "must be at most 1m, got 61s",
		"wait: 9999999999h":             "is too long: 9999999999h",
		"wait: [1s]":                    "must be a duration with a unit, like 10s, got a list",
		"pairs: [[1, 2, 3]]":            "1:9: pairs[0]: must be a list of 2, like [1, 2], got 3",
		"pairs: [[1], [1], [1], [1]]":   "must have at most 3 entries, got 4",
		"inner: 5":                      "must be a mapping (depth, width), got 5",
		"inner: {count: 1}":             "unknown key; count stands at the top of the file; here there are depth, width",
		"params: {a: [1]}":              "1:13: params.a: must be one value, got a list",
		"params: 3":                     "must be a mapping, got 3",
		"hidden: 3":                     "unknown key",
	} {
		_, err := decode(text)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// hostile is the number of repetitions in such files; some have two or three times as
// many.
func hostile() int {
	if testing.Short() {
		return 10_000
	}
	return sample.Of(30_000, 100_000)
}

// TestHostileFilesAreRefusedEarly: each of these files would take a plain parser
// gigabytes, minutes, or its stack.
func TestHostileFilesAreRefusedEarly(t *testing.T) {
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := range 20 {
		alias := fmt.Sprintf("*a%d", i)
		bomb += fmt.Sprintf("a%d: &a%d [%s]\n", i+1, i+1, strings.Join([]string{alias, alias, alias, alias, alias, alias, alias, alias}, ", "))
	}
	for name, c := range map[string]struct{ text, want string }{
		"alias bomb":       {bomb, "aliases add more than 10000 values"},
		"open brackets":    {strings.Repeat("[", 2*hostile()), "nested deeper than 24 levels"},
		"open braces":      {strings.Repeat("{a: ", hostile()), "nested deeper than 24 levels"},
		"dashes":           {strings.Repeat("- ", 2*hostile()), "nested deeper"},
		"question marks":   {strings.Repeat("? ", 2*hostile()), "nested deeper"},
		"anchors":          {strings.Repeat("&a ", 3*hostile()), "not YAML"},
		"tags":             {strings.Repeat("!t ", 3*hostile()), "nested deeper"},
		"staircase":        {staircase(400), "nested deeper"},
		"its own anchor":   {"a: &a [*a]", "names no anchor before it"},
		"too many bytes":   {strings.Repeat("#", MaxBytes+1), "larger than 1048576 bytes"},
		"a program":        {"\x7fELF\x02\x01", "control characters"},
		"another encoding": {"name: \xe9\n", "x.yaml:1: not UTF-8 text"},
	} {
		if _, err := decode(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %.300v, want %q", name, err, c.want)
		}
	}
}

func staircase(steps int) string {
	var b strings.Builder
	for i := range steps {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

func TestManyFaultsAreBounded(t *testing.T) {
	_, err := decode("list: [" + strings.Repeat("x, ", hostile()) + "x]")
	var faults *Error
	if !errors.As(err, &faults) {
		t.Fatal(err)
	}
	if n := len(faults.Faults); n > maxFaults {
		t.Errorf("%d faults are kept", n)
	}
	if lines := strings.Count(err.Error(), "\n"); lines > 5*maxShown {
		t.Errorf("%d lines are printed", lines)
	}
	if !strings.HasSuffix(err.Error(), "… and 975 more faults") {
		t.Errorf("the end is %q", err.Error()[len(err.Error())-60:])
	}
}

func TestWindowsLineEndsAndByteOrderMarks(t *testing.T) {
	for _, text := range []string{"count: 4\r\nratio: 1\r\n", "\ufeffcount: 4\nratio: 1"} {
		if got, err := decode(text); err != nil || got.Count != 4 || got.Ratio != 1 {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	if _, err := decode("count: 4\r\nratio: 3\r\n"); err == nil || !strings.HasPrefix(err.Error(), "x.yaml:2:8: ") {
		t.Error(err)
	}
}

func TestTheCaretIsUnderTheColumn(t *testing.T) {
	long := "pairs: [" + strings.Repeat("[1, 2], ", 2) + strings.Repeat(" ", 200) + "[x, 1]]"
	for _, text := range []string{"count: [4]", "free: ääääääääääää", "\tfree: 3", long, "inner: {depth: 1, width: x}"} {
		_, err := decode(text)
		if err == nil {
			t.Errorf("%q is accepted", text)
			continue
		}
		var faults *Error
		errors.As(err, &faults)
		f := faults.Faults[0]
		lines := strings.Split(f.excerpt, "\n")
		shown, caret := []rune(lines[len(lines)-2]), strings.IndexRune(lines[len(lines)-1], '^')
		want := []rune(strings.Split(text, "\n")[f.Line-1])[f.Column-1]
		if got := shown[caret]; got != want && want != '\t' {
			t.Errorf("%q: the caret is under %q, not %q:\n%s", text, got, want, f.excerpt)
		}
		if len(shown) > maxExcerpt+20 {
			t.Errorf("%d columns are shown", len(shown))
		}
	}
}

func TestSetPutsValuesOverTheFile(t *testing.T) {
	d, err := Parse("x.yaml", []byte("count: 4\ninner: {depth: 1}\nlist: [{depth: 1}, {depth: 2}]"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range [][2]string{
		{"count", "5"}, {"inner.width", "9"}, {"list[1].depth", "3"}, {"list.0.width", "8"}, {"params.a.b", "x"}, {"params", "{c: 1}"},
		{"free", "a: b"}, // no YAML value, so it is text
		{"pairs", "[[1, 2]]"},
	} {
		d.Set(s[0], s[1], "--set "+s[0])
	}
	var got thing
	d.Decode(&got)
	if err := d.Err(); err != nil {
		t.Fatal(err)
	}
	if got.Count != 5 || got.Inner != (inner{1, 9}) || !reflect.DeepEqual(got.List, []inner{{1, 8}, {3, 0}}) ||
		got.Params["c"] != "1" || got.Free != "a: b" || !reflect.DeepEqual(got.Pairs, [][2]int{{1, 2}}) {
		t.Errorf("got %+v", got)
	}
	d.Names = []string{"label", "name"}
	named, _ := Parse("x.yaml", []byte("rows: [tall, {name: small}, {label: wide, name: small}]"))
	named.Names = d.Names
	for path, want := range map[string]string{
		"rows[wide].size": "rows[2].size", "rows[small].size": "rows[1].size", "rows.tall.size": "rows[0].size",
	} {
		named.Set(path, "1", "--set")
		if n, ok := named.root.find(want); !ok || n.Text != "1" || n.Path != want {
			t.Errorf("%s was not put at %s: %+v", path, want, n)
		}
	}
	if n, _ := named.root.find("rows[0].name"); n.Text != "tall" {
		t.Errorf("the plain entry is now %+v", n)
	}
	named.Set("rows[none].size", "1", "--set")
	if err := named.Err(); err == nil || !strings.Contains(err.Error(), "rows: has entries 0 to 2, not none") {
		t.Error(err)
	}
	for text, want := range map[string]string{"word: red": "rows: has no entries, so it has no 9", "rows: []": "rows: has no entries, so it has no 9"} {
		none, _ := Parse("x.yaml", []byte(text))
		none.Set("rows[9].size", "1", "--set rows[9].size=1")
		if err := none.Err(); err == nil || err.Error() != "--set rows[9].size=1: "+want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if !d.Given("inner.width") || d.Given("ratio") || d.Place("count").String() != "--set count" || d.Place("inner.depth").Line != 2 {
		t.Error("places differ from the flags and the file")
	}
}

func TestUnusedKeys(t *testing.T) {
	d, _ := Parse("x.yaml", []byte("word: red\ninner: {depth: 1}"))
	var got thing
	d.Decode(&got)
	if u := d.Unused(&got); len(u) != 1 || u[0] != (unused{"inner", "word is red"}) {
		t.Errorf("unused: %v", u)
	}
	d.Set("word", "blue", "")
	d.Decode(&got)
	if u := d.Unused(&got); len(u) != 0 {
		t.Errorf("unused: %v", u)
	}
}

func TestEncodeDecodesToTheSame(t *testing.T) {
	for _, words := range []string{"plain", "", "a: b", "- x", "null", "12", "1e3", ".nan", "yes", "ü \"q\" \\", "#", "a #b", " lead", "trail ", "x\ny", "\t", "!x", "*x"} {
		want := thing{Count: 3, Ratio: 0.1, Big: 9, Word: "blue", Free: words, Wait: Duration(1500 * time.Millisecond), On: true,
			Pairs: [][2]int{{1, 2}}, Inner: inner{4, 5}, List: []inner{{1, 2}}, Params: map[string]string{"k": words + "!", "n": "3"}}
		if len([]rune(words)) > 8 {
			want.Free = ""
		}
		text := Encode(want)
		got, err := decode(string(text))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v\n%s\ngot  %+v\nwant %+v", words, err, text, got, want)
		}
	}
}

func TestDurationsAsText(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", time.Hour: "1h", 10 * time.Minute: "10m", 90 * time.Second: "1m30s", 250 * time.Millisecond: "250ms",
		time.Hour + time.Second: "1h0m1s", time.Hour + 10*time.Minute: "1h10m", 1500 * time.Microsecond: "1.5ms",
	} {
		text, err := json.Marshal(Duration(d))
		if err != nil || string(text) != `"`+want+`"` {
			t.Errorf("%v is written %s (%v)", d, text, err)
		}
		var back Duration
		if err := json.Unmarshal(text, &back); err != nil || back.Std() != d {
			t.Errorf("%s is read as %v (%v)", text, back, err)
		}
	}
	for _, bad := range []string{`"5"`, `""`, `"s"`, `"-5s"`, `"1 s"`, `"1d"`, `"5S"`, `"+5s"`} {
		if err := json.Unmarshal([]byte(bad), new(Duration)); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
}

func TestNearestName(t *testing.T) {
	known := []string{"range", "radio", "nodes", "mobility", "at"}
	for name, want := range map[string]string{
		"rnage": "range", "Range": "range", "ranges": "range", "node": "nodes", "moblity": "mobility", "mobiltiy": "mobility",
		"zzz": "", "": "", "et": "at", strings.Repeat("a", 100): "",
	} {
		if got := Nearest(name, known); got != want {
			t.Errorf("nearest to %q is %q, want %q", name, got, want)
		}
	}
}
