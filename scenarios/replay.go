package scenarios

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/base/errs"
	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/scenarios/internal/recorded"
	"bellwether/scenarios/internal/section"
)

// replayOf returns what the section at a path replays, nil if it replays nothing.
func (s *Scenario) replayOf(path string) *recorded.Replay {
	for _, of := range s.replays {
		if of.Path == path {
			return of
		}
	}
	return nil
}

// readTraces reads the files of movement, and makes the traces that nodes follow.
func (r *reader) readTraces() {
	s := r.s
	if s.Radio.Placeless() {
		return
	}
	sections := map[*recorded.Replay]section.Moving{}
	for _, m := range s.movings() {
		if m.Model != section.MobilityTrace {
			continue
		}
		if of := r.readReplay(m); of != nil {
			s.replays = append(s.replays, of)
			sections[of] = m
		}
	}
	if !r.align(sections) {
		s.replays = nil
		return
	}
	sound := s.replays[:0]
	for _, of := range s.replays {
		if r.shape(sections[of], of) {
			sound = append(sound, of)
		}
	}
	s.replays = sound
}

// readReplay reads the files of a section.
func (r *reader) readReplay(m section.Moving) *recorded.Replay {
	if m.File == "" && len(m.Files) == 0 {
		if r.Sound(m.Path) {
			r.Fault(m.Path, "model trace needs a file")
		}
		return nil
	}
	if m.File != "" && len(m.Files) > 0 {
		r.Fault(m.Path+".files", "stands in place of file: give one of them")
		return nil
	}
	for _, key := range []string{".file", ".files", ".format", ".coordinates", ".join", ".align", ".within", ".scale", ".shift"} {
		if !r.Sound(m.Path + key) {
			return nil
		}
	}
	if s := m.Scale; s.Place != 0 && s.Place < leastScale {
		r.Fault(m.Path+".scale.place", "must be at least %g, got %g", leastScale, s.Place)
		return nil
	}
	if s := m.Scale; s.Time != 0 && s.Time < leastScale {
		r.Fault(m.Path+".scale.time", "must be at least %g, got %g", leastScale, s.Time)
		return nil
	}
	of := &recorded.Replay{Path: m.Path, File: m.File}
	names, keys := []string{m.File}, []string{m.Path + ".file"}
	if m.File == "" {
		if names, keys = r.expand(m); names == nil {
			return nil
		}
		m.Files = names
		of.File = fmt.Sprintf("%s and the other %d files", names[0], len(names)-1)
		if len(names) == 1 {
			of.File = names[0]
		}
	}
	for i, name := range names {
		file, err := r.readMovement(m, name, keys[i])
		var path *fs.PathError
		switch {
		case errors.As(err, &path):
			r.Fault(keys[i], "cannot read %s: %v", name, path.Err)
			return nil
		case err != nil:
			r.Fault(keys[i], "%s", errs.Why(err))
			return nil
		}
		of.Read = append(of.Read, file)
	}
	return of
}

// align puts all files on one clock and on one plane. It reports whether it could.
func (r *reader) align(sections map[*recorded.Replay]section.Moving) bool {
	s := r.s
	dated, files := true, 0
	for _, of := range s.replays {
		files += len(of.Read)
		for _, f := range of.Read {
			dated = dated && (sections[of].Align != "" || !f.Trace.Anchor().Start.IsZero())
		}
	}
	s.noteDropped(sections)
	var first time.Time
	var onEarth []*recorded.ReadFile
	for _, of := range s.replays {
		byDates := sections[of].Align == section.AlignDates || sections[of].Align == "" && dated
		of.ByDates = byDates && files > 1
		for i := range of.Read {
			f := &of.Read[i]
			a := f.Trace.Anchor()
			switch {
			case byDates && a.Start.IsZero():
				r.Fault(of.Path+".align", "%s has no dates: start begins each file at time 0", f.Name)
				return false
			case !byDates:
				a.Start = time.Time{}
				f.Trace = f.Trace.Anchored(a)
			case first.IsZero() || a.Start.Before(first):
				first = a.Start
			}
			if a.OnEarth != of.Read[0].Trace.Anchor().OnEarth {
				r.Fault(f.Key, "%s and %s: one is in degrees and the other in metres, which says nothing of where they are to each other: two groups, of which shift moves one", of.Read[0].Name, f.Name)
				return false
			}
			if a.OnEarth {
				onEarth = append(onEarth, f)
			}
		}
	}
	return r.settle(first, onEarth)
}

// noteDropped notes the sections whose files have dates that are dropped. It matters where
// files would begin apart.
func (s *Scenario) noteDropped(sections map[*recorded.Replay]section.Moving) {
	var first, last time.Time
	undated := ""
	for _, of := range s.replays {
		for _, f := range of.Read {
			switch start := f.Trace.Anchor().Start; {
			case sections[of].Align != "":
			case start.IsZero():
				undated = cmp.Or(undated, f.Name)
			default:
				if first.IsZero() || start.Before(first) {
					first = start
				}
				if start.After(last) {
					last = start
				}
			}
		}
	}
	if undated == "" {
		return
	}
	for _, of := range s.replays {
		without := 0
		for _, f := range of.Read {
			if f.Trace.Anchor().Start.IsZero() {
				without++
			}
		}
		if sections[of].Align == "" && without < len(of.Read) {
			of.Dropped = recorded.Dropped{Apart: last.Sub(first), Undated: undated, PartlyDated: without > 0}
		}
	}
}

