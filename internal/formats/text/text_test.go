package text_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/formats/text"
	"bellwether/internal/testkit/sample"
)

// readers read a file to its end, each in its own way.
var readers = map[string]struct {
	fill string // may be in such a file any number of times
	read func(r io.Reader, most int64) error
}{
	"lines": {"\n", func(r io.Reader, most int64) error {
		l := text.NewLines(r, text.File{Name: "f"}, most)
		for {
			if _, ok := l.Next(); !ok {
				return l.Err()
			}
		}
	}},
	"words": {"1 \n", func(r io.Reader, most int64) error {
		w := text.NewWords(r, text.File{Name: "f"}, most)
		for more := true; more; more = w.Line() {
			for w.Next() != "" {
			}
		}
		return w.Err()
	}},
	"markup": {"<a/>", func(r io.Reader, most int64) error {
		m := text.NewMarkup(r, text.File{Name: "f"}, most)
		for {
			if _, ok := m.Next(); !ok {
				return m.Err()
			}
		}
	}},
	"JSON": {"[],", func(r io.Reader, most int64) error {
		j := text.NewJSON(io.MultiReader(strings.NewReader("["), r, strings.NewReader("0]")), text.File{Name: "f"}, most)
		if err := j.Open('['); err != nil {
			return j.Fault(err)
		}
		for j.More() {
			if err := j.Skip(); err != nil {
				return j.Fault(err)
			}
		}
		return nil
	}},
}

// A file that unpacks to more than the limit is refused, gzip bombs above all.
func TestSizeLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("megabytes of text")
	}
	const most = 1 << 20
	for name, c := range readers {
		within := strings.Repeat(c.fill, most/2/len(c.fill))
		if err := c.read(strings.NewReader(within), most); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		beyond := strings.Repeat(c.fill, 2*most/len(c.fill))
		for what, file := range map[string]io.Reader{"plain": strings.NewReader(beyond), "packed": bytes.NewReader(pack(t, beyond))} {
			if name == "JSON" && what == "packed" {
				continue // begins with a bracket, so it is not compressed
			}
			err := c.read(file, most)
			if want := fmt.Sprintf("the file has more than %d bytes", most); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s, %s: error %v, want %q", name, what, err, want)
			}
		}
	}
}

func pack(t *testing.T, s string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, s); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestLines(t *testing.T) {
	for file, want := range map[string][]string{
		"":                     {""},
		"a":                    {"a"},
		"a\n":                  {"a", ""},
		"\ufeffa\r\n\nb\ufeff": {"a", "", "b\ufeff"},
	} {
		var got []string
		l := text.NewLines(strings.NewReader(file), text.File{Name: "f"}, 100)
		for line, ok := l.Next(); ok; line, ok = l.Next() {
			got = append(got, line)
			if l.Number() != len(got) {
				t.Errorf("%q: line %d is number %d", file, len(got), l.Number())
			}
		}
		if !slices.Equal(got, want) || l.Err() != nil {
			t.Errorf("%q: %q, %v, want %q", file, got, l.Err(), want)
		}
	}
	_, ok := text.NewLines(strings.NewReader(strings.Repeat("x", text.LineLimit+1)), text.File{Name: "f"}, 1<<20).Next()
	if ok {
		t.Error("a line beyond the limit was accepted")
	}
	// Packed, it is shorter than its line.
	long := strings.Repeat("x", text.LineLimit-1)
	if got, ok := text.NewLines(bytes.NewReader(pack(t, long)), text.File{Name: "f"}, 1<<20).Next(); !ok || got != long {
		t.Errorf("a packed line of %d bytes is read as one of %d", len(long), len(got))
	}
}

func TestWords(t *testing.T) {
	w := text.NewWords(strings.NewReader("\ufeffone  two\t\r\n\n# a comment\nthree#4 # five\nsix"), text.File{Name: "f"}, 100)
	var got []string
	for more := true; more; more = w.Line() {
		for word := w.Next(); word != ""; word = w.Next() {
			got = append(got, fmt.Sprintf("%d:%s", w.Number(), word))
		}
	}
	if want := []string{"1:one", "1:two", "4:three#4", "5:six"}; !slices.Equal(got, want) || w.Err() != nil {
		t.Errorf("%q, %v, want %q", got, w.Err(), want)
	}
}

