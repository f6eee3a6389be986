package one

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
	"bellwether/mobility"
)

// spanLimit bounds the spans of one file: 16 bytes each.
const spanLimit = 1 << 24

// Activity says when nodes are in the world.
type Activity map[string][]span // by id, in order of time

// A span is a time of activity, in the file's time.
type span struct{ From, To time.Duration }

// ReadActivity reads a file of activity: id activeStart activeEnd.
func ReadActivity(r io.Reader, in text.File) (Activity, error) {
	lines := text.NewLines(r, in, text.SizeLimit)
	activity := Activity{}
	for n := 0; ; {
		line, ok := lines.Next()
		if !ok {
			return activity, lines.Err()
		}
		words := strings.Fields(line)
		if len(words) == 0 || words[0][0] == '#' {
			continue
		}
		if n++; n > spanLimit {
			return nil, lines.Fault(fmt.Errorf("more than %d spans", spanLimit))
		}
		in.Part()
		if err := activity.take(words); err != nil {
			if err = lines.Bad(err); err != nil {
				return nil, err
			}
		}
	}
}

func (a Activity) take(words []string) error {
	if len(words) != 3 {
		return fmt.Errorf("%d words: want id activeStart activeEnd", len(words))
	}
	id, err := text.Name(words[0])
	if err != nil {
		return err
	}
	from, err := text.Time(words[1])
	if err != nil {
		return err
	}
	to, err := text.Time(words[2])
	if err != nil {
		return err
	}
	former := a[id]
	if to <= from || len(former) > 0 && from <= former[len(former)-1].To {
		return fmt.Errorf("node %s: time runs backwards, in a span from %s to %s", text.Quote(id), movetrace.Stamp(from), movetrace.Stamp(to))
	}
	a[id] = append(former, span{from, to})
	return nil
}

// apply takes nodes out of the world while they are not active; begin is the file's time
// at time 0 of the trace. A node that the activity does not name is always active. A node
// that is active until the end of the trace stays.
func (a Activity) apply(t *movetrace.Trace, begin time.Duration) (*movetrace.Trace, error) {
	tracks := make([]movetrace.Track, t.Nodes())
	for i, name := range t.Names() {
		tracks[i].Name = name
		spans, known := a[name]
		if !known {
			spans = []span{{begin, mobility.Forever}}
		}
		w := movetrace.NewWalker(t.Path(i+1, nil, nil))
		tracks[i].Append(mobility.Leg{Absent: true})
		for _, s := range spans {
			from, to := max(s.From-begin, 0), s.To
			if to != mobility.Forever {
				to -= begin
			}
			if to >= t.Duration() {
				to = mobility.Forever
			}
			copySpan(&tracks[i], &w, span{from, to})
		}
	}
	active, err := movetrace.NewTrace(tracks)
	if err != nil {
		return nil, errors.New("no node is ever active")
	}
	return active.Lasting(t.Duration()).Anchored(t.Anchor()), nil
}

// copySpan adds a node's movement in a span, and its absence after it.
func copySpan(track *movetrace.Track, w *movetrace.Walker, s span) {
	if s.From >= s.To {
		return
	}
	for now := s.From; now < s.To; {
		l := w.Leg(now)
		end := l.End
		l.From, l.Start = l.At(now), now
		track.Append(l)
		now = end
	}
	if s.To != mobility.Forever {
		track.Append(mobility.Leg{Start: s.To, Absent: true})
	}
}

// WriteActivity writes when the nodes of a trace are in the world.
func WriteActivity(w io.Writer, t *movetrace.Trace) error {
	out := text.NewWriter(w)
	numbers, _ := t.Numbers()
	span := func(number string, from, to time.Duration) {
		out.Text(number, " ")
		out.Time(from)
		out.Text(" ")
		out.Time(to)
		out.Text("\n")
	}
	for i, number := range numbers {
		here, since := false, time.Duration(0)
		for f := range t.Fixes(i + 1) {
			if !f.Away && !here {
				here, since = true, f.At
			} else if f.Away && here {
				here = false
				span(number, since, f.At)
			}
		}
		if here {
			span(number, since, max(t.Duration(), since+1))
		}
	}
	return out.Close()
}
