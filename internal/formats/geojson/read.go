package geojson

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// Read reads a file. Errors of a feature name the line where it ends.
func Read(r io.Reader, in text.File, c geo.Coordinates) (*movetrace.Trace, error) {
	d := text.NewJSON(r, in, text.SizeLimit)
	f := file{in: in, unit: c, clock: clock{Clock: in.Columns.Clock()}, tracks: map[int]track{}, flags: in.Properties()}
	if c == geo.Auto {
		f.unit = geo.Degrees
	}
	if err := f.collection(d, c); err != nil {
		return nil, d.Fault(err)
	}
	if f.told {
		unit := ""
		if f.clock.Unit != "" && !f.clock.Dates() {
			unit = ", in " + f.clock.Unit
		}
		in.Remark("property %s is read as the time%s: --columns time=NAME says otherwise", f.timed, unit)
	}
	f.Tell(in)
	f.order.Tell(in, &f.clock.Clock)
	f.flags.Tell()
	if err := f.flags.None(); err != nil {
		return nil, d.Fault(err)
	}
	t, err := f.trace()
	if err != nil {
		return nil, f.recorder.Blame(err, d.Fault)
	}
	return t, nil
}

// file is the state of the reading.
type file struct {
	in       text.File
	unit     geo.Coordinates
	recorder *movetrace.Recorder
	clock
	points   []point // nodes that are always there
	features int
	typed    bool   // the collection states its type
	timed    string // the property of points' times, once one has it
	told     bool   // it is told, since its name is not a usual one
	order    text.Order[int]
	waiting  []fix // points with times, if they are in no order
	chose    bool  // between two properties that may name the node, and told it
	tracks   map[int]track
	flags    *text.Flags
	row      []string // properties of a feature, as the flags have them
}

// A track is what the points of a node made so far.
type track struct {
	fixes int           // points with a time
	last  time.Duration // of them
	alone bool          // it has a point without a time
}

// A fix is a point with a time.
type fix struct {
	node  int
	at    time.Duration
	place orb.Point
}

type point struct {
	node  int
	place orb.Point
}

// collection reads the outermost object.
func (f *file) collection(d *text.JSON, c geo.Coordinates) error {
	if err := d.Open('{'); err != nil {
		return err
	}
	for {
		key, more, err := d.Key()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		switch key {
		case "features":
			err = f.all(d)
		case "type":
			err = f.kind(d)
		case "coordinates_are":
			var what string
			err = d.Value(&what)
			if f.recorder != nil && err == nil {
				err = errors.New("coordinates_are must stand before the features")
			}
			if c == geo.Auto && strings.HasPrefix(what, "metres") {
				f.unit = geo.Metres
			}
		default:
			err = d.Skip()
		}
		if err != nil {
			return err
		}
	}
	if f.recorder == nil || !f.typed {
		return errors.New("not a FeatureCollection with features")
	}
	return d.End()
}

func (f *file) kind(d *text.JSON) error {
	var kind string
	if err := d.Value(&kind); err != nil {
		return err
	}
	if kind != "FeatureCollection" {
		return fmt.Errorf("type %q: want a FeatureCollection", kind)
	}
	f.typed = true
	return nil
}

// all reads the features.
func (f *file) all(d *text.JSON) error {
	if f.recorder != nil {
		return errors.New("features stand there twice")
	}
	o := movetrace.RecorderOptions{StayAtEnd: true}
	if !f.in.Columns.Sorts() { // the line of a point that waits is not known
		o.Place = d.Fault
	}
	if f.unit == geo.Degrees {
		o.Project, o.Near = geo.About, geo.Bound(f.in.Within)
	}
	f.recorder = movetrace.NewRecorder(o)
	if err := d.Open('['); err != nil {
		return err
	}
	for d.More() {
		if err := f.next(d); err != nil {
			return err
		}
	}
	return d.Close()
}

// next reads the next feature. A skipped feature has no effect. Invalid JSON cannot be
// skipped.
func (f *file) next(d *text.JSON) error {
	d.Part()
	f.features++
	before := f.clock
	var one feature
	err := d.Value(&one)
	if err != nil && !d.Complete() {
		return err
	}
	if err == nil && f.refuses(&one) {
		return nil
	}
	if err == nil {
		err = f.take(&one)
	}
	if err == nil {
		f.flags.Row(f.row)
		return nil
	}
	f.clock = before
	if d.Bad(err) != nil {
		return err
	}
	return nil
}

