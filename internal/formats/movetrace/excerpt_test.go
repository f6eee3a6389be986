package movetrace_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/tracetest"
	"bellwether/mobility"
)

// seen returns a trace of nodes that have fixes at these seconds, at the place (second,
// node).
func seen(t testing.TB, o movetrace.RecorderOptions, lives ...[]int) *movetrace.Trace {
	t.Helper()
	r := movetrace.NewRecorder(o)
	for i, life := range lives {
		node, err := r.Node(string(rune('a' + i)))
		for _, s := range life {
			err = r.Fix(node, at(s), orb.Point{float64(s), float64(i + 1)})
		}
		if err == nil && o.StayAtEnd {
			err = r.Leave(node, at(life[len(life)-1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	trace, err := r.Trace()
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

func at(s int) time.Duration { return time.Duration(s) * time.Second }

func excerpt(t testing.TB, o movetrace.ExcerptOptions) *movetrace.Excerpt {
	t.Helper()
	x, err := movetrace.NewExcerpt(o)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestExcerptShiftsCutsAndEnds follows one node with fixes from 10 s to 30 s, in a
// recording from 0 to 60 s.
func TestExcerptShiftsCutsAndEnds(t *testing.T) {
	type span struct {
		from, to int // seconds; to -1: for ever
		start    orb.Point
		speed    float64
		absent   bool
	}
	for name, c := range map[string]struct {
		samples    bool
		begin, end int
		after      movetrace.Ending
		want       []span
	}{
		"whole, leaves": {true, 0, 0, "", []span{{0, 10, orb.Point{}, 0, true}, {10, 30, orb.Point{10, 2}, 1, false}, {30, -1, orb.Point{30, 2}, 0, true}}},
		"whole, stays":  {true, 0, 0, movetrace.Stay, []span{{0, 10, orb.Point{}, 0, true}, {10, 30, orb.Point{10, 2}, 1, false}, {30, -1, orb.Point{30, 2}, 0, false}}},
		"it is said to stay to the end": {false, 0, 0, movetrace.Leave, []span{{0, 10, orb.Point{}, 0, true}, {10, 30, orb.Point{10, 2}, 1, false},
			{30, 60, orb.Point{30, 2}, 0, false}, {60, -1, orb.Point{30, 2}, 0, true}}},
		"the middle, leaves": {true, 12, 20, movetrace.Leave, []span{{0, 8, orb.Point{12, 2}, 1, false}, {8, -1, orb.Point{20, 2}, 0, true}}},
		"the middle, stays":  {true, 12, 20, movetrace.Stay, []span{{0, 8, orb.Point{12, 2}, 1, false}, {8, -1, orb.Point{20, 2}, 0, false}}},
		"after it, leaves":   {true, 40, 50, movetrace.Leave, []span{{0, -1, orb.Point{30, 2}, 0, true}}},
		"after it, stays":    {true, 40, 50, movetrace.Stay, []span{{0, -1, orb.Point{30, 2}, 0, false}}},
		"before it, stays":   {true, 0, 10, movetrace.Stay, []span{{0, 10, orb.Point{}, 0, true}, {10, -1, orb.Point{10, 2}, 0, false}}},
	} {
		trace := seen(t, movetrace.RecorderOptions{Samples: c.samples}, []int{0, 60}, []int{10, 20, 30})
		x := excerpt(t, movetrace.ExcerptOptions{Trace: trace, Begin: at(c.begin), End: at(c.end), After: c.after})
		legs := tracetest.Walk(x, 2)
		if len(legs) != len(c.want) {
			t.Errorf("%s: %+v, want %+v", name, legs, c.want)
			continue
		}
		for i, want := range c.want {
			end := at(want.to)
			if want.to < 0 {
				end = mobility.Forever
			}
			l := legs[i]
			if l.Start != at(want.from) || l.End != end || l.Absent != want.absent || l.Speed() != want.speed || !l.Absent && l.From != want.start {
				t.Errorf("%s: leg %d is %+v, want %+v", name, i, l, want)
			}
		}
	}
}

// TestRecordingOfOneInstant: a node with one fix is never in the world, unless it stays.
func TestRecordingOfOneInstant(t *testing.T) {
	for name, o := range map[string]movetrace.RecorderOptions{"samples": {Samples: true}, "stretches": {StayAtEnd: true}, "told": {}} {
		trace := seen(t, o, []int{7}, []int{7})
		if trace.Duration() != 0 || trace.Bounds() != (orb.Bound{Min: orb.Point{7, 1}, Max: orb.Point{7, 2}}) {
			t.Errorf("%s: lasts %v in %v", name, trace.Duration(), trace.Bounds())
		}
		for _, after := range []movetrace.Ending{movetrace.Leave, movetrace.Stay} {
			x := excerpt(t, movetrace.ExcerptOptions{Trace: trace, After: after})
			l, place := tracetest.Where(x, 2, time.Minute)
			if stays := after == movetrace.Stay; l.Absent == stays || stays && place != (orb.Point{7, 2}) {
				t.Errorf("%s, %s: %+v at %v", name, after, l, place)
			}
			if c := x.Census(2, 0, time.Hour); c.Present != map[movetrace.Ending]float64{movetrace.Stay: 7200}[after] {
				t.Errorf("%s, %s: %+v", name, after, c)
			}
		}
	}
}

func TestExcerptRefuses(t *testing.T) {
	trace := seen(t, movetrace.RecorderOptions{}, []int{0, 60})
	for want, o := range map[string]movetrace.ExcerptOptions{
		"mobility: excerpt: trace: none given":                                                               {},
		"mobility: excerpt: begin: must be from 0 to before 1m0s, got 1m0s":                                  {Trace: trace, Begin: at(60)},
		"mobility: excerpt: begin: must be from 0 to before 10s, got 20s":                                    {Trace: trace, Begin: at(20), End: at(10)},
		"mobility: excerpt: begin: must be from 0 to before 1m0s, got -1s":                                   {Trace: trace, Begin: at(-1)},
		"mobility: excerpt: end: must be at most 1m0s, got 1m1s":                                             {Trace: trace, End: at(61)},
		`mobility: excerpt: after: want leave or stay, got "go on"`:                                          {Trace: trace, After: "go on"},
		"mobility: excerpt: begin: must be from 0 to before -1s, got 0s\nend: must be at most 1m0s, got -1s": {Trace: trace, End: at(-1)},
	} {
		if _, err := movetrace.NewExcerpt(o); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %v", err, want)
		}
	}
}

// TestCensusCountsNodeTime: the first node has fixes to 60 s, the second to 20 s, the
// third from 70 s to 80 s; the times from 10 s to 100 s count. In a trace that states that
// nodes stand still, the second node's halt counts to the last fix.
func TestCensusCountsNodeTime(t *testing.T) {
	lost := seen(t, movetrace.RecorderOptions{Samples: true}, []int{0, 60}, []int{0, 20}, []int{70, 80})
	for after, want := range map[movetrace.Ending]movetrace.Census{
		movetrace.Leave: {Present: 50 + 10 + 10, First: at(10), Last: at(80)},
		movetrace.Stay:  {Present: 90 + 90 + 30, Unknown: 40 + 80 + 20, First: at(10), Last: at(100)},
	} {
		got := excerpt(t, movetrace.ExcerptOptions{Trace: lost, After: after}).Census(3, at(10), at(100))
		if got.Present != want.Present || got.Unknown != want.Unknown || got.Halted != 0 || got.First != want.First || got.Last != want.Last {
			t.Errorf("%s: %+v, want %+v", after, got, want)
		}
	}
	told := seen(t, movetrace.RecorderOptions{}, []int{0, 60}, []int{0, 20}, []int{0})
	got := excerpt(t, movetrace.ExcerptOptions{Trace: told, After: movetrace.Stay}).Census(3, at(10), at(100))
	if got.Present != 270 || got.Unknown != 3*40 || got.Halted != 40 {
		t.Errorf("%+v, want a halt of 40 s, of the second node to 60 s", got)
	}
	if few := excerpt(t, movetrace.ExcerptOptions{Trace: lost}).Census(2, at(65), at(100)); few.Present != 0 || few.Last != 0 {
		t.Errorf("after the first two: %+v", few)
	}
}

// TestOneFixIsNoStay: Vanished returns the nodes with one fix within the part that is
// used.
func TestOneFixIsNoStay(t *testing.T) {
	for name, o := range map[string]movetrace.RecorderOptions{"samples": {Samples: true}, "stretches": {StayAtEnd: true}, "told": {}} {
		trace := seen(t, o, []int{0, 60}, []int{5}, []int{20}, []int{20, 30})
		want := []int{3}
		if name == "told" {
			want = nil
		}
		if got := excerpt(t, movetrace.ExcerptOptions{Trace: trace, Begin: at(10), End: at(50)}).Vanished(4); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		if got := excerpt(t, movetrace.ExcerptOptions{Trace: trace, After: movetrace.Stay}).Vanished(4); got != nil {
			t.Errorf("%s: %v with stay", name, got)
		}
	}
}

// TestMissingAreOutsideThePart: Missing returns those whose last fix is at or before the
// beginning of the part, and those whose first is at or after its end.
func TestMissingAreOutsideThePart(t *testing.T) {
	trace := seen(t, movetrace.RecorderOptions{Samples: true}, []int{0, 60}, []int{0, 10}, []int{5}, []int{50, 60}, []int{9, 11}, []int{49, 60})
	for want, o := range map[string]movetrace.ExcerptOptions{
		"[2 3 4]": {Trace: trace, Begin: at(10), End: at(50)},
		"[4]":     {Trace: trace, Begin: at(10), End: at(50), After: movetrace.Stay},
		"[3]":     {Trace: trace},
	} {
		if got := fmt.Sprint(excerpt(t, o).Missing(6)); got != want {
			t.Errorf("%+v: %s, want %s", o, got, want)
		}
	}
}

// TestExcerptKeepsTheLawsOfPaths: legs follow each other from 0 to for ever, at most at
// the greatest speed, at the places of the trace at the same instants.
func TestExcerptKeepsTheLawsOfPaths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		life := func(name string) []int {
			all := rapid.SliceOfNDistinct(rapid.IntRange(0, 50), 1, 8, rapid.ID).Draw(t, name)
			slices.Sort(all)
			return all
		}
		o := rapid.SampledFrom([]movetrace.RecorderOptions{{}, {Samples: true}, {StayAtEnd: true}}).Draw(t, "kind")
		trace := seen(&testing.T{}, o, []int{0, 50}, life("a"), life("b"))
		begin := rapid.IntRange(0, 49).Draw(t, "begin")
		end := rapid.IntRange(begin+1, 50).Draw(t, "end")
		after := rapid.SampledFrom([]movetrace.Ending{movetrace.Leave, movetrace.Stay}).Draw(t, "after")
		x, err := movetrace.NewExcerpt(movetrace.ExcerptOptions{Trace: trace, Begin: at(begin), End: at(end), After: after})
		if err != nil {
			t.Fatal(err)
		}
		for node := 1; node <= 3; node++ {
			former := mobility.Leg{}
			whole := movetrace.NewWalker(trace.Path(node, nil, nil))
			known := time.Duration(0) // the traces agree until then
			for _, l := range tracetest.Walk(x, node) {
				if l.Start != former.End || l.End <= l.Start || l.Speed() > x.MaxSpeed()*(1+1e-9) {
					t.Fatalf("node %d: %+v after %+v", node, l, former)
				}
				for now := l.Start; now < min(l.End, at(end-begin)); now += time.Second / 4 {
					place, here := whole.At(now + at(begin))
					if here != !l.Absent {
						if known == 0 {
							known = now
						}
						continue
					}
					if known > 0 {
						t.Fatalf("node %d: the traces agree again at %v, after %v", node, now, known)
					}
					if got := l.At(now); here && got != place && (orb.Bound{Min: got, Max: got}).Pad(1e-9).Contains(place) == false {
						t.Fatalf("node %d at %v: %v, want %v", node, now, got, place)
					}
				}
				former = l
			}
		}
	})
}
