package figure_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/plot/cmpimg"

	"bellwether/internal/testkit/sample"
)

// examples are the figures in testdata.
var examples = []struct {
	name string
	draw func()
}{
	{"lines", ExampleLines}, {"lines-beside", ExampleLines_beside}, {"boxes", ExampleBoxes}, {"ecdf", ExampleECDF}, {"survival", ExampleSurvival},
	{"ecdf-many", ExampleECDF_many}, {"lines-many", ExampleLines_many},
	{"bars", ExampleBars}, {"timeline", ExampleTimeline}, {"map", ExampleMap}, {"energy", ExampleEnergy}, {"space-time", ExampleSpaceTime},
}

var update = flag.Bool("update", false, "write the figures in testdata again")

// pngTolerance is a difference between pixels that is not visible.
const pngTolerance = 0.01

// Each example draws the files in testdata: the same bytes of SVG, twice, a PNG that looks
// the same, and a PDF.
func TestFiguresAreThoseOfTheExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("every figure is drawn")
	}
	goldens, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	read := func(t *testing.T, dir, name string) []byte {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for i, e := range examples {
		t.Run(e.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			e.draw()
			svg, png := read(t, ".", e.name+".svg"), read(t, ".", e.name+".png")
			if *update {
				for name, b := range map[string][]byte{e.name + ".svg": svg, e.name + ".png": png} {
					if err := os.WriteFile(filepath.Join(goldens, name), b, 0o644); err != nil {
						t.Fatal(err)
					}
				}
			}
			if !bytes.Equal(svg, read(t, goldens, e.name+".svg")) {
				t.Errorf("%s.svg differs (go test -update accepts it)", e.name)
			}
			if golden := read(t, goldens, e.name+".png"); !bytes.Equal(png, golden) { // another machine may round otherwise
				same, err := cmpimg.EqualApprox("png", png, golden, pngTolerance)
				if err != nil || !same {
					t.Errorf("%s.png differs (go test -update accepts it): %v", e.name, err)
				}
			}
			if pdf := read(t, ".", e.name+".pdf"); !bytes.HasPrefix(pdf, []byte("%PDF-")) || !bytes.Contains(pdf, []byte("%%EOF")) {
				t.Errorf("%s.pdf is not a PDF file: %.20q", e.name, pdf)
			}
			if !sample.Takes(i, 4) { // the comparison with testdata is enough
				return
			}
			e.draw()
			if !bytes.Equal(svg, read(t, ".", e.name+".svg")) {
				t.Errorf("%s.svg differs when drawn again", e.name)
			}
		})
	}
}