// settle moves the files to their instants, and those on Earth to a common plane.
func (r *reader) settle(first time.Time, onEarth []*recorded.ReadFile) bool {
	planes := map[*recorded.ReadFile]func(orb.Point) orb.Point{}
	var anchor movetrace.Anchor
	if len(onEarth) > 1 {
		traces := make([]*movetrace.Trace, len(onEarth))
		for i, f := range onEarth {
			traces[i] = f.Trace
		}
		places, common, err := geo.Common(traces)
		if err != nil {
			r.Fault(onEarth[len(onEarth)-1].Key, "cannot be on one plane with %s: %v", onEarth[0].Name, err)
			return false
		}
		for i, f := range onEarth {
			planes[f] = places[i]
		}
		anchor = common
	}
	for _, of := range r.s.replays {
		for i := range of.Read {
			f := &of.Read[i]
			a := f.Trace.Anchor()
			how := movetrace.Reshaping{Place: planes[f]}
			if !a.Start.IsZero() {
				how.Later = a.Start.Sub(first) // saturates
				a.Start = first
			}
			if how.Later == 0 && how.Place == nil {
				continue
			}
			t, err := f.Trace.Reshaped(how)
			if err != nil {
				r.Fault(f.Key, "%s: begins %v after the first file, at %s: %v: align: start begins each file at time 0", f.Name, Duration(how.Later), first.Format(time.RFC3339), err)
				return false
			}
			if how.Place != nil {
				a.OnEarth, a.Centre, a.Corner = true, anchor.Centre, anchor.Corner
			}
			f.Trace = t.Anchored(a)
		}
	}
	return true
}

// shape makes the trace of a section from its files: joined, cut, stretched and moved. It
// reports whether it could.
func (r *reader) shape(m section.Moving, of *recorded.Replay) bool {
	trace, err := r.assembled(m, of)
	of.Read = nil
	if err != nil {
		r.Fault(r.First(m.Path+".join", m.Path+".files", m.Path+".file"), "%v", err)
		return false
	}
	of.Trace, of.Begin, of.End = trace, m.Begin.Std(), m.End.Std()
	_, stretch := m.Scale.Factors()
	how := movetrace.Reshaping{Place: m.Placing()}
	if m.Within.Given() {
		b, err := m.Within.Bound(trace.Anchor())
		if err != nil {
			r.Fault(m.Path+".within", "%v", err)
			return false
		}
		how.Within = &b
	}
	if stretch != 1 || m.Shift.Time > 0 {
		if !r.checkPart(m, of) {
			return false
		}
		how.From, how.Until, how.Stretch, how.Later = of.Begin, of.End, stretch, m.Shift.Time.Std()
		of.Begin, of.End = 0, 0
	}
	if how.Place != nil || how.Within != nil || how.Stretch > 0 {
		if of.Trace, err = trace.Reshaped(how); err != nil {
			r.Fault(r.First(m.Path+".within", m.Path+".scale", m.Path+".shift"), "%s: %v: its places are from [%.6g, %.6g] to [%.6g, %.6g] m, and it lasts %v", of.File, err,
				trace.Bounds().Min[0], trace.Bounds().Min[1], trace.Bounds().Max[0], trace.Bounds().Max[1], Duration(trace.Duration()))
			return false
		}
	}
	if b := of.Trace.Bounds(); !(section.Plane{Width: maxWorldM, Height: maxWorldM}).Holds(b) {
		r.Fault(r.First(m.Path+".file", m.Path+".files"), "%s: goes from [%g, %g] to [%g, %g]: a world ends %g m from its corner", of.File,
			b.Min[0], b.Min[1], b.Max[0], b.Max[1], float64(maxWorldM))
	}
	return true
}

// checkPart refuses a beginning or an end that the trace does not have.
func (r *reader) checkPart(m section.Moving, of *recorded.Replay) bool {
	last := of.Trace.Duration()
	end := of.End
	if end == 0 {
		end = last
	}
	switch {
	case of.End > last:
		r.Fault(m.Path+".end", "%v is after the end of %s, at %v", Duration(of.End), of.File, Duration(last))
	case of.Begin > 0 && of.Begin >= last:
		r.Fault(m.Path+".begin", "%v is not before the end of %s, at %v", Duration(of.Begin), of.File, Duration(last))
	case of.Begin > 0 && of.Begin >= end:
		r.Fault(m.Path+".end", "%v is not after the beginning, at %v", Duration(end), Duration(of.Begin))
	default:
		return true
	}
	return false
}
