package merge

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"bellwether/internal/contract/provenance"
	"bellwether/protocol"
	"bellwether/trace"
)

// Options say where time begins.
type Options struct {
	// Epoch is time 0 of agents under a mask, by the median of their wall clocks. Zero:
	// if all agents, at least two, have the same time 0, that is their epoch; else the
	// first record is at time 0.
	Epoch time.Time
}

// A Merge is the traces of one run by one clock.
type Merge struct {
	Header trace.Header // of the merged trace
	Lives  []*Life      // in the order of nodes, then of lives
	Begin  protocol.Time
	End    protocol.Time
	Epoch  time.Time // time 0, if the agents agreed on it; else zero
	// Warnings are the faults that did not prevent the merge.
	Warnings []string
}

// Read measures the clocks of the files of one run. It fails if the files cannot be
// merged: files of different runs, one file twice, no common time.
func Read(sources []Source, o Options) (*Merge, error) {
	m := &Merge{}
	sent := newFrames(maxFrames)
	for _, s := range sources {
		life := int32(len(m.Lives))
		l, err := survey(s, func(r *trace.Record) { sent.leave(life, r) })
		switch {
		case errors.Is(err, errNothing):
			m.warn("%s is left out: %v", s.Name, err)
			continue
		case err != nil:
			return nil, err
		}
		m.Lives = append(m.Lives, l)
		if err := m.Lives[0].agrees(l); err != nil {
			return nil, err
		}
		m.gather(l.header)
	}
	if len(m.Lives) == 0 {
		return nil, errors.New("there is no trace of an agent")
	}
	if err := twice(m.Lives); err != nil {
		return nil, err
	}
	d := delays{}
	for i, l := range m.Lives {
		if _, err := l.source.each(func(_ *trace.Header, line *trace.Line) error {
			if line.Record.Kind == trace.Receive {
				sent.arrive(d, int32(i), &line.Record)
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	if err := align(m.Lives, d); err != nil {
		return nil, err
	}
	m.Epoch = o.Epoch
	if m.Epoch.IsZero() {
		m.Epoch = agreed(m.Lives)
	}
	if err := m.place(); err != nil {
		return nil, err
	}
	return m, nil
}

func (m *Merge) warn(format string, args ...any) {
	m.Warnings = append(m.Warnings, fmt.Sprintf(format, args...))
}

// gather puts a file's header into that of the merged trace.
func (m *Merge) gather(h trace.Header) {
	messages := m.Header.Messages
	for _, n := range h.Messages {
		if !slices.Contains(messages, n) {
			messages = append(messages, n)
		}
	}
	slices.SortFunc(messages, func(a, b trace.MessageName) int { return cmp.Compare(a.Kind, b.Kind) })
	about := provenance.Origin{Build: h.Origin.Build, Row: h.Origin.Row} // if all files agree
	if len(m.Header.Messages) > 0 && m.Header.Origin.Build != about.Build {
		about.Build = ""
	}
	if len(m.Header.Messages) > 0 && !reflect.DeepEqual(m.Header.Origin.Row, about.Row) {
		about.Row = provenance.Row{}
	}
	m.Header = trace.Header{Origin: about, Scenario: cmp.Or(m.Header.Scenario, h.Scenario), Algorithm: h.Algorithm,
		HelloTimeout: max(m.Header.HelloTimeout, h.HelloTimeout), Messages: messages}
}

// agreed is the epoch of agents that all count from the same instant.
func agreed(lives []*Life) time.Time {
	several := false
	for _, l := range lives {
		if l.Zero != lives[0].Zero {
			return time.Time{}
		}
		several = several || l.Node != lives[0].Node
	}
	if !several {
		return time.Time{}
	}
	return time.Unix(0, lives[0].Zero)
}

// place sets time 0, and orders the lives.
func (m *Merge) place() error {
	var reference *Life
	var ahead []time.Duration
	m.Begin = m.Lives[0].line.at(m.Lives[0].First)
	for _, l := range m.Lives {
		m.Begin = min(m.Begin, l.line.at(l.First))
		ahead = append(ahead, l.Clock.Offset)
		if l.Clock.Basis == ByReference {
			reference = l
		}
	}
	slices.Sort(ahead)
	wall := reference.Zero + int64(ahead[(len(ahead)-1)/2]) // by the median of the clocks at the reference's time 0
	zero := m.Begin
	if !m.Epoch.IsZero() {
		zero = protocol.Time(m.Epoch.UnixNano() - wall)
	}
	for _, l := range m.Lives {
		l.line.to -= zero
		m.End = max(m.End, l.line.at(l.Last))
	}
	m.Header.Zero = wall + int64(zero)
	m.Begin = max(0, m.Begin-zero)
	slices.SortStableFunc(m.Lives, func(a, b *Life) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Incarnation, b.Incarnation), cmp.Compare(a.Zero, b.Zero))
	})
	for i, l := range m.Lives {
		if err := m.complain(l); err != nil {
			return err
		}
		if i > 0 && m.Lives[i-1].Node == l.Node {
			m.succession(m.Lives[i-1], l)
		}
	}
	return nil
}

// wander is how far an oscillator may deviate from a straight line: a part in a million,
// when the temperature of a room changes, over three hours. A greater deviation means
// that the machine slept.
const wander = 10 * time.Millisecond

// complain warns of what is odd about a life.
func (m *Merge) complain(l *Life) error {
	if l.Cut {
		m.warn("%s: the last line is cut off and left out", l.File)
	}
	if !l.Clean {
		m.warn("%s: %s was killed; it is taken to have crashed at its last record", l.File, l.who())
	}
	if l.Clock.Uneven && l.Clock.Error > wander {
		m.warn("%s: the clock of %s did not run evenly (did the machine sleep?); its error is a guess", l.File, l.who())
	}
	if l.Clock.Basis == ByWallClock {
		m.warn("%s: no frames in both directions show the error of the clock of %s; its wall clock is used", l.File, l.who())
	}
	early, err := l.early()
	if early > 0 {
		m.warn("%s: %s began before time 0: its %d records until then are left out of what is measured; what held of it at time 0 is kept", l.File, l.who(), early)
	}
	return err
}

// succession warns of two lives of one agent that seem to overlap by more than their
// clocks' errors.
func (m *Merge) succession(a, b *Life) {
	known := a.Clock.Error + b.Clock.Error
	if by := a.line.at(a.Last).Sub(b.line.at(b.First)); by > known {
		m.warn("%s begins %v before %s ends; its records until then are placed there", b.File, by.Round(time.Microsecond), a.File)
	}
}

// At is an instant of a life's clock by the common one.
func (l *Life) At(t protocol.Time) protocol.Time { return max(0, l.line.at(t)) }
