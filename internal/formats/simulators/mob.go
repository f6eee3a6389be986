package simulators

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// Read reads a file.
func ReadCourses(r io.Reader, in text.File) (*movetrace.Trace, error) {
	lines := text.NewLines(r, in, text.SizeLimit)
	f := courses{recorder: movetrace.NewRecorder(movetrace.RecorderOptions{FromZero: true})}
	if err := lines.Rows(f.take); err != nil {
		return nil, err
	}
	if len(f.courses) == 0 {
		return nil, lines.Fault(errors.New("the file ends and has no nodes"))
	}
	for node, c := range f.courses {
		if c.velocity == (orb.Point{}) || c.at == f.last {
			continue
		}
		s := (f.last - c.at).Seconds()
		to := orb.Point{c.place[0] + c.velocity[0]*s, c.place[1] + c.velocity[1]*s}
		if err := f.recorder.Fix(node, f.last, to); err != nil {
			return nil, lines.Fault(err)
		}
	}
	t, err := f.recorder.Trace()
	if err != nil {
		return nil, lines.Fault(err)
	}
	return t, nil
}

// courses is the state of the reading.
type courses struct {
	recorder *movetrace.Recorder
	courses  []course // by node, the latest
	last     time.Duration
}

// course is where a node is from an instant on.
type course struct {
	at              time.Duration
	place, velocity orb.Point // m, m/s
}

func (f *courses) take(line string) error {
	words := strings.Fields(line)
	if len(words) != 4 {
		return errors.New("want now=… node=… pos=x:y:z vel=x:y:z")
	}
	var values [4]string
	for i, key := range []string{"now=", "node=", "pos=", "vel="} {
		var ok bool
		if values[i], ok = strings.CutPrefix(words[i], key); !ok {
			return fmt.Errorf("%s: want %s", text.Quote(words[i]), key)
		}
	}
	at, err := instant(values[0])
	if err != nil {
		return err
	}
	if at < f.last {
		return fmt.Errorf("time runs backwards, from %v to %v", f.last, at)
	}
	name, err := text.Name(values[1])
	if err != nil {
		return err
	}
	c := course{at: at}
	if c.place, err = vector(values[2]); err == nil {
		c.velocity, err = vector(values[3])
	}
	if err != nil {
		return err
	}
	node, err := f.recorder.Node(name)
	if err != nil {
		return err
	}
	if node == len(f.courses) {
		f.courses = append(f.courses, course{})
	}
	f.courses[node], f.last = c, at
	return f.recorder.Fix(node, at, c.place)
}

// units of ns-3's times, the longer word first.
var units = []struct {
	word    string
	seconds float64
}{{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}}

func instant(word string) (time.Duration, error) {
	for _, unit := range units {
		if number, ok := strings.CutSuffix(word, unit.word); ok {
			n, err := text.Number(number)
			if err != nil {
				return 0, fmt.Errorf("now: %w", err)
			}
			return text.Time(fmt.Sprintf("%.9f", n*unit.seconds))
		}
	}
	return text.Time(strings.TrimPrefix(word, "+"))
}

// vector reads x:y:z.
func vector(word string) (p orb.Point, err error) {
	x, rest, _ := strings.Cut(word, ":")
	y, _, ok := strings.Cut(rest, ":")
	if !ok {
		return p, fmt.Errorf("%s: want x:y:z", text.Quote(word))
	}
	if p[0], err = text.Coordinate(x); err == nil {
		p[1], err = text.Coordinate(y)
	}
	return p, err
}
