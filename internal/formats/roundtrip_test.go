package formats_test

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"math"
	"strconv"
	"testing"
	"time"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/internal/formats"
	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	draws "bellwether/internal/testkit/sample"
)

// history is all that one node does: fixes at whole seconds.
type history []movetrace.Fix

const lasts = 40 // seconds

// anyHistory draws a node. A node that always stays is present from first to last, and moves
// at the end of the recording, so that every format contains the duration.
func anyHistory(t *rapid.T, stays bool) history {
	place := func() orb.Point {
		return orb.Point{float64(rapid.IntRange(0, 7e6).Draw(t, "x")) / 7e3, float64(rapid.IntRange(0, 7e6).Draw(t, "y")) / 7e3}
	}
	l := history{{Place: place()}}
	if !stays && rapid.Bool().Draw(t, "late") {
		l[0].Away = true
	}
	for at := 0; ; {
		at += rapid.IntRange(1, 12).Draw(t, "later")
		if at >= lasts {
			break
		}
		now, last := time.Duration(at)*time.Second, l[len(l)-1]
		switch what := rapid.SampledFrom([]string{"go", "go", "rest", "jump", "toggle"}).Draw(t, "what"); {
		case last.Away && what == "toggle":
			l = append(l, movetrace.Fix{At: now, Place: place()})
		case last.Away:
		case what == "go":
			l = append(l, movetrace.Fix{At: now, Place: place()})
		case what == "toggle" && !stays:
			l = append(l, movetrace.Fix{At: now, Place: last.Place}, movetrace.Fix{At: now, Away: true})
		case what == "jump":
			l = append(l, movetrace.Fix{At: now, Place: last.Place}, movetrace.Fix{At: now, Place: place()})
		default:
			l = append(l, movetrace.Fix{At: now, Place: last.Place})
		}
	}
	if len(l) == 1 && l[0].Away { // most formats cannot state a node that is never in the world
		l = append(l, movetrace.Fix{At: (lasts - 1) * time.Second, Place: place()})
	}
	if last := l[len(l)-1]; stays {
		l = append(l, movetrace.Fix{At: lasts * time.Second, Place: orb.Point{last.Place[0] + 7, last.Place[1] + 1}})
	}
	return l
}

// at follows a history plainly, and returns where the node is and whether it is present.
func (l history) at(t time.Duration) (orb.Point, bool) {
	for i := len(l) - 1; i >= 0; i-- {
		if l[i].At > t {
			continue
		}
		if l[i].Away || i+1 == len(l) || l[i+1].Away || l[i+1].At == l[i].At {
			return l[i].Place, !l[i].Away
		}
		part := float64(t-l[i].At) / float64(l[i+1].At-l[i].At)
		from, to := l[i].Place, l[i+1].Place
		return orb.Point{from[0] + (to[0]-from[0])*part, from[1] + (to[1]-from[1])*part}, true
	}
	return orb.Point{}, false
}

