package figure

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"
)

func TestTicksAreRound(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   []string
	}{
		{0, 7.2, []string{"0", "2", "4", "6"}},
		{0, 1, []string{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}},
		{-1, 1, []string{"-1.0", "-0.5", "0.0", "0.5", "1.0"}},
		{97, 99.5, []string{"97.0", "97.5", "98.0", "98.5", "99.0", "99.5"}},
		{0, 1200, []string{"0", "500", "1000"}},
		{0, 5e6, []string{"0", "1e6", "2e6", "3e6", "4e6", "5e6"}},
		{0, 5e-6, []string{"0", "1e-6", "2e-6", "3e-6", "4e-6", "5e-6"}},
		{3, 3, nil}, {4, 3, nil}, {math.NaN(), 1, nil},
	} {
		if got := tickLabels(ticks(c.lo, c.hi, 5)); !slices.Equal(got, c.want) {
			t.Errorf("[%v, %v]: %q, want %q", c.lo, c.hi, got, c.want)
		}
	}
}

// An axis shows zero unless that would hide differences.
func TestExtentShown(t *testing.T) {
	for _, c := range []struct{ in, want extent }{
		{extent{1, 10}, extent{0, 10}}, {extent{97, 99}, extent{97, 99}}, {extent{-10, -1}, extent{-10, 0}},
		{extent{-1, 3}, extent{-1, 3}}, {extent{0, 0}, extent{0, 1}}, {extent{10, 10}, extent{9, 11}},
	} {
		if got := c.in.shown(); got != c.want {
			t.Errorf("%v is shown as %v, want %v", c.in, got, c.want)
		}
	}
}

func TestSpreadByHand(t *testing.T) {
	for _, c := range []struct {
		wanted, want []vg.Length
	}{
		{[]vg.Length{50}, []vg.Length{50}},
		{[]vg.Length{50, 50}, []vg.Length{45, 55}},
		{[]vg.Length{50, 20, 50, 50}, []vg.Length{40, 20, 50, 60}},
		{[]vg.Length{100, 100}, []vg.Length{90, 100}},   // not above the top
		{[]vg.Length{0, 1, 90}, []vg.Length{0, 10, 90}}, // nor below the bottom
		{[]vg.Length{30, 35, 41}, []vg.Length{25 + 1.0/3, 35 + 1.0/3, 45 + 1.0/3}},
	} {
		got := spread(c.wanted, 10, 0, 100)
		for i := range got {
			if math.Abs(float64(got[i]-c.want[i])) > 1e-9 {
				t.Errorf("%v is spread to %v, want %v", c.wanted, got, c.want)
				break
			}
		}
	}
}

// Whatever places are wanted, the result keeps their order, the distance and the room, and
// places that have the distance already are not moved.
func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var wanted []vg.Length
		for _, w := range rapid.SliceOfN(rapid.Float64Range(0, 100), 1, 10).Draw(t, "wanted") {
			wanted = append(wanted, vg.Length(w))
		}
		got := spread(wanted, 10, 0, 100)
		apart := true
		for i := range got {
			if got[i] < -1e-9 || got[i] > 100+1e-9 {
				t.Fatalf("%v leaves the room", got)
			}
			for j := range got {
				if i == j {
					continue
				}
				if d := got[i] - got[j]; d > -10+1e-9 && d < 10-1e-9 || wanted[i] < wanted[j] && d > 0 {
					t.Fatalf("%v is spread to %v", wanted, got)
				}
				apart = apart && math.Abs(float64(wanted[i]-wanted[j])) >= 10
			}
		}
		for i := range got {
			if apart && math.Abs(float64(got[i]-wanted[i])) > 1e-9 {
				t.Fatalf("%v had its distance, and was moved to %v", wanted, got)
			}
		}
	})
}

// Strips in one lane do not meet, and the line of a strip crosses no strip below it.
func TestLanes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var strips []strip
		for range rapid.IntRange(0, 12).Draw(t, "strips") {
			tie := vg.Length(rapid.IntRange(0, 30).Draw(t, "tie"))
			wide, left := vg.Length(rapid.IntRange(1, 10).Draw(t, "wide")), vg.Length(rapid.IntRange(0, 3).Draw(t, "left"))
			strips = append(strips, strip{tie - left, tie - left + wide, tie})
		}
		lane := lanes(strips, 3)
		for i, a := range strips {
			for j, b := range strips {
				switch {
				case i == j || lane[i] < 0 || lane[j] < 0:
				case lane[i] == lane[j] && a.from < b.to && b.from < a.to:
					t.Fatalf("%v and %v overlap in lane %d", a, b, lane[i])
				case lane[i] > lane[j] && b.from < a.tie && a.tie < b.to:
					t.Fatalf("the line of %v in lane %d runs through %v in lane %d", a, lane[i], b, lane[j])
				}
			}
		}
	})
}