// An error of JSON names the line where the value ends, however far the decoder has read
// ahead.
func TestLinesOfJSON(t *testing.T) {
	file := "[\n1,\n\n2,\n\"" + strings.Repeat("x", 5000) + "\",\n{\"a\":\n3}\n, 4]\n"
	j := text.NewJSON(strings.NewReader(file), text.File{Name: "f"}, 1<<20)
	if err := j.Open('['); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"f:2:", "f:4:", "f:5:", "f:7:", "f:8:"} {
		var raw json.RawMessage
		if err := j.Value(&raw); err != nil {
			t.Fatal(err)
		}
		if got := j.Fault(io.EOF).Error(); !strings.Contains(got, want) {
			t.Errorf("%.10s is at %q, want %s", raw, got, want)
		}
	}
}

// Line feeds cost at most a byte of memory each, and those long past cost none. A file
// with little else is read quickly.
func TestLineFeedsOfJSON(t *testing.T) {
	many := 1 << 19
	if testing.Short() {
		many = 1 << 16
	}
	file := strings.Repeat("\n", many) + "[" + strings.Repeat("7,\n", 4*many) + "x]"
	j := text.NewJSON(strings.NewReader(file), text.File{Name: "f"}, 1<<30)
	err := j.Open('[')
	for err == nil {
		err = j.Skip()
	}
	if want := fmt.Sprintf("f:%d:", 5*many+1); !strings.Contains(j.Fault(err).Error(), want) {
		t.Errorf("%v, want line %s", j.Fault(err), want)
	}
	j = text.NewJSON(strings.NewReader("["+strings.Repeat(" ", 2<<20)), text.File{Name: "f"}, 1<<30)
	if err := errors.Join(j.Open('['), j.Skip()); err == nil || !strings.Contains(err.Error(), "blanks in a row") {
		t.Errorf("error %v of two million blanks", err)
	}
}

// Written numbers are read back within the last decimal.
func TestNumbersReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.Float64Range(-1e8, 1e8).Draw(t, "metres")
		got, err := text.Coordinate(string(text.AppendDecimal(nil, m, 6)))
		if err != nil || math.Abs(got-m) > 0.5001e-6+1e-8 {
			t.Fatalf("%v became %v, %v", m, got, err)
		}
		exact, err := text.Number(string(text.AppendExact(nil, m)))
		if err != nil || exact != m {
			t.Fatalf("%v became %v, %v", m, exact, err)
		}
		// Below 2^22 s, 48 days, a float64 of seconds is within 0.24 ns of a nanosecond, and so is
		// its product with 10^9, rounded to 0.5 ns, within another 0.25.
		at := time.Duration(rapid.Int64Range(0, 1<<22*int64(time.Second)).Draw(t, "nanoseconds"))
		if back, err := text.Time(string(text.AppendTime(nil, at))); err != nil || back != at {
			t.Fatalf("%d ns became %d, %v", at, back, err)
		}
	})
}

func TestNumbersAsWritten(t *testing.T) {
	for _, c := range []struct {
		x        float64
		decimals int
		want     string
	}{{0, 6, "0"}, {-1e-9, 6, "0"}, {100, 6, "100"}, {-2.5, 6, "-2.5"}, {1.0000005, 6, "1.000001"}, {1e8, 9, "100000000"}, {8.5417000004, 9, "8.5417"}} {
		if got := string(text.AppendDecimal(nil, c.x, c.decimals)); got != c.want {
			t.Errorf("%v is written %s, want %s", c.x, got, c.want)
		}
	}
	for at, want := range map[time.Duration]string{0: "0", time.Second: "1", 1: "0.000000001", 90*time.Second + 50*time.Millisecond: "90.05"} {
		if got := string(text.AppendTime(nil, at)); got != want {
			t.Errorf("%v is written %s, want %s", at, got, want)
		}
	}
}

// A writer that fails returns its error at the end, and writes no more.
func TestWriterKeepsItsError(t *testing.T) {
	w := text.NewWriter(&full{room: 70000})
	for range 30000 {
		w.Metres(1.5)
		w.Text(" ")
	}
	if err := w.Close(); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("error %v", err)
	}
}

