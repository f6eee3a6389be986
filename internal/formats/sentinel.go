package formats

import (
	"fmt"
	"math"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/movetrace"
)

// nowhere are numbers by which logs say that there is no place, in both coordinates.
var nowhere = []float64{999, 9999, 99999, 999999, 32767, 65535}

// doubtSentinels notes fixes at such numbers, if no other is near: a node would fly there and back.
func doubtSentinels(t *movetrace.Trace, in Input) {
	if t.Anchor().OnEarth {
		return
	}
	count, fixes, first := 0, 0, orb.Point{}
	others := orb.Bound{Min: orb.Point{math.Inf(1), math.Inf(1)}, Max: orb.Point{math.Inf(-1), math.Inf(-1)}}
	for node := 1; node <= t.Nodes(); node++ {
		for f := range t.Fixes(node) {
			if f.Away {
				continue
			}
			if fixes++; !isNowhere(f.Place) {
				others = others.Extend(f.Place)
			} else if count++; count == 1 {
				first = f.Place
			}
		}
	}
	if count > 0 && count < fixes && !others.Contains(first) && (first != orb.Point{-1, -1} || others.Min[0] >= 0 && others.Min[1] >= 0) {
		in.file().Remark("%d fixes are at %s: if that says that there is no place, delete their rows", count, fmt.Sprintf("%g, %g", first[0], first[1]))
	}
}

// isNowhere reports whether both coordinates are such a number, or -1.
func isNowhere(p orb.Point) bool {
	if p[0] != p[1] {
		return false
	}
	for _, n := range nowhere {
		if math.Abs(p[0]) == n {
			return true
		}
	}
	return p[0] == -1 || p[0] == -99
}
