package csv

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// A fix is a row with a place, or of a node that leaves.
type fix struct {
	name  string
	at    time.Duration
	place orb.Point
	up    string
	away  bool
	line  int
}

// fault names file and line of an error: those of the row that is recorded.
func (t *table) fault(err error) error {
	line := t.replayed
	if line == 0 {
		line = t.lines()
	}
	return text.FaultAt(t.in.Name, line, err)
}

// leave records that a node leaves. A node that had no place yet only begins the recording.
func (t *table) leave(name string, at time.Duration) error {
	node, known := t.recorder.Find(name)
	switch {
	case t.in.Columns.Sorts():
		return t.wait(fix{name: name, at: at, away: true, line: t.lines()})
	case len(t.waiting) > 0:
		return errors.New("a row without a place in a table that runs backwards in time")
	case known:
		return t.recorder.Leave(node, at)
	}
	t.empty[strings.Clone(name)] = true
	t.recorder.Span(at, at)
	return nil
}

// fix records a place. If the second row of a table of one device is earlier than the first,
// as in Cabspotting's, the table runs backwards, and its rows wait for its end.
func (t *table) fix(f fix) error {
	t.rows++
	if t.rows == 1 {
		f.up = strings.Clone(f.up)
		f.name = strings.Clone(f.name)
		t.first = f
	}
	if t.rows == 2 && t.columns.node < 0 && f.at < t.first.at && !t.in.Columns.Sorts() && t.columns.times.Fall(t.first.at, f.at) == "" {
		t.waiting = append(t.waiting, t.first)
		t.recorder = t.recorder.Emptied()
	}
	if len(t.waiting) > 0 || t.in.Columns.Sorts() {
		return t.wait(f)
	}
	err := t.record(f)
	if errors.Is(err, movetrace.ErrBackwards) {
		node, _ := t.recorder.Find(f.name)
		if why := t.columns.times.Fall(t.recorder.Last(node), f.at); why != "" {
			return text.Whole(fmt.Errorf("%w: %s", err, why))
		}
		if err := t.runs.Mixed(t.in, t.columns.times.Dates()); err != nil {
			return err
		}
		advice := t.columns.times.SortAdvice()
		if last := t.recorder.Last(node); 2*(last-f.at) > last-t.recorder.Begin() {
			advice = text.Restarted + "; else " + advice
		}
		return fmt.Errorf("%w: %s", err, advice)
	}
	return err
}

// waitLimit bounds the rows of a table that runs backwards: 90 bytes each.
const waitLimit = 1 << 22

// wait keeps a row until the end of the table.
func (t *table) wait(f fix) error {
	if len(t.waiting) == waitLimit {
		return text.Whole(fmt.Errorf("more than %d rows that run backwards in time", waitLimit))
	}
	if node, known := t.recorder.Find(f.name); known {
		f.name = t.recorder.Name(node)
	} else if !f.away {
		node, err := t.recorder.Node(f.name)
		if err != nil {
			return err
		}
		f.name = t.recorder.Name(node)
	} else {
		f.name = strings.Clone(f.name)
	}
	f.up = strings.Clone(f.up)
	if len(t.waiting) == 1 && !t.in.Columns.Sorts() {
		t.order.Note(&t.columns.times.Clock, t.waiting[0].name, t.waiting[0].at)
	}
	t.order.Note(&t.columns.times.Clock, f.name, f.at)
	t.waiting = append(t.waiting, f)
	return nil
}

func (t *table) record(f fix) error {
	node, err := t.recorder.Node(f.name)
	if err != nil {
		return err
	}
	if err := t.recorder.Fix(node, f.at, f.place); err != nil || f.up == "" {
		return err
	}
	up, err := t.columns.unitUp.Coordinate(f.up)
	t.highest = max(t.highest, up)
	t.recorder.Climb(node, f.at, up, err)
	return nil
}

// sorted records the rows that wait, in the order of time. Of a table that runs backwards, the last
// of two rows of one time is the earlier one.
func (t *table) sorted() error {
	if len(t.waiting) == 0 {
		return nil
	}
	asked := t.in.Columns.Sorts()
	if !asked {
		slices.Reverse(t.waiting)
	}
	slices.SortStableFunc(t.waiting, func(a, b fix) int { return int(min(max(a.at-b.at, -1), 1)) })
	waiting := t.waiting
	for _, f := range waiting {
		var err error
		t.replayed = f.line
		if f.away {
			t.waiting = nil
			err = t.gone(f)
		} else {
			err = t.record(f)
		}
		if err != nil {
			return err
		}
	}
	t.replayed = 0
	if !asked && !t.taxi {
		t.in.Remark("rows run backwards in time, and were sorted")
	}
	return nil
}

// gone records that a node leaves, in a table that was sorted.
func (t *table) gone(f fix) error {
	if node, known := t.recorder.Find(f.name); known {
		return t.recorder.Leave(node, f.at)
	}
	t.empty[f.name] = true
	t.recorder.Span(f.at, f.at)
	return nil
}
