package trace

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The outlines of a header are read as they were written, up to the bound; beyond it their
// number is read.
func TestHeaderBringsObstaclesAlong(t *testing.T) {
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
		o := options(t)
		o.Obstacles = c.written
		header, _ := read(t, written(t, o, everything()[:1]...))
		if diff := cmp.Diff(c.want, header.Obstacles); diff != "" || header.ObstaclesLeftOut != c.leftOut {
			t.Errorf("%d left out, %s", header.ObstaclesLeftOut, diff)
		}
	}
	// The largest coordinates that a scenario may have, to the centimetre.
	widest := make([][2]float64, maxCorners)
	for i := range widest {
		widest[i] = [2]float64{-9999999.99, -9999999.99}
	}
	o := options(t)
	o.Obstacles = [][][2]float64{widest}
	if line, _, _ := strings.Cut(written(t, o), "\n"); len(line) > maxLine/2 {
		t.Errorf("the longest header has %d bytes", len(line))
	}
}
