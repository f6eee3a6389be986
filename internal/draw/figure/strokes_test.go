package figure

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"
)

// A row has the same stroke in every figure, alone or with others, in any order.
func TestARowHasOneStrokeInEveryFigure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.SliceOfNDistinct(rapid.SampledFrom(builtInRows), 1, len(builtInRows), rapid.ID).Draw(t, "rows")
		mine := rapid.StringMatching(`my-[a-z]{1,6}`).Draw(t, "a row of one's own")
		among := strokesOf(append(slices.Clone(some), mine))
		for i, label := range append(some, mine) {
			if alone := strokesOf([]string{label})[0]; look(alone) != look(among[i]) {
				t.Fatalf("%s is %s alone, and %s among others", label, look(alone), look(among[i]))
			}
		}
	})
}

func look(s stroke) string { return fmt.Sprintf("%v %v %T", s.line.Color, s.line.Dashes, s.mark.Shape) }

// No two built-in rows share a colour, nor two of any rows a stroke.
func TestRowsDiffer(t *testing.T) {
	seen := map[string]string{}
	for i, s := range strokesOf(builtInRows) {
		c := fmt.Sprint(s.line.Color)
		if other, twice := seen[c]; twice {
			t.Errorf("%s and %s are both %s", other, builtInRows[i], c)
		}
		seen[c] = builtInRows[i]
	}
	rapid.Check(t, func(t *rapid.T) {
		labels := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z]{2,9}`), 2, 20, rapid.ID).Draw(t, "labels")
		looks := map[string]int{}
		for i, s := range strokesOf(labels) {
			if j, twice := looks[look(s)]; twice {
				t.Fatalf("%s and %s are both %s", labels[i], labels[j], look(s))
			}
			looks[look(s)] = i
		}
	})
}

// Several series of one row have its colour and mark, and differ by dashes.
func TestSeriesOfOneRow(t *testing.T) {
	two := strokesOf([]string{"bully", "raft", "bully"})
	if two[0].line.Color != two[2].line.Color || two[0].mark != two[2].mark || look(two[0]) == look(two[2]) {
		t.Errorf("%s and %s", look(two[0]), look(two[2]))
	}
}

// Dots of one value are all visible: no two are at one place.
func TestDotsThatCoincideAreStacked(t *testing.T) {
	up := stacked([]vg.Length{5, 5, 5, 40, 5}, 1.8)
	places := map[string]bool{}
	for i, along := range []vg.Length{5, 5, 5, 40, 5} {
		places[fmt.Sprintf("%.2f %.2f", along, up[i])] = true
	}
	if len(places) != 5 || up[3] != 0 {
		t.Errorf("up %v", up)
	}
	for _, v := range stacked(make([]vg.Length, 100), 1.8) {
		if math.Abs(float64(v)) > float64(dotsHigh)/2+1e-9 {
			t.Errorf("a dot is moved by %v", v)
		}
	}
}

func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   int
		labels string
	}{
		{0.1, 1000, 5, "[0.1 1 10 100 1000]"},
		{0.002, 0.9, 3, "[0.01 0.1]"},
		{3, 30, 5, "[5 10 20]"},
		{1e-9, 1e9, 4, "[1e-9 0.0001 10 1e6]"},
		{120, 130, 4, "[120 125 130]"},
	} {
		if got := fmt.Sprint(tickLabels(logTicks(c.lo, c.hi, c.want))); got != c.labels {
			t.Errorf("%v to %v: %s, want %s", c.lo, c.hi, got, c.labels)
		}
	}
	s := scale{1, 100, 0, 10, Log}
	if s.at(10) != 5 || s.at(0) != 0 || s.at(-3) != 0 || s.at(100) != 10 {
		t.Errorf("1, 10, 100 are at %v, %v, %v", s.at(1), s.at(10), s.at(100))
	}
}

// A row that is not built in never has the stroke of a built-in one: it has neither the
// colour of the seven that are compared most often, nor colour and mark of another.
func TestOwnLabelsDifferFromTheBuiltInRowsBesideThem(t *testing.T) {
	for i := range 40 {
		own := fmt.Sprintf("mine-%d", i)
		strokes := strokesOf(append([]string{own}, builtInRows...))
		for j, label := range builtInRows {
			if s := strokes[j+1]; strokes[0].mark.Color == s.mark.Color && (j < len(strokeColors) || strokes[0].mark.Shape == s.mark.Shape) {
				t.Errorf("%s looks like %s", own, label)
			}
		}
	}
}

// Without colours 36 series still differ: no two have the same dashes and the same mark.
func TestStrokesDifferInGrey(t *testing.T) {
	seen := map[string]int{}
	for i := range 36 {
		s := strokeOf(i)
		look := fmt.Sprintf("%v %T", s.line.Dashes, s.mark.Shape)
		if j, twice := seen[look]; twice {
			t.Errorf("series %d and %d are both %s", j, i, look)
		}
		seen[look] = i
	}
}
