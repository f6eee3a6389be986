package movement

import (
	"context"
	"math"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/base/errs"
	"bellwether/internal/contract/rim"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/sim/spatial"
	"bellwether/mobility"
	"bellwether/radio"
)

// Look says how to look at a trace.
type Look struct {
	RangeM float64       // up to which two nodes are neighbours, the limit included, as in unit-disk
	Every  time.Duration // between two moments; 0: a twentieth of the trace
}

// maxMoments bounds the moments of one look.
const maxMoments = 100_000

// Info describes a trace.
type Info struct {
	Nodes    int
	Duration time.Duration
	Legs     int
	Bounds   orb.Bound // metres
	Anchor   movetrace.Anchor

	// Altitudes are the least and the greatest of the file, in metres; nil if it has none.
	// Speeds and ranges are measured in the plane, as in a run without vertical.
	Altitudes *[2]float64
	Unread    error // the first altitude that cannot be read, and is left out; nil: all can be

	MaxSpeed  float64 // m/s
	MeanSpeed float64 // m/s, over the time that nodes are in the world
	Moving    float64 // fraction of that time in which they move
	Present   float64 // fraction of all time that nodes are in the world
	Arrivals  int     // of nodes, after the beginning
	Leaves    int
	Jumps     int // teleports
	Lost      int // nodes whose last fix is before the end
	Standing  int // lost nodes that stand from then on

	Moments []Moment
}

// A Moment is how connected the nodes are at an instant.
type Moment struct {
	At         time.Duration
	Present    int
	MeanDegree float64 // of the present nodes; 0 without any
	Components int
	Largest    int // nodes of the largest component
}

// Inspect looks at a trace. It reports progress, and stops when ctx is done.
func Inspect(ctx context.Context, t *movetrace.Trace, look Look, p Progress) (Info, error) {
	if !(look.RangeM > 0) || math.IsInf(look.RangeM, 0) {
		return Info{}, errs.Mobility.Errorf("the range must be a length above 0 m")
	}
	if look.Every == 0 {
		look.Every = max(t.Duration()/20, 1)
	}
	if look.Every < 0 || t.Duration()/look.Every >= maxMoments {
		return Info{}, errs.Mobility.Errorf("too many moments to look at")
	}
	info := Info{Nodes: t.Nodes(), Duration: t.Duration(), Legs: t.Legs(), Bounds: t.Bounds(), Anchor: t.Anchor(), MaxSpeed: t.MaxSpeed(), Lost: t.Lost(), Standing: t.Standing()}
	if info.Unread = t.Unread(); t.HasAltitudes() {
		a := t.AltitudesInFile()
		info.Altitudes = &a
	}
	var way float64
	var here, moving nodeTime
	for node := 1; node <= t.Nodes(); node++ {
		path := t.Path(node, nil, nil)
		for l := path.Next(); ; {
			if span := min(l.End, t.Duration()) - l.Start; !l.Absent && span > 0 {
				here.add(span)
				way += l.Speed() * span.Seconds()
				if l.Speed() > 0 {
					moving.add(span)
				}
			}
			if l.End == mobility.Forever {
				break
			}
			next := path.Next()
			info.count(l, next)
			l = next
		}
	}
	if here.seconds() > 0 {
		info.MeanSpeed = way / here.seconds()
		info.Moving = moving.seconds() / here.seconds()
	}
	info.Present = 1
	if t.Duration() > 0 {
		info.Present = here.seconds() / t.Duration().Seconds() / float64(t.Nodes())
	}
	return info, info.connect(ctx, t, look, p)
}

// nodeTime is a time summed over nodes. A Duration ends at 292 years, which 2000 nodes reach
// in two months.
type nodeTime struct{ whole, nanoseconds int64 } // whole seconds, and the rest

func (s *nodeTime) add(d time.Duration) {
	s.nanoseconds += int64(d % time.Second)
	s.whole += int64(d/time.Second) + s.nanoseconds/int64(time.Second)
	s.nanoseconds %= int64(time.Second)
}

func (s *nodeTime) seconds() float64 { return float64(s.whole) + float64(s.nanoseconds)/1e9 }

// count counts arrivals, departures and jumps between one leg and the next.
func (i *Info) count(former, next mobility.Leg) {
	switch {
	case former.Absent && !next.Absent:
		i.Arrivals++
	case !former.Absent && next.Absent:
		i.Leaves++
	case !former.Absent && next.Jumps(former):
		i.Jumps++
	}
}

// connect computes the links, moment by moment.
func (i *Info) connect(ctx context.Context, t *movetrace.Trace, look Look, p Progress) error {
	n := t.Nodes()
	moments := float64(t.Duration()/look.Every + 1)
	walkers := make([]movetrace.Walker, n)
	for k := range walkers {
		walkers[k] = movetrace.NewWalker(t.Path(k+1, nil, nil))
	}
	w := web{points: make([]orb.Point, n), present: make([]bool, n), root: make([]int, n), size: make([]int, n),
		index: spatial.NewIndex(look.RangeM), rangeM: look.RangeM}
	for at := time.Duration(0); at <= t.Duration(); at += look.Every {
		for k := range walkers {
			w.points[k], w.present[k] = walkers[k].At(at)
		}
		m, err := w.moment(at, func(part float64) error {
			if p != nil {
				p("looking who is in range", (float64(len(i.Moments))+part)/moments)
			}
			return ctx.Err()
		})
		if err != nil {
			return err
		}
		i.Moments = append(i.Moments, m)
	}
	return nil
}

// web holds the links at one instant.
type web struct {
	points     []orb.Point
	present    []bool
	root, size []int // of the component, by union and find
	index      *spatial.Index
	rangeM     float64
	near       []int32
}

// between, in nodes, is how often a look reports progress: a million nodes with a thousand
// neighbours each take a minute.
const between = 4096

// moment looks at one instant. It stops with the error that going returns.
func (w *web) moment(at time.Duration, going func(part float64) error) (Moment, error) {
	m := Moment{At: at}
	for k := range w.root {
		w.root[k], w.size[k] = k, 1
		if w.present[k] {
			m.Present++
		}
	}
	m.Components = m.Present
	m.Largest = min(m.Present, 1)
	w.index.Rebuild(w.points, w.present)
	links := 0
	for k := range w.points {
		if k%between == 0 {
			if err := going(float64(k) / float64(len(w.points))); err != nil {
				return m, err
			}
		}
		if !w.present[k] {
			continue
		}
		w.near = w.index.Near(w.points[k], w.rangeM+rim.WidthM, w.near[:0])
		for _, other := range w.near {
			if j := int(other); j > k && radio.DistanceSquared(w.points[k], w.points[j]) <= rim.Square(w.rangeM) {
				links++
				if size := w.join(k, j); size > 0 {
					m.Components--
					m.Largest = max(m.Largest, size)
				}
			}
		}
	}
	if m.Present > 0 {
		m.MeanDegree = 2 * float64(links) / float64(m.Present)
	}
	return m, nil
}

// join joins two components, and gives the new size; 0 if they were one already.
func (w *web) join(a, b int) int {
	a, b = w.find(a), w.find(b)
	if a == b {
		return 0
	}
	if w.size[a] < w.size[b] {
		a, b = b, a
	}
	w.root[b] = a
	w.size[a] += w.size[b]
	return w.size[a]
}

func (w *web) find(k int) int {
	for w.root[k] != k {
		w.root[k] = w.root[w.root[k]]
		k = w.root[k]
	}
	return k
}