type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, fmt.Errorf("disk full")
	}
	return len(p), nil
}

// A gzip file that unpacks to very much more than its size is refused after 16 unpacked
// MB, long before the limit of any file; so is one of several members. A file that unpacks
// like a trace is read on.
func TestInflatingGzipIsRefusedEarly(t *testing.T) {
	if testing.Short() {
		t.Skip("packs some hundred megabytes")
	}
	bomb := pack(t, strings.Repeat("1 2 3 4\n", sample.Of(3, 12)<<20))
	var trace strings.Builder
	for i := range sample.Of(3, 4) << 18 {
		fmt.Fprintf(&trace, "%d.00 v%d %d.%d 17.25\n", i/50, i%50, i*7919%3000, i%100)
	}
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"a bomb":             {bomb, "the gzip file unpacks to more than 250 times its size, 16 MB of the first "},
		"two in one":         {append(pack(t, "1 2 3 4\n"), bomb...), "the gzip file unpacks to more than 250 times"},
		"small bombs in one": {bytes.Repeat(pack(t, strings.Repeat("1 2 3 4\n", 1<<17)), 40), "the gzip file unpacks to more than 250 times"},
		"packed twice":       {pack(t, string(bomb)), "packed by gzip twice"},
		"a trace":            {pack(t, trace.String()), ""},
	} {
		m := &counting{r: bytes.NewReader(c.file)}
		err := readers["lines"].read(m, text.SizeLimit)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
		if c.want != "" && m.n > 300<<10 {
			t.Errorf("%s: %d of %d bytes were read before", name, m.n, len(c.file))
		}
	}
}

type counting struct {
	r io.Reader
	n int
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += n
	return n, err
}

// Any words are times within the limit, or errors, whatever the unit.
func FuzzClock(f *testing.F) {
	for _, words := range []string{"0 1", "2026-05-01T12:00:00Z", "01/05/2026 1:00 PM", "20260501120000.5", "12:00:00", "1777636800000", "090500", "1e300", "31-Dec-2069 23:59"} {
		f.Add(words, "")
		f.Add(words, "dmy")
		f.Add(words, "h")
	}
	f.Fuzz(func(t *testing.T, words, unit string) {
		c := text.Clock{Unit: unit, Advice: "--columns time=t"}
		for word := range strings.SplitSeq(words, ";") {
			if at, err := c.Read(word); err == nil && (at < 0 || at > 101*365*24*time.Hour) {
				t.Fatalf("%q in %q is %v", word, unit, at)
			}
		}
		c.Tell(text.File{Notes: &text.Notes{}})
	})
}

// In a scenario keys say what flags say to a command.
func TestKeysOfFlags(t *testing.T) {
	for message, want := range map[string]string{
		"x: --columns time=a:ms says otherwise":                                        `x: columns: "time=a:ms" says otherwise`,
		"like --columns a=1,b=2,time=3; and with --scan 20s (scan: 20s in a scenario)": `like columns: "a=1,b=2,time=3"; and with scan: 20s`,
		"--columns (columns: in a scenario) says":                                      "columns says",
		"--coordinates metres or --from csv":                                           "coordinates: metres or format: csv",
		"nothing":                                                                      "nothing",
	} {
		if got := text.Keys(message); got != want {
			t.Errorf("%q is %q, want %q", message, got, want)
		}
	}
}

// Names say times, units and dates as people write them.
func TestNamesOfColumns(t *testing.T) {
	for name, says := range map[string]bool{
		"sampleTime": true, "GPS time": true, "hour_of_day": true, "ts": true, "ms": true, "epoch": true,
		"speed_ms": false, "lifetime": false, "timezone": false, "time_delta": false, "ns": false, "candidate": false, "": false,
	} {
		if text.SaysTime(name) != says {
			t.Errorf("%q says time: %v", name, !says)
		}
	}
	for name, want := range map[string]string{"time_ms": "time ms", "Time (s)": "time s", "hour": "hour h", "timeMs": "time ms", "speed": "speed ", "µs": "µs us", "": " "} {
		rest, unit := text.UnitIn(name)
		if got := rest + " " + unit; got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}