func (f *file) take(one *feature) error {
	if one.Type != "Feature" {
		return fmt.Errorf("type %q: want a Feature", one.Type)
	}
	switch one.Geometry.Type {
	case "Point", "LineString", "MultiLineString":
	default:
		return fmt.Errorf("geometry %q is no movement: want Point, LineString or MultiLineString", one.Geometry.Type)
	}
	name, err := f.name(one)
	if err != nil {
		return err
	}
	if one.Geometry.Type == "Point" {
		return f.point(name, one)
	}
	lines, err := one.lines(f.unit, &f.clock)
	if err != nil {
		return err
	}
	if f.dates {
		f.recorder.Dated()
	}
	node, err := f.recorder.Node(name)
	if err != nil {
		return err
	}
	for _, l := range lines {
		for i := range l.places {
			if err := f.recorder.Fix(node, l.times[i], l.places[i]); err != nil {
				return err
			}
		}
		if err := f.recorder.Leave(node, l.times[len(l.times)-1]); err != nil {
			return err
		}
	}
	return nil
}

func (f *file) point(name string, one *feature) error {
	var numbers []float64
	if err := json.Unmarshal(one.Geometry.Coordinates, &numbers); err != nil {
		return errors.New("coordinates: want a place")
	}
	p, err := place(numbers, f.unit)
	if err != nil {
		return err
	}
	raw, err := f.time(one)
	if err != nil {
		return err
	}
	at := time.Duration(0)
	if raw != nil {
		if at, err = f.read(raw); err != nil {
			return err
		}
	}
	node, err := f.recorder.Node(name)
	if err != nil {
		return err
	}
	of := f.tracks[node]
	defer func() { f.tracks[node] = of }()
	switch {
	case of.alone || raw == nil && of.fixes > 0:
		return fmt.Errorf("a second point of node %s, and not all have a time: they need a property of their times (%s, or --columns time=NAME), or names of their own", text.Quote(name), strings.Join(text.TimeNames, ", "))
	case raw == nil:
		of.alone = true
		f.points = append(f.points, point{node, p})
		return nil
	}
	if f.dates {
		f.recorder.Dated()
	}
	if f.in.Columns.Sorts() {
		f.order.Note(&f.clock.Clock, node, at)
		f.waiting = append(f.waiting, fix{node, at, p})
		of.fixes, of.last = of.fixes+1, max(of.last, at)
		return nil
	}
	if err := f.recorder.Fix(node, at, p); errors.Is(err, movetrace.ErrBackwards) {
		if why := f.clock.Fall(f.recorder.Last(node), at); why != "" {
			return text.Whole(fmt.Errorf("%w: %s", err, why))
		}
		advice := f.in.Columns.SortAdvice(f.clock.Advice) + " reads points in any order (columns: in a scenario)"
		if last := f.recorder.Last(node); 2*(last-at) > last-f.recorder.Begin() {
			advice = text.Restarted + "; else " + advice
		}
		return fmt.Errorf("%w: %s", err, advice)
	} else if err != nil {
		return err
	}
	of.fixes, of.last = of.fixes+1, at
	return nil
}

// sorted records the points that wait, in the order of time.
func (f *file) sorted() error {
	slices.SortStableFunc(f.waiting, func(a, b fix) int { return cmp.Compare(a.at, b.at) })
	for _, p := range f.waiting {
		if err := f.recorder.Fix(p.node, p.at, p.place); err != nil {
			return err
		}
	}
	return nil
}

func (f *file) trace() (*movetrace.Trace, error) {
	if err := f.sorted(); err != nil {
		return nil, err
	}
	begin := f.recorder.Begin()
	for node := range f.recorder.Nodes() {
		if of := f.tracks[node]; of.fixes > 1 { // a track, which ends with its last point
			if err := f.recorder.Leave(node, of.last); err != nil {
				return nil, err
			}
		}
	}
	for _, p := range f.points {
		if err := f.recorder.Fix(p.node, begin, p.place); err != nil {
			return nil, err
		}
	}
	t, err := f.recorder.Trace()
	if err != nil || !f.Dates() && !movetrace.IsUnix(begin) {
		return t, err
	}
	a := t.Anchor()
	a.Start = time.Unix(0, int64(begin)).UTC()
	return t.Anchored(a), nil
}
