package ns2_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"bellwether/internal/formats/ns2"
	"bellwether/internal/formats/text"
	"bellwether/internal/formats/tracetest"
)

// FuzzRead reads any bytes. The result is an error that names the file and a line, or a
// trace that keeps the laws of a path.
func FuzzRead(f *testing.F) {
	for _, c := range traps {
		f.Add([]byte(c.file))
	}
	for _, c := range refusals {
		f.Add([]byte(c.file))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		tr, err := ns2.Read(bytes.NewReader(file), text.File{Name: "fuzz.tcl"})
		if err != nil {
			if !strings.HasPrefix(err.Error(), "mobility: fuzz.tcl:") {
				t.Fatalf("error %q names no line", err)
			}
			return
		}
		if tr.Nodes() < 1 || len(tr.Names()) != tr.Nodes() {
			t.Fatalf("%d nodes, %d names", tr.Nodes(), len(tr.Names()))
		}
		if v := tr.MaxSpeed(); !(v >= 0 && v < 1e6*(1+1e-11)) {
			t.Fatalf("greatest speed %g", v)
		}
		for _, x := range []float64{tr.Bounds().Min[0], tr.Bounds().Min[1], tr.Bounds().Max[0], tr.Bounds().Max[1]} {
			if !(math.Abs(x) <= 1e8*(1+1e-11)) {
				t.Fatalf("bounds %v", tr.Bounds())
			}
		}
		for node := 1; node <= tr.Nodes(); node++ {
			if law := tracetest.BrokenLaw(tr, node); law != "" {
				t.Fatalf("node %d: %s", node, law)
			}
		}
	})
}
