package simulators

import (
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// stepLimit bounds the steps of a file, repeats included.
const stepLimit = 1 << 20

// Read reads a script.
func ReadTurtle(r io.Reader, in text.File) (*movetrace.Trace, error) {
	tags := text.NewMarkup(r, in, text.SizeLimit)
	f := script{recorder: movetrace.NewRecorder(movetrace.RecorderOptions{FromZero: true}), device: in.Device()}
	for {
		tag, ok := tags.Next()
		if !ok {
			break
		}
		if err := f.take(tags, tag); err != nil {
			return nil, tags.Fault(err)
		}
	}
	if err := tags.Err(); err != nil {
		return nil, err
	}
	t, err := f.recorder.Trace()
	if err != nil {
		return nil, tags.Fault(err)
	}
	return t, nil
}

// script is the state of the reading.
type script struct {
	recorder *movetrace.Recorder
	device   string
	open     []*statement // the movement and the repeats within it
	steps    int
}

// A statement is a command, or a repeat of others.
type statement struct {
	tag    text.Tag
	within []*statement
}

func (f *script) take(tags *text.Markup, tag text.Tag) error {
	switch {
	case tag.Kind == text.StartTag && tag.Name == "movements" && tags.Depth() == 1:
	case tag.Kind == text.StartTag && tag.Name == "movement" && len(f.open) == 0:
		f.open = []*statement{{tag: tag}}
	case tag.Kind == text.StartTag && len(f.open) == 0:
		return fmt.Errorf("<%s>: want <movements> or <movement>", tag.Name)
	case tag.Kind == text.StartTag:
		s := &statement{tag: tag}
		top := f.open[len(f.open)-1]
		top.within = append(top.within, s)
		f.open = append(f.open, s)
	case tag.Kind == text.EndTag && len(f.open) == 1:
		movement := f.open[0]
		f.open = nil
		return f.walk(movement)
	case tag.Kind == text.EndTag && len(f.open) > 1:
		f.open = f.open[:len(f.open)-1]
	}
	return nil
}

// turtle is a node under way.
type turtle struct {
	script       *script
	node         int
	at           time.Duration
	place        orb.Point
	speed, angle float64 // m/s, degrees
	stands       bool    // it has a place
}

// walk carries out the movement of a node.
func (f *script) walk(movement *statement) error {
	name := movement.tag.Attribute("id")
	if name == "" {
		name = f.device
	}
	if name, err := text.Name(name); err != nil {
		return err
	} else if _, twice := f.recorder.Find(name); twice {
		return fmt.Errorf("a second movement %s", text.Quote(name))
	}
	node, err := f.recorder.Node(name)
	if err != nil {
		return err
	}
	t := turtle{script: f, node: node}
	return t.each(movement.within)
}

func (t *turtle) each(list []*statement) error {
	for _, s := range list {
		if t.script.steps++; t.script.steps > stepLimit {
			return fmt.Errorf("more than %d steps", stepLimit)
		}
		if err := t.step(s); err != nil {
			return fmt.Errorf("<%s>: %w", s.tag.Name, err)
		}
	}
	return nil
}

func (t *turtle) step(s *statement) error {
	if s.tag.Name == "repeat" {
		n, has, err := number(s.tag, "n")
		switch {
		case err != nil:
			return err
		case !has:
			return errors.New("has no n, and never ends")
		}
		for range int(min(max(n, 0), stepLimit)) {
			if err := t.each(s.within); err != nil {
				return err
			}
			if t.script.steps++; t.script.steps > stepLimit {
				return fmt.Errorf("more than %d steps", stepLimit)
			}
		}
		return nil
	}
	return t.command(s.tag)
}

// command carries out one command.
func (t *turtle) command(tag text.Tag) error {
	values, has := map[string]float64{}, map[string]bool{}
	for _, key := range []string{"x", "y", "d", "t", "speed", "angle"} {
		var err error
		if values[key], has[key], err = number(tag, key); err != nil {
			return err
		}
	}
	to := t.place
	switch tag.Name {
	case "set":
		return t.set(values, has)
	case "turn":
		t.angle += values["angle"]
		return nil
	case "wait":
		return t.move(to, values["t"])
	case "forward":
		d := values["d"]
		if !has["d"] {
			d = t.speed * values["t"]
		}
		sin, cos := math.Sincos(t.angle * math.Pi / 180)
		to = orb.Point{rounded(to[0] + d*cos), rounded(to[1] + d*sin)}
	case "moveto", "moveby":
		for axis, key := range []string{"x", "y"} {
			switch {
			case has[key] && tag.Name == "moveto":
				to[axis] = values[key]
			case has[key]:
				to[axis] += values[key]
			}
		}
	default:
		return errors.New("want set, forward, turn, wait, moveto, moveby or repeat")
	}
	if has["t"] {
		return t.move(to, values["t"])
	}
	way := math.Hypot(to[0]-t.place[0], to[1]-t.place[1])
	if way > 0 && t.speed <= 0 {
		return errors.New("a node without a speed moves")
	}
	if way == 0 {
		return nil
	}
	return t.move(to, way/t.speed)
}

// rounded rounds to a micrometre, so that a sine whose last bit differs between machines
// decides no link.
func rounded(m float64) float64 { return math.Round(m*1e6) / 1e6 }

func (t *turtle) set(values map[string]float64, has map[string]bool) error {
	if has["speed"] {
		t.speed = values["speed"]
	}
	if has["angle"] {
		t.angle = values["angle"]
	}
	to := t.place
	if has["x"] {
		to[0] = values["x"]
	}
	if has["y"] {
		to[1] = values["y"]
	}
	if !has["x"] && !has["y"] {
		return nil
	}
	return t.fix(to)
}

// move goes to a place within a time in seconds.
func (t *turtle) move(to orb.Point, s float64) error {
	if !t.stands {
		if err := t.fix(t.place); err != nil {
			return err
		}
	}
	if s < 0 {
		return errors.New("a negative time")
	}
	if _, err := text.Time(fmt.Sprint(s + t.at.Seconds())); err != nil {
		return err
	}
	t.at += text.Seconds(s)
	return t.fix(to)
}

func (t *turtle) fix(to orb.Point) error {
	t.place, t.stands = to, true
	for _, m := range to {
		if _, err := text.Coordinate(fmt.Sprint(m)); err != nil {
			return err
		}
	}
	return t.script.recorder.Fix(t.node, t.at, to)
}

// number reads an attribute, if it is there.
func number(tag text.Tag, key string) (value float64, has bool, err error) {
	word := tag.Attribute(key)
	if word == "" {
		return 0, false, nil
	}
	if value, err = text.Number(word); err != nil {
		return 0, false, fmt.Errorf("%s: %w; what is drawn at random, or a parameter, cannot be read", key, err)
	}
	return value, true, nil
}
