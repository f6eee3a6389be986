package simulators

import (
	"errors"
	"fmt"
	"io"
	"time"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// Read reads a session.
func ReadCORESession(r io.Reader, in text.File, c geo.Coordinates) (*movetrace.Trace, error) {
	tags := text.NewMarkup(r, in, text.SizeLimit)
	o := movetrace.RecorderOptions{FromZero: true}
	if c == geo.Degrees {
		o.Project = geo.About
	}
	f := session{unit: c, recorder: movetrace.NewRecorder(o)}
	for {
		tag, ok := tags.Next()
		if !ok {
			break
		}
		if tag.Kind != text.StartTag {
			continue
		}
		if tags.Depth() == 1 && tag.Name != "scenario" {
			return nil, tags.Fault(fmt.Errorf("<%s>: want <scenario>", tag.Name))
		}
		if err := tags.Bad(f.take(tags, tag)); err != nil {
			return nil, err
		}
	}
	if err := tags.Err(); err != nil {
		return nil, err
	}
	if f.recorder.Nodes() == 0 {
		return nil, tags.Fault(errors.New("the file ends and no device has a position"))
	}
	t, err := f.recorder.Trace()
	if err != nil {
		return nil, tags.Fault(err)
	}
	if left := f.devices - f.recorder.Nodes(); left > 0 {
		in.Remark("left out: %d of %d devices, which have no position", left, f.devices)
	}
	if c != geo.Degrees {
		in.Remark("places are pixels of CORE's canvas, read as metres, as its ranges are: --coordinates degrees takes latitude and longitude")
	}
	return t, nil
}

// session is the state of the reading.
type session struct {
	unit     geo.Coordinates
	recorder *movetrace.Recorder
	devices  int
	name     string // of the device
}

func (f *session) take(tags *text.Markup, tag text.Tag) (err error) {
	switch {
	case tags.Within("scenario", "devices", "device"):
		tags.Part()
		f.devices++
		f.name, err = text.Name(tag.Attribute("name"))
		return err
	case !tags.Within("scenario", "devices", "device", "position") || f.name == "":
		return nil
	}
	x, y := tag.Attribute("x"), tag.Attribute("y")
	if f.unit == geo.Degrees {
		x, y = tag.Attribute("lon"), tag.Attribute("lat")
	}
	place, err := geo.ParsePlace(f.unit, x, y)
	if err != nil {
		return err
	}
	if _, twice := f.recorder.Find(f.name); twice {
		return fmt.Errorf("a second device called %s", text.Quote(f.name))
	}
	node, err := f.recorder.Node(f.name)
	if err != nil {
		return err
	}
	return f.recorder.Fix(node, time.Duration(0), place)
}