// By hand: {20,30} and {5,15} take the lowest lane, {4,6} the next. {0,10} meets
// both, and cannot be below because of the line of {4,6}, so it gets a third lane or none.
func TestLanesByHand(t *testing.T) {
	strips := []strip{{0, 10, 0}, {5, 15, 5}, {20, 30, 20}, {4, 6, 4}}
	if got, want := lanes(strips, 2), []int{-1, 0, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := lanes(strips, 3), []int{2, 0, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSegmentsCrossBoxes(t *testing.T) {
	box := vg.Rectangle{Min: vg.Point{X: 2, Y: 2}, Max: vg.Point{X: 4, Y: 3}}
	for _, c := range []struct {
		s    segment
		want bool
	}{
		{segment{vg.Point{X: 0, Y: 2.5}, vg.Point{X: 9, Y: 2.5}}, true},
		{segment{vg.Point{X: 0, Y: 0}, vg.Point{X: 1, Y: 9}}, false},
		{segment{vg.Point{X: 3, Y: 2.5}, vg.Point{X: 3, Y: 2.6}}, true}, // within
		{segment{vg.Point{X: 0, Y: 5}, vg.Point{X: 9, Y: 5}}, false},    // above
		{segment{vg.Point{X: 1, Y: 3}, vg.Point{X: 3, Y: 5}}, false},    // past a corner
		{segment{vg.Point{X: 1, Y: 1}, vg.Point{X: 5, Y: 4}}, true},
		{segment{vg.Point{X: 0, Y: 2.5}, vg.Point{X: 1, Y: 2.5}}, false}, // ends before
	} {
		if got := crosses(c.s, box); got != c.want {
			t.Errorf("%v: %v", c.s, got)
		}
	}
}

// The remissions of 21 children with leukaemia that had 6-mercaptopurine, in
// weeks (Freireich et al., Blood 21, 1963), and their survival as textbooks print
// it (Kleinbaum & Klein, Survival Analysis, 2012, table 2.3).
func TestDistributionOfATextbook(t *testing.T) {
	var values []Observation
	for _, x := range []float64{6, 6, 6, 7, 10, 13, 16, 22, 23} {
		values = append(values, Observation{X: x})
	}
	for _, x := range []float64{6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35} {
		values = append(values, Observation{X: x, Censored: true})
	}
	want := map[float64]float64{6: .8571, 7: .8067, 10: .7529, 13: .6902, 16: .6275, 22: .5378, 23: .4482}
	rises := 0
	for _, s := range distribution(values) {
		if s.censored {
			continue
		}
		rises++
		if math.Abs(1-s.part-want[s.x]) > 5e-5 {
			t.Errorf("at %v weeks %v survive, want %v", s.x, 1-s.part, want[s.x])
		}
	}
	if rises != len(want) {
		t.Errorf("%d steps, want %d", rises, len(want))
	}
}

// Without censored values the function is the plain one: a step of 1/n at each value.
func TestDistributionIsPlainWithoutCensoring(t *testing.T) {
	got := distribution([]Observation{{X: 3}, {X: 1}, {X: 3}, {X: 2}})
	want := []step{{1, 0.25, false}, {2, 0.5, false}, {3, 1, false}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

// Quartiles of 1 … 4 and of 1 … 5 by definition 7, as R's quantile prints them.
func TestQuantiles(t *testing.T) {
	for _, c := range []struct {
		values  []float64
		q, want float64
	}{
		{[]float64{1, 2, 3, 4}, 0.25, 1.75}, {[]float64{1, 2, 3, 4}, 0.5, 2.5}, {[]float64{1, 2, 3, 4}, 0.75, 3.25},
		{[]float64{1, 2, 3, 4, 5}, 0.25, 2}, {[]float64{7}, 0.25, 7}, {[]float64{1, 2}, 1, 2},
	} {
		if got := quantile(c.values, c.q); got != c.want {
			t.Errorf("quantile %v of %v is %v, want %v", c.q, c.values, got, c.want)
		}
	}
}
