package measure

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// drawSpans draws spans; many are equal.
func drawSpans(t *rapid.T) []Span {
	length := rapid.OneOf(
		rapid.Int64Range(0, 5),
		rapid.Int64Range(0, int64(1000*time.Hour)),
		rapid.Just(int64(math.MaxInt64/4)))
	return rapid.SliceOf(rapid.Custom(func(t *rapid.T) Span {
		return Span{time.Duration(length.Draw(t, "length")), rapid.Bool().Draw(t, "censored")}
	})).Draw(t, "spans")
}

// sortSpans sorts as Times are: by length, what was cut off last.
func sortSpans(spans []Span) {
	slices.SortStableFunc(spans, func(a, b Span) int {
		switch {
		case a.Length != b.Length:
			return int(min(max(a.Length-b.Length, -1), 1))
		case a.Censored == b.Censored:
			return 0
		case b.Censored:
			return -1
		}
		return 1
	})
}

// What is kept comes back to the nanosecond, through JSON too.
func TestTimesComeBackAsTheyWere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spans := drawSpans(t)
		kept := TimesOf(spans)
		text, err := json.Marshal(kept)
		if err != nil {
			t.Fatal(err)
		}
		var read timeSet
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if read != kept || kept.Rounded() || kept.Known() != (len(spans) > 0) {
			t.Fatalf("%v came back as %v", kept, read)
		}
		sortSpans(spans)
		if got := slices.Collect(read.All()); !slices.Equal(got, spans) {
			t.Fatalf("kept %v, got %v", spans, got)
		}
	})
}

// Runs with more observations than mostExactTimes keep every one of them, within a
// thousandth, in a line that stays far below the 4 MB that readers take.
func TestTooManyTimesAreRoundedAndSaySo(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var spans []Span
	for range mostExactTimes {
		spans = append(spans, Span{time.Duration(math.Exp(3*random.NormFloat64()) * 1e9), random.IntN(10) == 0})
	}
	exact := TimesOf(spans)
	if text, _ := exact.MarshalText(); exact.Rounded() || len(text) > 8*mostExactTimes {
		t.Errorf("%d exact times take %d bytes", mostExactTimes, len(text))
	}
	copies := 9
	if testing.Short() {
		copies = 1
	}
	for range copies {
		spans = append(spans, spans[:mostExactTimes]...)
	}
	kept := TimesOf(spans)
	text, _ := kept.MarshalText()
	if !kept.Rounded() || len(text) > 1<<18 {
		t.Errorf("rounded: %v, in %d bytes", kept.Rounded(), len(text))
	}
	sortSpans(spans)
	i, cut := 0, 0
	for got := range kept.All() {
		if off := math.Abs(float64(got.Length-spans[i].Length)) / float64(spans[i].Length); off > 1.0/1000 {
			t.Fatalf("%v for %v", got.Length, spans[i].Length)
		}
		if i++; got.Censored {
			cut++
		}
	}
	was := 0
	for _, s := range spans {
		if s.Censored {
			was++
		}
	}
	if i != len(spans) || cut != was {
		t.Errorf("%d observations with %d cut off, of %d with %d", i, cut, len(spans), was)
	}
}

// Lines of results come from disks: what is not as keep writes it is an error.
func TestDamagedTimesAreErrors(t *testing.T) {
	for what, code := range map[string]string{
		"no observation":            "\x00",
		"other bits":                "\x05\x01",
		"a number without an end":   "\x00\x80",
		"more of none":              "\x00\x00\x02",
		"no more of the same":       "\x00\x01\x00\x00",
		"longer than time can tell": "\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
		"more than anybody has":     "\x00\x01\x00\xff\xff\xff\xff\x01",
	} {
		var times timeSet
		text, _ := timeSet{code}.MarshalText()
		if err := times.UnmarshalText(text); err == nil || times.Known() {
			t.Errorf("%s: %q is read as times", what, code)
		}
	}
	if err := new(timeSet).UnmarshalText([]byte("!")); err == nil {
		t.Error("! is read as times")
	}
}

func FuzzTimes(f *testing.F) {
	for _, code := range []string{"", "\x00", "\x00\x01", "\x0a\x01\x00\x05", "\x00\x02\x03\x00\x02", "\x00\x80"} {
		f.Add([]byte(code))
	}
	f.Fuzz(func(t *testing.T, code []byte) {
		times := timeSet{string(code)}
		n, censored, err := times.valid()
		if err != nil || n > 1<<16 {
			return
		}
		cut, before := 0, observation(-1)
		for o := range times.observations() {
			if o < before {
				t.Fatalf("%d follows %d", o, before)
			}
			if before = o; o.cut() {
				cut++
			}
			n--
		}
		if n != 0 || cut != censored {
			t.Fatalf("%d more observations are told than come", n)
		}
	})
}

// A line whose counts do not match its times was not written by us.
func TestTimesThatAreNotTheCountedOnesAreRefused(t *testing.T) {
	var m Metrics
	m.Set("election_time_s", Value{X: 1, Known: true, Median: 1, N: 2, Times: TimesOf([]Span{{time.Second, false}, {time.Second, false}})})
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var read Metrics
	if err := json.Unmarshal(text, &read); err != nil || !reflect.DeepEqual(read, m) {
		t.Fatalf("%v: %s", err, text)
	}
	lie := strings.Replace(string(text), `"observations":{"election_time_s":2}`, `"observations":{"election_time_s":3}`, 1)
	if err := json.Unmarshal([]byte(lie), &read); err == nil || !strings.Contains(err.Error(), "its times are 2 with 0 cut off, its observations 3 with 0") {
		t.Errorf("%v", err)
	}
}
