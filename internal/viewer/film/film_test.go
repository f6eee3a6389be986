package film_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/internal/testkit/scenariotest"
	"bellwether/internal/viewer/film"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// taped runs a built-in scenario for a while, and returns its trace and its metrics.
func taped(t *testing.T, name, until string) (file []byte, m measure.Metrics) {
	t.Helper()
	s, err := scenarios.Load(name, scenarios.Options{Set: []scenarios.Override{
		scenarios.Assign("duration", until), scenarios.Assign("warmup", "0s"), scenarios.Assign("faults", "[]"), scenarios.Assign("algorithms", "[vasudevan]")}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := trace.NewWriter(&b, trace.WriterOptions{Scenario: name, Algorithm: "vasudevan", Seed: 1, Codec: scenariotest.Codec(t, s)})
	meter := measure.NewRun(measure.Options{})
	scenariotest.Run(t, s, meter, w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), meter.Metrics()
}

func read(t *testing.T, file []byte) *film.Film {
	t.Helper()
	f, err := film.Read(bytes.NewReader(file), film.Options{Name: "t.ndjson", Dir: t.TempDir(), Page: 500})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// row is a record of a table, with the columns that the tests look at.
type row struct {
	at, value         float64
	node, peer, frame uint32
	past              uint32
	kind              string
	text              string
}

// rows reads a table again, by the layout that table.go describes.
func rows(t *testing.T, packed []byte, kinds []string) (all []row) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	count, mask := int(binary.LittleEndian.Uint32(b)), binary.LittleEndian.Uint32(b[4:])
	all = make([]row, count)
	texts := make([]uint32, count)
	at := 8
	for c, width := range []int{8, 8, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 1, 1, 1} {
		if mask>>c&1 == 0 {
			continue
		}
		for i := range all {
			cell := b[at+i*width:]
			switch c {
			case 0:
				all[i].at = math.Float64frombits(binary.LittleEndian.Uint64(cell))
			case 1:
				all[i].value = math.Float64frombits(binary.LittleEndian.Uint64(cell))
			case 6:
				all[i].node = binary.LittleEndian.Uint32(cell)
			case 7:
				all[i].peer = binary.LittleEndian.Uint32(cell)
			case 8:
				all[i].frame = binary.LittleEndian.Uint32(cell)
			case 12:
				texts[i] = binary.LittleEndian.Uint32(cell)
			case 13:
				all[i].past = binary.LittleEndian.Uint32(cell)
			case 14:
				all[i].kind = kinds[cell[0]]
			}
		}
		at += (count*width + 7) / 8 * 8
	}
	var names []string
	if err := json.Unmarshal(b[at:], &names); err != nil {
		t.Fatal(err)
	}
	for i, n := range texts {
		if n > 0 {
			all[i].text = names[n-1]
		}
	}
	return all
}

// Every record of a trace is in the scene or on a page exactly once, in order, with its
// values.
func TestAFilmHasEveryRecord(t *testing.T) {
	t.Parallel()
	file, _ := taped(t, "ten-nodes", "20s")
	f := read(t, file)
	if len(f.Head.Pages) < 2 {
		t.Error("there is one page: the test shows nothing of the turn of pages")
	}
	var said []row
	for i := range f.Head.Pages {
		page, err := f.Page(i)
		if err != nil {
			t.Fatal(err)
		}
		of := rows(t, page, f.Head.Kinds)
		if p := f.Head.Pages[i]; len(of) != p.Records || int64(of[0].at) != p.FromNs || int64(of[len(of)-1].at) != p.ToNs {
			t.Errorf("page %d: %+v", i, p)
		}
		said = append(said, of...)
	}
	scene := rows(t, f.Scene(), f.Head.Kinds)
	past := uint32(0)
	err := trace.Read(bytes.NewReader(file), "t.ndjson", func(h *trace.Header, l *trace.Line) error {
		r := l.Record
		list := &scene
		text, before := r.Name, past
		switch r.Kind {
		case trace.Send, trace.Transmit, trace.Receive, trace.Lost, trace.Timer, trace.Held:
			list, before = &said, 0
			past++
			text = strings.ReplaceAll(string(l.Content), "null", "")
		}
		if len(*list) == 0 {
			return fmt.Errorf("no record is left for %+v", r)
		}
		want := row{float64(r.At), float64(r.Value), uint32(r.Node), uint32(r.Peer), uint32(r.Frame), before, r.Kind.String(), text}
		if got := (*list)[0]; got != want {
			return fmt.Errorf("%+v, want %+v", got, want)
		}
		*list = (*list)[1:]
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if len(said)+len(scene) > 0 {
		t.Errorf("%d records too many", len(said)+len(scene))
	}
}

// The curves are the metrics of the run, drawn over time.
func TestCurvesAddUpToTheMetrics(t *testing.T) {
	t.Parallel()
	file, m := taped(t, "ten-nodes", "60s")
	c := read(t, file).Head.Curves
	mean := func(curve []float64) float64 {
		sum, live := 0.0, 0.0
		for i, x := range curve {
			sum, live = sum+x*c.Live[i], live+c.Live[i]
		}
		return sum / live
	}
	if got, want := mean(c.Leaderless), m.Get("leaderless_fraction").X; math.Abs(got-want) > 1e-9 {
		t.Errorf("the mean of leaderless is %v, leaderless_fraction %v", got, want)
	}
	wrong, samples := 0.0, 0
	for _, x := range c.Wrong {
		if x >= 0 {
			wrong, samples = wrong+x, samples+1
		}
	}
	if got, want := wrong/float64(samples), m.Get("instability_fraction").X; math.Abs(got-want) > 0.02 {
		t.Errorf("the mean of wrong is %v, instability_fraction %v", got, want)
	}
	if len(c.Live) > 2048 {
		t.Errorf("%d bins", len(c.Live))
	}
}

// line is a record of a trace for tests.
type line = trace.Record

func written(t *testing.T, lines ...line) []byte {
	t.Helper()
	var b bytes.Buffer
	w := trace.NewWriter(&b, trace.WriterOptions{Scenario: "small", Algorithm: "mine"})
	for i := range lines {
		w.Record(&lines[i])
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func at(s float64) protocol.Time { return protocol.Time(time.Duration(s * float64(time.Second))) }

// Moments are the faults, the crashes, and the spans of elections and of several leaders.
func TestMoments(t *testing.T) {
	t.Parallel()
	f := read(t, written(t,
		line{At: 0, Kind: trace.Boot, Node: 1, Value: 1}, line{At: 0, Kind: trace.Boot, Node: 2, Value: 1}, line{At: 0, Kind: trace.Boot, Node: 3, Value: 1},
		line{At: at(1), Kind: trace.Electing, Node: 1}, line{At: at(1.5), Kind: trace.Electing, Node: 2},
		line{At: at(2), Kind: trace.Elected, Node: 1, Peer: 1}, line{At: at(3), Kind: trace.Elected, Node: 2, Peer: 2},
		line{At: at(4), Kind: trace.Fault, Node: 2, Name: "crash", Value: 1}, line{At: at(4), Kind: trace.Crash, Node: 2, Why: trace.WhyFault},
		line{At: at(9), Kind: trace.Electing, Node: 3}, line{At: at(10), Kind: trace.End},
	))
	var got []string
	for _, m := range f.Head.Moments {
		got = append(got, fmt.Sprintf("%s %g %g %d %v", m.Kind, float64(m.AtNs)/1e9, float64(m.UntilNs)/1e9, m.Node, m.Nodes))
	}
	want := []string{"election 1 3 0 []", "rivals 3 4 0 [1 2]", "fault 4 0 2 []", "crash 4 0 2 []", "election 9 10 0 []"}
	if !slices.Equal(got, want) {
		t.Errorf("moments %q, want %q", got, want)
	}
	if !slices.Equal(f.Head.Nodes, []uint32{1, 2, 3}) || f.Head.EndNs != int64(10*time.Second) || f.Head.Planar || f.Head.Truth {
		t.Errorf("head %+v", f.Head)
	}
}

// A trace that ends within a line is shown up to there; a trace without nodes, and a file that
// is not a trace, are refused.
func TestDamagedTraces(t *testing.T) {
	t.Parallel()
	whole := written(t, line{Kind: trace.Boot, Node: 1, Value: 1}, line{At: at(1), Kind: trace.Elected, Node: 1, Peer: 1}, line{At: at(2), Kind: trace.End})
	f, err := film.Read(bytes.NewReader(whole[:len(whole)-9]), film.Options{Name: "cut.ndjson"})
	if f == nil || err == nil || !strings.Contains(err.Error(), "cut.ndjson:4") || f.Head.Records != 2 {
		t.Errorf("a trace that is cut: %+v, %v", f, err)
	}
	for name, text := range map[string]string{"empty": "", "none": "{}\n", "without nodes": string(written(t, line{At: at(2), Kind: trace.End})), "another version": strings.Replace(string(whole), `"version":2`, `"version":3`, 1)} {
		if f, err := film.Read(strings.NewReader(text), film.Options{Name: "x"}); f != nil || err == nil {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
	}
}

// Traces of live agents that are given one zero have one clock: the later one begins later.
func TestFilmsOfAgentsHaveOneClock(t *testing.T) {
	const zero = 1_790_000_000_000_000_000
	film3s := func(began int64, o film.Options) *film.Film {
		var b bytes.Buffer
		w := trace.NewWriter(&b, trace.WriterOptions{Algorithm: "mine", Zero: began})
		for _, r := range []trace.Record{
			{Kind: trace.Boot, Node: 1}, {At: 1e9, Kind: trace.Strike, Name: "crash", Value: 2e9},
			{At: 1e9, Kind: trace.Strike, Name: "pause", Value: -1}, {At: 3e9, Kind: trace.End},
		} {
			w.Record(&r)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		f, err := film.Read(&b, o)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for _, c := range []struct {
		began, zero       int64
		end, strikes, til float64
	}{
		{zero, zero, 3e9, 1e9, 2e9},
		{zero + 5e9, zero, 8e9, 6e9, 7e9},
		{zero + 5e9, 0, 3e9, 1e9, 2e9},
		{0, zero, 3e9, 1e9, 2e9}, // not of a live run
	} {
		f := film3s(c.began, film.Options{Zero: c.zero})
		strike := slices.DeleteFunc(rows(t, f.Scene(), f.Head.Kinds), func(r row) bool { return r.kind != "strike" })
		if f.Head.EndNs != int64(c.end) || strike[0].at != c.strikes || strike[0].value != c.til || strike[1].value != -1 {
			t.Errorf("began %d, zero %d: ends at %d, strikes %v", c.began, c.zero, f.Head.EndNs, strike)
		}
		if c.began != 0 && c.zero != 0 && f.Head.ZeroNs != zero {
			t.Errorf("its zero is %d", f.Head.ZeroNs)
		}
	}
}

// A trace that ends at its first instant has curves without values, which a page can draw: not null.
func TestFilmOfOneInstant(t *testing.T) {
	var b bytes.Buffer
	w := trace.NewWriter(&b, trace.WriterOptions{})
	w.Record(&trace.Record{Kind: trace.Boot, Node: 1})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	head, err := json.Marshal(read(t, b.Bytes()).Head.Curves)
	if err != nil || bytes.Contains(head, []byte("null")) {
		t.Errorf("%s, %v", head, err)
	}
}
