package formats_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"bellwether/internal/formats"
	"bellwether/internal/formats/movetrace"
	draws "bellwether/internal/testkit/sample"
)

// walks returns a trace of nodes that turn every so many seconds.
func walks(tb testing.TB, nodes, seconds, turn int) *movetrace.Trace {
	tb.Helper()
	r := movetrace.NewRecorder(movetrace.RecorderOptions{})
	for i := range nodes {
		node, err := r.Node(fmt.Sprint("car", i))
		for at := 0; at <= seconds && err == nil; at += turn {
			err = r.Fix(node, time.Duration(at)*time.Second, [2]float64{float64((i*7919 + at*104729) % 3000), float64((i*31 + at*1299709) % 3000)})
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	tr, err := r.Trace()
	if err != nil {
		tb.Fatal(err)
	}
	return tr
}

// meter counts the bytes that are read, and measures the live memory every few megabytes.
type meter struct {
	r          io.Reader
	read, next int64
	peak       uint64
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	m.read += int64(n)
	if m.read >= m.next {
		m.next = m.read + 8<<20
		m.peak = max(m.peak, alive())
	}
	return n, err
}

func alive() uint64 {
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}

// A hundred megabytes of cars with a position each second, or twenty in go test, take only the memory
// of their turns: 14 bytes each, as much again while they grow, and the buffers of reader and
// writer. Measured: 0.7 MB.
func TestHundredMegabytesOfStepsStream(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 100 MB of XML")
	}
	tr := walks(t, 400, draws.Of(1000, 4400), 200)
	f, err := formats.ByName("fcd")
	if err != nil {
		t.Fatal(err)
	}
	before := alive()
	m := &meter{}
	again := pipe(t, f, tr, m)
	const room = 4 << 20
	if m.read < int64(draws.Of(20e6, 100e6)) || m.peak > before+room {
		t.Errorf("%d bytes were read with %d more bytes alive, want at most %d", m.read, m.peak-before, room)
	}
	t.Logf("%.0f MB read with %.1f MB alive", float64(m.read)/1e6, float64(m.peak-before)/1e6)
	if legs, most := again.Legs(), 2*tr.Legs(); again.Nodes() != tr.Nodes() || legs > most {
		t.Errorf("%d legs of %d nodes, want at most %d of %d", legs, again.Nodes(), most, tr.Nodes())
	}
}

// pipe writes a trace into a reader of the same format.
func pipe(tb testing.TB, f formats.Format, tr *movetrace.Trace, m *meter) *movetrace.Trace {
	tb.Helper()
	r, w := io.Pipe()
	go func() { w.CloseWithError(f.Write(w, tr, formats.WriteOptions{})) }()
	m.r = r
	again, err := f.Read(m, formats.Input{Name: "pipe" + f.Extensions[0]})
	r.Close()
	if err != nil {
		tb.Fatal(err)
	}
	return again
}

// If nodes turn at every fix, the worst case, a reader of metres keeps at most 18 bytes a
// turn, and a reader of degrees at most 32. It was 48, and as much again while they were
// collected.
func TestTurnsArePacked(t *testing.T) {
	if testing.Short() {
		t.Skip("a hundred thousand turns")
	}
	nodes, seconds := draws.Of(30, 100), 1000
	tr := walks(t, nodes, seconds, 1).Anchored(movetrace.Anchor{OnEarth: true})
	for _, f := range written() {
		t.Run(f.Name, func(t *testing.T) {
			most := 18.0 // turns are kilometres apart here: cars take 11
			if f.Name == "gpx" || f.Name == "geojson" {
				most = 32
			}
			var file strings.Builder
			if err := f.Write(&file, tr, formats.WriteOptions{}); err != nil {
				t.Fatal(err)
			}
			before := alive()
			again, err := f.Read(strings.NewReader(file.String()), formats.Input{Name: "walk" + f.Extensions[0]})
			if err != nil {
				t.Fatal(err)
			}
			kept := float64(alive()-before) / float64(again.Legs())
			if again.Legs() < nodes*seconds/2 || kept > most {
				t.Errorf("%d legs of %.1f bytes, want at most %.0f", again.Legs(), kept, most)
			}
			t.Logf("%d legs of %.1f bytes", again.Legs(), kept)
			runtime.KeepAlive(again)
			runtime.KeepAlive(file)
		})
	}
}

// BenchmarkRead reads a trace in which nodes turn at every fix, the worst case: one leg of
// 14 bytes for each fix. It reports the memory that is kept, in bytes for each byte of the
// file.
func BenchmarkRead(b *testing.B) {
	tr := walks(b, 200, 600, 1).Anchored(movetrace.Anchor{OnEarth: true})
	for _, f := range written() {
		b.Run(f.Name, func(b *testing.B) {
			var file strings.Builder
			if err := f.Write(&file, tr, formats.WriteOptions{}); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(file.Len()))
			before := alive()
			var again *movetrace.Trace
			for b.Loop() {
				var err error
				if again, err = f.Read(strings.NewReader(file.String()), formats.Input{Name: "bench" + f.Extensions[0]}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(alive()-before)/float64(file.Len()), "kept-B/B")
			runtime.KeepAlive(again)
		})
	}
}

// BenchmarkWrite writes the same trace as BenchmarkRead reads.
func BenchmarkWrite(b *testing.B) {
	tr := walks(b, 200, 600, 1).Anchored(movetrace.Anchor{OnEarth: true})
	for _, f := range written() {
		b.Run(f.Name, func(b *testing.B) {
			m := &counter{}
			for b.Loop() {
				m.n = 0
				if err := f.Write(m, tr, formats.WriteOptions{}); err != nil {
					b.Fatal(err)
				}
			}
			b.SetBytes(m.n)
		})
	}
}

type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}
