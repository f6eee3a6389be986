package fcd

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// Read reads a file.
func Read(r io.Reader, in text.File, c geo.Coordinates) (*movetrace.Trace, error) {
	tags := text.NewMarkup(r, in, text.SizeLimit)
	f := file{in: in, coordinates: c, kinds: map[string]string{}}
	for {
		tag, ok := tags.Next()
		if !ok {
			break
		}
		if err := f.take(tags, tag); err != nil {
			return nil, err
		}
	}
	if err := tags.Err(); err != nil {
		return nil, err
	}
	if f.recorder == nil {
		return nil, tags.Fault(errors.New("the file ends and has no timestep"))
	}
	if f.looksLikeDegrees() {
		return nil, tags.Fault(fmt.Errorf("the coordinates look like degrees: by their speeds the vehicles travel %.0f m, by their coordinates %.2g: --coordinates degrees or --coordinates metres (coordinates: in a scenario) says which",
			f.claimed, f.gone))
	}
	t, err := f.recorder.Trace()
	if err != nil {
		return nil, tags.Fault(err)
	}
	return t, nil
}

// file is the state of the reading.
type file struct {
	in          text.File
	kinds       map[string]string // by name: vehicle, person or container
	shared      bool              // a name stands for two
	coordinates geo.Coordinates
	recorder    *movetrace.Recorder
	now         time.Duration // of the step
	step        int           // from 1 on
	skipped     bool          // the open step is bad, and is skipped
	vehicles    []vehicle     // by node
	here        []int         // nodes of the step before

	claimed, gone float64 // distances by speeds, in metres, and by coordinates
}

// vehicle is the state of a vehicle, or of a person.
type vehicle struct {
	step  int // the last that listed it
	at    time.Duration
	place orb.Point
}

func (f *file) take(tags *text.Markup, tag text.Tag) error {
	switch {
	case tag.Kind == text.CommentTag && f.recorder == nil && f.coordinates != geo.Metres:
		if saysDegrees(string(tag.Text)) {
			f.coordinates = geo.Degrees
		}
	case tag.Kind == text.StartTag && tags.Depth() == 1 && tag.Name != "fcd-export":
		return tags.Fault(fmt.Errorf("<%s>: want <fcd-export>", tag.Name))
	case tag.Kind == text.StartTag && tag.Name == "timestep" && tags.Depth() == 2:
		tags.Part()
		err := f.begin(tag)
		f.skipped = err != nil
		return tags.Bad(err)
	case f.skipped:
		return nil
	case tag.Kind == text.EndTag && tag.Name == "timestep" && tags.Depth() == 1:
		return tags.Bad(f.end())
	case tag.Kind == text.StartTag && tags.Within("fcd-export", "timestep", tag.Name):
		if tag.Name == "vehicle" || tag.Name == "person" || tag.Name == "container" {
			tags.Part()
			err := f.vehicle(tag)
			if err != nil {
				f.keep(tag)
			}
			return tags.Bad(err)
		}
	}
	return nil
}

// saysDegrees reports whether a comment of SUMO states degrees.
func saysDegrees(comment string) bool {
	_, rest, ok := strings.Cut(comment, "fcd-output.geo")
	value, _, _ := strings.Cut(rest, ">")
	return ok && (strings.Contains(value, `"true"`) || strings.Contains(value, `"1"`))
}

// begin begins a step.
func (f *file) begin(tag text.Tag) error {
	if f.recorder == nil {
		var o movetrace.RecorderOptions
		if f.coordinates == geo.Degrees {
			o.Project, o.Near = geo.About, geo.Bound(f.in.Within)
		}
		f.recorder = movetrace.NewRecorder(o)
	}
	word := tag.Attribute("time")
	if word == "" {
		return errors.New("a timestep without time")
	}
	now, err := instant(word)
	if err != nil {
		return err
	}
	if f.step > 0 && now <= f.now {
		return fmt.Errorf("time runs backwards, from %s to %s", movetrace.Stamp(f.now), movetrace.Stamp(now))
	}
	f.step++
	f.now = now
	f.recorder.Span(now, now)
	return nil
}

