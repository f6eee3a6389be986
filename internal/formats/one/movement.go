package one

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// ReadMovement reads a file of ExternalMovement.
func ReadMovement(r io.Reader, in text.File) (*movetrace.Trace, error) {
	lines := text.NewLines(r, in, text.SizeLimit)
	recorder := movetrace.NewRecorder(movetrace.RecorderOptions{})
	var head *bounds
	now := time.Duration(0)
	for {
		line, ok := lines.Next()
		if !ok {
			break
		}
		words := strings.Fields(line)
		if len(words) == 0 || words[0][0] == '#' {
			continue
		}
		if head == nil {
			var err error
			if head, err = header(recorder, words, 0); err != nil {
				return nil, lines.Fault(err)
			}
			continue
		}
		in.Part()
		at, err := step(recorder, words, now, head)
		if err == nil {
			now = at
		} else if err = lines.Bad(err); err != nil {
			return nil, err
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	head.remark(in)
	t, err := recorder.Trace()
	if err != nil {
		return nil, lines.Fault(err)
	}
	return t, nil
}

// header reads the least and greatest time, x, y and perhaps z, from the word at index
// first on.
func header(recorder *movetrace.Recorder, words []string, first int) (*bounds, error) {
	if n := len(words) - first; n != 6 && n != 8 {
		return nil, fmt.Errorf("a header of %d numbers: want minTime maxTime minX maxX minY maxY and perhaps minZ maxZ", n)
	}
	b := &bounds{}
	var err error
	if b.from, err = text.Time(words[first]); err != nil {
		return nil, err
	}
	if b.to, err = text.Time(words[first+1]); err != nil {
		return nil, err
	}
	if b.to < b.from {
		return nil, fmt.Errorf("the header's times run backwards, from %s to %s", movetrace.Stamp(b.from), movetrace.Stamp(b.to))
	}
	for i, word := range words[first+2:] {
		m, err := text.Coordinate(word)
		if err != nil {
			return nil, err
		}
		switch least := i%2 == 0; {
		case i >= 4: // heights
		case least:
			b.area.Min[i/2] = m
		case m < b.area.Min[i/2]:
			return nil, fmt.Errorf("the header's bounds run backwards, from %g to %g", b.area.Min[i/2], m)
		default:
			b.area.Max[i/2] = m
		}
	}
	recorder.Span(b.from, b.to)
	return b, nil
}

// step reads a line: time id x y and perhaps z.
func step(recorder *movetrace.Recorder, words []string, former time.Duration, head *bounds) (time.Duration, error) {
	if len(words) != 4 && len(words) != 5 {
		return 0, fmt.Errorf("%d words: want time id x y", len(words))
	}
	now, err := text.Time(words[0])
	if err != nil {
		return 0, err
	}
	if now < former {
		return 0, fmt.Errorf("time runs backwards, from %s to %s", movetrace.Stamp(former), movetrace.Stamp(now))
	}
	place, err := place(words[2], words[3])
	if err != nil {
		return 0, err
	}
	if err := fix(recorder, words[1], now, place); err != nil {
		return 0, err
	}
	head.meet(now, place)
	return now, nil
}

func place(x, y string) (p orb.Point, err error) {
	if p[0], err = text.Coordinate(x); err == nil {
		p[1], err = text.Coordinate(y)
	}
	return p, err
}

func fix(recorder *movetrace.Recorder, id string, at time.Duration, place orb.Point) error {
	name, err := text.Name(id)
	if err != nil {
		return err
	}
	node, err := recorder.Node(name)
	if err != nil {
		return err
	}
	return recorder.Fix(node, at, place)
}

// WriteMovement writes a file of ExternalMovement with a step each second, or as asked. A
// node that has left is not listed, which readers take for standing still.
func WriteMovement(w io.Writer, t *movetrace.Trace, every time.Duration) error {
	moments, err := t.Moments(every)
	if err != nil {
		return err
	}
	out := text.NewWriter(w)
	writeHeader(out, t)
	numbers, _ := t.Numbers()
	walkers := make([]movetrace.Walker, t.Nodes())
	for i := range walkers {
		walkers[i] = movetrace.NewWalker(t.Path(i+1, nil, nil))
	}
	for now := range moments {
		for i := range walkers {
			place, present := walkers[i].At(now)
			if !present {
				continue
			}
			out.Time(now)
			out.Text(" ", numbers[i], " ")
			out.Metres(place[0])
			out.Text(" ")
			out.Metres(place[1])
			out.Text("\n")
		}
	}
	return out.Close()
}

func writeHeader(out *text.Writer, t *movetrace.Trace) {
	b := t.Bounds()
	out.Text("0 ")
	out.Time(t.Duration())
	for axis := range b.Min {
		out.Text(" ")
		out.Metres(b.Min[axis])
		out.Text(" ")
		out.Metres(b.Max[axis])
	}
	out.Text("\n")
}
