package figure

import (
	"bytes"
	"image"
	"image/color"
	stddraw "image/draw"
	"image/gif"
	"math"
	"strings"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

const second = protocol.Time(time.Second)

// threeNodes is a span of four seconds in which node 1 crosses 30 m, says one thing to 2, which arrives,
// and to 3, which is lost.
func threeNodes(t *testing.T, o ReelOptions) *Reel {
	r, err := NewReel(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range []trace.Record{
		{Kind: trace.Boot, Node: 1}, {Kind: trace.Boot, Node: 2}, {Kind: trace.Boot, Node: 3},
		{Kind: trace.Move, Node: 1, VX: 10, Value: int64(3 * second)},
		{Kind: trace.Move, Node: 2, Y: 20}, {Kind: trace.Move, Node: 3, Y: 40},
		{Kind: trace.LinkUp, Node: 1, Peer: 2}, {Kind: trace.LinkUp, Node: 1, Peer: 3},
		{At: 1 * second, Kind: trace.Send, Node: 1, Frame: 9, Class: protocol.ClassElection},
		{At: 2 * second, Kind: trace.Lost, Node: 3, Peer: 1, Frame: 9, Class: protocol.ClassElection},
		{At: 3 * second, Kind: trace.Receive, Node: 2, Peer: 1, Frame: 9, Class: protocol.ClassElection},
		{At: 3 * second, Kind: trace.Elected, Node: 2, Peer: 2},
		{At: 4 * second, Kind: trace.End},
	} {
		r.Record(&rec)
	}
	return r
}

// A reel has the maps of its instants, and each message in the frames of its flight.
func TestReelFollowsNodesAndMessages(t *testing.T) {
	a, err := threeNodes(t, ReelOptions{To: 4 * second, Frames: 9, Lasts: time.Hour}).Animation("crossing")
	if err != nil || len(a.Frames) != 9 {
		t.Fatal(len(a.Frames), err)
	}
	for i, f := range a.Frames {
		at := float64(i) / 2
		if f.At.Seconds() != at || f.Places[0].At.X != min(10*at, 30) {
			t.Errorf("frame %d is of %v, with node 1 at %v", i, f.At, f.Places[0].At)
		}
		if leads := f.Places[1].leads(); leads != (at >= 3) {
			t.Errorf("at %g s node 2 leads: %v", at, leads)
		}
		want := map[protocol.ID]float64{}
		if at >= 1 && at < 2 {
			want[3] = at - 1
		}
		if at >= 1 && at < 3 {
			want[2] = (at - 1) / 2
		}
		for _, m := range f.Flights {
			part, flies := want[m.B]
			if !flies || math.Abs(part-m.Part) > 1e-9 || m.A != 1 || m.Lost != (m.B == 3) {
				t.Errorf("at %g s: %+v", at, m)
			}
			delete(want, m.B)
		}
		if len(want) > 0 {
			t.Errorf("at %g s nothing flies to %v", at, want)
		}
	}
}

// A message of a microsecond is seen for a third of a second of the watcher.
func TestReelShowsShortMessages(t *testing.T) {
	r, err := NewReel(ReelOptions{To: 10 * second, Frames: 101, Lasts: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range []trace.Record{
		{Kind: trace.Boot, Node: 1}, {Kind: trace.Boot, Node: 2},
		{At: 1 * second, Kind: trace.Transmit, Node: 1, Frame: 1},
		{At: 1*second + 1000, Kind: trace.Receive, Node: 2, Peer: 1, Frame: 1},
		{At: 10 * second, Kind: trace.End},
	} {
		r.Record(&rec)
	}
	a, _ := r.Animation("")
	seen := 0
	for _, f := range a.Frames {
		seen += len(f.Flights)
	}
	if seen != 4 {
		t.Errorf("seen in %d pictures of a tenth of a second, want 4", seen)
	}
}

// What a viewer of the GIF sees after each frame is what was drawn, but for the colours' rounding.
func TestAnimationIsWhatWasDrawn(t *testing.T) {
	a, err := threeNodes(t, ReelOptions{To: 4 * second, Frames: 9, Lasts: 4 * time.Second}).Animation("crossing")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := WriteAnimation(&b, a, Print{}, 130*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	first := bytes.Clone(b.Bytes())
	g, err := gif.DecodeAll(&b)
	if err != nil || len(g.Image) != 9 || g.Delay[0] != 13 || g.LoopCount != 0 {
		t.Fatalf("%d pictures, delays %v, %v", len(g.Image), g.Delay, err)
	}
	face := (&Print{}).typeface()
	wide, _, _ := (&Print{}).size()
	pages, err := a.plan(face, wide)
	if err != nil {
		t.Fatal(err)
	}
	screen := image.NewRGBA(g.Image[0].Bounds())
	for i, part := range g.Image {
		if i > 0 && part.Bounds() == screen.Bounds() {
			t.Errorf("picture %d is whole: only what changes is needed", i)
		}
		stddraw.Draw(screen, part.Bounds(), part, part.Bounds().Min, stddraw.Src)
		drawn := pages[i].onScreen(face, Print{})
		for y := range screen.Bounds().Dy() {
			for x := range screen.Bounds().Dx() {
				if far(screen.RGBAAt(x, y), drawn.RGBAAt(x, y)) > 40 {
					t.Fatalf("picture %d at (%d, %d): %v, drawn %v", i, x, y, screen.RGBAAt(x, y), drawn.RGBAAt(x, y))
				}
			}
		}
	}
	b.Reset()
	if err := WriteAnimation(&b, a, Print{}, 130*time.Millisecond); err != nil || !bytes.Equal(first, b.Bytes()) {
		t.Errorf("drawn again it differs (%v)", err)
	}
}

// far is the greatest difference of a channel.
func far(a, b color.RGBA) (most int) {
	for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		most = max(most, d, -d)
	}
	return most
}

func TestReelRefuses(t *testing.T) {
	for _, o := range []ReelOptions{{To: 0, Frames: 9}, {From: 5, To: 5, Frames: 9}, {From: -1, To: 5, Frames: 9}, {To: 5, Frames: 1}, {To: 5, Frames: MaxFrames + 1}} {
		if _, err := NewReel(o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
	r := threeNodes(t, ReelOptions{From: 5 * second, To: 6 * second, Frames: 9})
	if _, err := r.Animation(""); err == nil || !strings.Contains(err.Error(), "ends before") {
		t.Errorf("an animation after the end: %v", err)
	}
	empty := &Animation{}
	if err := WriteAnimation(new(bytes.Buffer), empty, Print{}, time.Second); err == nil {
		t.Error("an animation of nothing is written")
	}
}