// instant reads seconds, or days, hours, minutes and seconds, as SUMO writes them with
// --human-readable-time.
func instant(word string) (time.Duration, error) {
	if !strings.Contains(word, ":") {
		return text.Time(word)
	}
	seconds, parts := 0.0, strings.Split(word, ":")
	for i, part := range parts {
		n, err := text.Number(part)
		if err != nil || n < 0 || len(parts) < 3 || len(parts) > 4 {
			return 0, fmt.Errorf("time: %s: want seconds, or hours:minutes:seconds", text.Quote(word))
		}
		each := 60.0
		if i == 1 && len(parts) == 4 {
			each = 24
		}
		seconds = each*seconds + n
	}
	return text.Time(strconv.FormatFloat(seconds, 'f', -1, 64))
}

// end ends a step: nodes that it did not list have left.
func (f *file) end() error {
	stay := f.here[:0]
	for _, node := range f.here {
		if f.vehicles[node].step == f.step {
			stay = append(stay, node)
		} else if err := f.recorder.Leave(node, f.now); err != nil {
			return err
		}
	}
	f.here = stay
	return nil
}

func (f *file) vehicle(tag text.Tag) error {
	id, err := f.name(tag)
	if err != nil {
		return err
	}
	place, err := f.place(tag.Attribute("x"), tag.Attribute("y"))
	if err != nil {
		return fmt.Errorf("%s: %w", id, err)
	}
	node, err := f.recorder.Node(id)
	if err != nil {
		return err
	}
	if node == len(f.vehicles) {
		f.vehicles = append(f.vehicles, vehicle{})
	}
	v := &f.vehicles[node]
	switch known := v.step > 0; {
	case known && v.step == f.step:
		return fmt.Errorf("%s is listed twice in one timestep", id)
	case known && v.step == f.step-1:
		if err := f.compare(v, place, tag.Attribute("speed")); err != nil {
			return fmt.Errorf("%s: speed: %w", id, err)
		}
	default:
		f.here = append(f.here, node)
	}
	*v = vehicle{step: f.step, at: f.now, place: place}
	return f.recorder.Fix(node, f.now, place)
}

// name is the node's name. SUMO numbers vehicles and persons alike, so a name that another kind
// of thing has taken gets the kind behind it.
func (f *file) name(tag text.Tag) (string, error) {
	id, err := text.Name(tag.Attribute("id"))
	if err != nil {
		return "", err
	}
	switch kind, taken := f.kinds[id]; {
	case !taken:
		f.kinds[id] = tag.Name
	case kind != tag.Name:
		if !f.shared {
			f.in.Remark("%s is a %s and a %s: the %s is called %s (%s)", id, kind, tag.Name, tag.Name, id, tag.Name)
		}
		f.shared = true
		return id + " (" + tag.Name + ")", nil
	}
	return id, nil
}

// keep keeps a vehicle with a bad place in the world: the step lists it, so it has not
// left.
func (f *file) keep(tag text.Tag) {
	id, err := f.name(tag)
	node, known := f.recorder.Find(id)
	if err == nil && known && node < len(f.vehicles) && f.vehicles[node].step == f.step-1 {
		f.vehicles[node].step = f.step
	}
}

func (f *file) place(x, y string) (p orb.Point, err error) {
	if x == "" || y == "" {
		return p, errors.New("has no x and y")
	}
	return geo.ParsePlace(f.coordinates, x, y)
}

// compare adds the distance since the step before, by places and by speed.
func (f *file) compare(v *vehicle, place orb.Point, speed string) error {
	if speed == "" {
		return nil
	}
	s, err := text.Number(speed)
	if err != nil {
		return err
	}
	f.claimed += max(s, 0) * (f.now - v.at).Seconds()
	f.gone += math.Hypot(place[0]-v.place[0], place[1]-v.place[1])
	return nil
}

// looksLikeDegrees reports whether places are much nearer to each other than speeds say: a
// degree is 111 km, and of longitude at 80° still 19 km.
func (f *file) looksLikeDegrees() bool {
	const enough, smaller = 10, 1000 // metres; times
	b := f.recorder.Bounds()
	return f.coordinates == geo.Auto && f.claimed > enough && f.claimed > smaller*f.gone &&
		max(-b.Min[0], b.Max[0]) <= 180 && max(-b.Min[1], b.Max[1]) <= 90
}