// anyTrace draws a trace, and returns the histories of its nodes too.
func anyTrace(t *rapid.T, absence bool) (*movetrace.Trace, []history) {
	r := movetrace.NewRecorder(movetrace.RecorderOptions{FromZero: true})
	histories := []history{anyHistory(t, true)}
	for range rapid.IntRange(0, 3).Draw(t, "more") {
		histories = append(histories, anyHistory(t, !absence))
	}
	for i, l := range histories {
		node, err := r.Node(strconv.Itoa(i))
		for _, f := range l {
			if f.Away {
				err = r.Leave(node, f.At)
			} else {
				err = r.Fix(node, f.At, f.Place)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	trace, err := r.Trace()
	if err != nil {
		t.Fatal(err)
	}
	return trace, histories
}

// through writes a trace in a format and reads it again.
func through(t rapid.TB, f formats.Format, trace *movetrace.Trace) *movetrace.Trace {
	t.Helper()
	var file, second bytes.Buffer
	if err := f.Write(&file, trace, formats.WriteOptions{}); err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	if f.Companion != "" {
		if err := f.WriteCompanion(&second, trace); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
	}
	text := file.String()
	in := formats.Input{Name: "drawn" + f.Extensions[0], Companion: func(name string) (io.ReadCloser, error) {
		if name != "drawn"+f.Companion {
			return nil, fs.ErrNotExist
		}
		return io.NopCloser(&second), nil
	}}
	again, err := f.Read(&file, in)
	if err != nil {
		t.Fatalf("%s: %v\n%s", f.Name, err, text)
	}
	return again
}

// differ returns where two traces differ by more than the resolution of a format, at whole
// seconds or also between them.
func differ(a, b *movetrace.Trace, step time.Duration) string {
	if a.Nodes() != b.Nodes() || (a.Duration()-b.Duration()).Abs() > 100 { // nanoseconds: an ns-2 node stops when its speed gives
		return fmt.Sprintf("%d nodes for %v, want %d for %v", b.Nodes(), b.Duration(), a.Nodes(), a.Duration())
	}
	degreesA, degreesB := a.Anchor().OnEarth, b.Anchor().OnEarth
	resolution := 5e-6 // metres: two roundings, and a nanosecond at 1 km/s
	var backA, backB func(orb.Point) (orb.Point, error)
	if degreesA && degreesB {
		backA, _ = geo.Back(a.Anchor())
		backB, _ = geo.Back(b.Anchor())
		resolution = 1e-3
	}
	for node := 1; node <= a.Nodes(); node++ {
		v, w := movetrace.NewWalker(a.Path(node, nil, nil)), movetrace.NewWalker(b.Path(node, nil, nil))
		for now := time.Duration(0); now <= a.Duration(); now += step {
			p, here := v.At(now)
			q, there := w.At(now)
			if here != there {
				return fmt.Sprintf("node %d at %v: present is %v, want %v", node, now, there, here)
			}
			if here && backA != nil {
				p, _ = backA(p)
				q, _ = backB(q)
				east := 111.32e3 * math.Cos(p[1]*math.Pi/180)
				p, q = orb.Point{p[0] * east, p[1] * 111.32e3}, orb.Point{q[0] * east, q[1] * 111.32e3}
			}
			if here && math.Hypot(p[0]-q[0], p[1]-q[1]) > resolution {
				return fmt.Sprintf("node %d at %v: at %v, want %v", node, now, q, p)
			}
		}
	}
	return ""
}

// From every format to every format, positions stay within the resolution, and nodes come
// and go at the same times where both formats can state it.
func TestEveryFormatToEveryFormat(t *testing.T) {
	if testing.Short() {
		t.Skip("each of eight formats into each")
	}
	draws.Checks(t, 20)
	for _, world := range []string{"plane", "plane with absence", "Earth", "Earth with absence"} {
		t.Run(world, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { everyPair(t, world) })
		})
	}
}

func everyPair(t *rapid.T, world string) {
	absence := len(world) > len("plane")
	trace, histories := anyTrace(t, absence)
	for i, l := range histories {
		w := movetrace.NewWalker(trace.Path(i+1, nil, nil))
		for now := time.Duration(0); now <= lasts*time.Second; now += 250 * time.Millisecond {
			want, present := l.at(now)
			got, here := w.At(now)
			if present != here || present && math.Hypot(got[0]-want[0], got[1]-want[1]) > 5e-6 {
				t.Fatalf("node %d at %v: %v, %v, want %v, %v", i+1, now, got, here, want, present)
			}
		}
	}
	anchor := movetrace.Anchor{OnEarth: true, Corner: orb.Point{-400, -700},
		Centre: orb.Point{rapid.Float64Range(-179, 179).Draw(t, "lon"), rapid.Float64Range(-70, 70).Draw(t, "lat")}}
	onEarth := world[0] == 'E'
	for _, a := range written() {
		if absence && !a.Absent || a.Degrees && !onEarth {
			continue
		}
		source := trace
		if onEarth {
			source = trace.Anchored(anchor)
		}
		first := through(t, a, source)
		if wrong := differ(source, first, step(a)); wrong != "" {
			t.Fatalf("to %s: %s", a.Name, wrong)
		}
		for _, b := range written() {
			if absence && !b.Absent || b.Degrees && !onEarth {
				continue
			}
			if onEarth && !first.Anchor().OnEarth {
				first = first.Anchored(anchor)
			}
			if wrong := differ(first, through(t, b, first), max(step(a), step(b))); wrong != "" {
				t.Fatalf("from %s to %s: %s", a.Name, b.Name, wrong)
			}
		}
	}
}

// step returns the time between two positions of a format.
func step(f formats.Format) time.Duration {
	if f.Steps {
		return time.Second
	}
	return 250 * time.Millisecond
}
