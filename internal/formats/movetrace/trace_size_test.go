package movetrace

import (
	"testing"
	"time"
	"unsafe"

	"bellwether/mobility"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// A world has a path for each node.
func TestPathIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(packedWalk{}); size > 64 {
		t.Errorf("a path takes %d bytes, want at most 64", size)
	}
}

// A day of city traffic has tens of millions of moves. A turn each second, to the
// centimetre, is stored in at most 14 bytes.
func TestLegsArePacked(t *testing.T) {
	r := NewRecorder(RecorderOptions{})
	node, err := r.Node("car")
	for i := 0; i < 10000 && err == nil; i++ {
		place := orb.Point{float64(i*7919%5000) / 100, float64(i*10473%5000) / 100}
		err = r.Fix(node, time.Duration(i)*time.Second, place)
	}
	if err != nil {
		t.Fatal(err)
	}
	tr, err := r.Trace()
	if err != nil {
		t.Fatal(err)
	}
	legs := tr.tracks[0].legs
	each := float64(cap(legs.data)) / float64(legs.n)
	if legs.n < 8000 || each > 14 || legs.build != nil {
		t.Errorf("%d legs of %.1f bytes, want at most 14; building: %v", legs.n, each, legs.build != nil)
	}
	t.Logf("%d legs of %.1f bytes", legs.n, each)
}

// Whatever legs are added and removed, the legs that are read have the same bits, also
// after legs were sealed and more were added.
func TestPackedLegsAreTheSameBits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p packed
		var want []leg
		number := rapid.OneOf(rapid.Float64Range(-1e4, 1e4), rapid.Float64(), rapid.SampledFrom([]float64{0, -1 * 0.0, 1e-9, 1e300, 9007199254.740993}),
			rapid.Map(rapid.IntRange(-1e7, 1e7), func(n int) float64 { return float64(n) / 100 }))
		point := rapid.Custom(func(t *rapid.T) orb.Point { return orb.Point{number.Draw(t, "x"), number.Draw(t, "y")} })
		at := time.Duration(rapid.Int64Range(-1e18, 1e18).Draw(t, "begin"))
		for range rapid.IntRange(0, 40).Draw(t, "steps") {
			switch rapid.IntRange(0, 9).Draw(t, "step") {
			case 0:
				if len(want) > 0 {
					at = want[len(want)-1].start
					p.drop()
					want = want[:len(want)-1]
				}
				continue
			case 1:
				p = p.seal()
				continue
			}
			l := leg{start: at, from: point.Draw(t, "from"), absent: rapid.Bool().Draw(t, "absent")}
			if n := len(want); n > 0 && rapid.Bool().Draw(t, "onward") {
				last := want[n-1]
				l.from = mobility.Leg{Start: last.start, End: at, From: last.from, Velocity: last.velocity}.At(at)
			}
			at += time.Duration(rapid.SampledFrom([]int64{1, 1e9, 1e9, 1e9, 7, 123456789012345}).Draw(t, "lasts"))
			switch rapid.IntRange(0, 2).Draw(t, "motion") {
			case 0:
				l.velocity = point.Draw(t, "velocity")
			case 1:
				l.velocity = straight(l.from, point.Draw(t, "to"), seconds(at-l.start))
			}
			p.add(l)
			want = append(want, l)
			if last := p.last(); !alike(*last, l) {
				t.Fatalf("the last is %+v, want %+v", last, l)
			}
		}
		i := 0
		for l := range p.walk().each {
			end := mobility.Forever
			if i+1 < len(want) {
				end = want[i+1].start
			}
			if w := want[i]; !alike(leg{l.Start, l.From, l.Velocity, l.Absent}, w) || l.End != end {
				t.Fatalf("leg %d is %+v, want %+v to %v", i, l, w, end)
			}
			i++
		}
		if i != len(want) || p.n != i {
			t.Fatalf("%d legs are read, %d counted, want %d", i, p.n, len(want))
		}
	})
}

func alike(a, b leg) bool {
	return a.start == b.start && a.absent == b.absent && same(a.from[0], b.from[0]) && same(a.from[1], b.from[1]) &&
		same(a.velocity[0], b.velocity[0]) && same(a.velocity[1], b.velocity[1])
}

func BenchmarkTrackAppend(b *testing.B) {
	var t Track
	for i := 0; b.Loop(); i++ {
		from := orb.Point{float64(i*7919%300000) / 100, 100}
		to := orb.Point{float64((i+1)*7919%300000) / 100, 100}
		t.Append(mobility.Leg{Start: time.Duration(i) * time.Second, From: from, Velocity: straight(from, to, 1)})
	}
}

func BenchmarkPathNext(b *testing.B) {
	var t Track
	for i := range 10000 {
		from := orb.Point{float64(i*7919%300000) / 100, 100}
		to := orb.Point{float64((i+1)*7919%300000) / 100, 100}
		t.Append(mobility.Leg{Start: time.Duration(i) * time.Second, From: from, Velocity: straight(from, to, 1)})
	}
	legs := t.legs.seal()
	var walk packedWalk
	for i := 0; b.Loop(); i++ {
		if i%10000 == 0 {
			walk = legs.walk()
		}
		walk.Next()
	}
}
