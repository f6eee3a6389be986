package formats_test

import (
	"bytes"
	"io"
	"io/fs"
	"math"
	"strings"
	"testing"
	"time"

	"bellwether/internal/formats"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
	"bellwether/internal/formats/tracetest"
)

func FuzzBonnMotion(f *testing.F) { fuzz(f, "bonnmotion") }
func FuzzCORE(f *testing.F)       { fuzz(f, "core") }
func FuzzCOREXML(f *testing.F)    { fuzz(f, "core-xml") }
func FuzzMob(f *testing.F)        { fuzz(f, "mob") }
func FuzzOTNS(f *testing.F)       { fuzz(f, "otns") }
func FuzzPlt(f *testing.F)        { fuzz(f, "plt") }
func FuzzTurtle(f *testing.F)     { fuzz(f, "turtle") }
func FuzzCSV(f *testing.F)        { fuzz(f, "csv") }
func FuzzEEL(f *testing.F)        { fuzz(f, "eel") }
func FuzzFCD(f *testing.F)        { fuzz(f, "fcd") }
func FuzzGeoJSON(f *testing.F)    { fuzz(f, "geojson") }
func FuzzGPX(f *testing.F)        { fuzz(f, "gpx") }
func FuzzONE(f *testing.F)        { fuzz(f, "one") }
func FuzzONEPaths(f *testing.F)   { fuzz(f, "one-paths") }

// Tables and points whose columns a mapping says.
func FuzzMapping(f *testing.F) {
	for _, c := range silentCases() {
		f.Add([]byte(c.text), c.columns, strings.HasSuffix(c.file, ".geojson"))
	}
	f.Add([]byte("2 2026-05-01 12:00 8 47\n"), "node=1,time=2+3:dmy:sort,lon=4,lat=5", false)
	f.Fuzz(func(t *testing.T, file []byte, columns string, points bool) {
		m, err := text.ParseMapping(columns)
		if err != nil {
			return
		}
		name, in := "csv", formats.Input{Name: "fuzz.csv", Columns: m, Notes: &text.Notes{}}
		if points {
			name = "geojson"
		}
		format, err := formats.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		within := text.Rectangle{West: -1, South: -1, East: 30, North: 50}
		for _, in.Within = range []*text.Rectangle{nil, &within} {
			tr, err := format.Read(bytes.NewReader(file), in)
			if err == nil {
				checkLaws(t, tr)
			} else if !strings.HasPrefix(err.Error(), "mobility: fuzz.csv:") {
				t.Fatalf("error %q names no line", err)
			}
		}
	})
}

// fuzz gives a reader any bytes. The result is an error that names the file and a line, or
// a trace that keeps the laws of a path, is within the limits, and can be written and read
// again.
func fuzz(f *testing.F, name string) {
	format, err := formats.ByName(name)
	if err != nil {
		f.Fatal(err)
	}
	add := func(file, text, beside string) {
		if of, err := formats.ByFile(file); err == nil && of.Name == name && len(text) < 10000 {
			f.Add([]byte(text), []byte(beside))
		}
	}
	for _, s := range allSamples() {
		add(s.file, s.text, s.beside)
	}
	for _, c := range refusals {
		add(c.file, c.text, c.beside)
	}
	for _, c := range silentCases() {
		add(c.file, c.text, "")
	}
	f.Fuzz(func(t *testing.T, file, beside []byte) {
		in := formats.Input{Name: "fuzz" + format.Extensions[0], Companion: func(string) (io.ReadCloser, error) {
			if len(beside) == 0 {
				return nil, fs.ErrNotExist
			}
			return io.NopCloser(bytes.NewReader(beside)), nil
		}}
		tr, err := format.Read(bytes.NewReader(file), in)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "mobility: fuzz.") {
				t.Fatalf("error %q names no line", err)
			}
			return
		}
		checkLaws(t, tr)
		if !format.Writes() || format.Steps && tr.Duration() > time.Hour {
			return // a file of so many steps takes too long
		}
		again := through(t, format, tr)
		if again.Nodes() > tr.Nodes() {
			t.Fatalf("%d nodes became %d", tr.Nodes(), again.Nodes())
		}
	})
}

func checkLaws(t *testing.T, tr *movetrace.Trace) {
	if tr.Nodes() < 1 || len(tr.Names()) != tr.Nodes() {
		t.Fatalf("%d nodes, %d names", tr.Nodes(), len(tr.Names()))
	}
	if v := tr.MaxSpeed(); !(v >= 0 && v <= movetrace.TeleportSpeed*(1+1e-9)) {
		t.Fatalf("greatest speed %g", v)
	}
	b := tr.Bounds()
	for _, x := range []float64{b.Min[0], b.Min[1], b.Max[0], b.Max[1]} {
		if !(math.Abs(x) <= 1e8*(1+1e-11)) {
			t.Fatalf("bounds %v", b)
		}
	}
	for node := 1; node <= tr.Nodes(); node++ {
		if law := tracetest.BrokenLaw(tr, node); law != "" {
			t.Fatalf("node %d: %s", node, law)
		}
	}
}
