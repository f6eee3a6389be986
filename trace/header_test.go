package trace

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bellwether/internal/contract/provenance"
)

// The lines of a header are read as they were written, up to the bound; beyond it their
// number is read.
func TestHeaderBringsTheGroundAlong(t *testing.T) {
	const maxCorners = 20_000
	triangle := [][2]float64{{0, -1.5}, {1e6, 0}, {0.01, 7}, {0, -1.5}}
	long := make([][2]float64, maxCorners-4)
	for _, c := range []struct {
		written, want [][][2]float64
		leftOut       int
	}{
		{nil, nil, 0},
		{[][][2]float64{triangle}, [][][2]float64{triangle}, 0},
		{[][][2]float64{triangle, long}, [][][2]float64{triangle, long}, 0},
		{[][][2]float64{triangle, long, triangle, nil}, [][][2]float64{triangle, long}, 2},
	} {
		for _, ground := range []struct{ written, want provenance.Ground }{
			{provenance.Ground{Obstacles: c.written}, provenance.Ground{Obstacles: c.want, ObstaclesLeftOut: c.leftOut}},
			{provenance.Ground{Roads: c.written}, provenance.Ground{Roads: c.want, RoadsLeftOut: c.leftOut}},
		} {
			o := options(t)
			o.Ground = ground.written
			header, _ := read(t, written(t, o, everything()[:1]...))
			if diff := cmp.Diff(ground.want, header.Ground); diff != "" {
				t.Error(diff)
			}
		}
	}
	// The largest coordinates that a scenario may have, to the centimetre.
	widest := make([][2]float64, maxCorners)
	for i := range widest {
		widest[i] = [2]float64{-9999999.99, -9999999.99}
	}
	o := options(t)
	o.Ground = provenance.Ground{Obstacles: [][][2]float64{widest[:7]}, Roads: [][][2]float64{widest[7:], widest}}
	if line, _, _ := strings.Cut(written(t, o), "\n"); len(line) > maxLine/2 {
		t.Errorf("the longest header has %d bytes", len(line))
	}
}
