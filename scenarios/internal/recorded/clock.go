package recorded

import (
	"cmp"
	"slices"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/scenarios/internal/section"
)

// align puts all files on one clock and on one plane. It reports whether it could.
func (r *Reader) align(sections map[*Replay]section.Moving) bool {
	dated, files := true, 0
	for _, of := range r.Replays {
		files += len(of.Read)
		for _, f := range of.Read {
			dated = dated && (sections[of].Align != "" || !f.Trace.Anchor().Start.IsZero())
		}
	}
	r.noteDropped(sections)
	r.noteRelative(sections)
	zeros := r.zeros(sections)
	var first time.Time
	var onEarth []*ReadFile
	for _, of := range r.Replays {
		byDates := sections[of].Align == section.AlignDates || sections[of].Align == "" && dated
		of.ByDates = byDates && files > 1
		for i := range of.Read {
			f := &of.Read[i]
			a := f.Trace.Anchor()
			if sections[of].Align == section.AlignClock {
				f.Later = f.Trace.Zero() - zeros[a.Start.IsZero()]
			}
			switch {
			case byDates && a.Start.IsZero():
				r.File.Fault(of.Path+".align", "%s has no dates: start begins each file at time 0", f.Name)
				return false
			case !byDates:
				a.Start = time.Time{}
				f.Trace = f.Trace.Anchored(a)
			case first.IsZero() || a.Start.Before(first):
				first = a.Start
			}
			if a.OnEarth != of.Read[0].Trace.Anchor().OnEarth {
				r.File.Fault(f.Key, "%s and %s: one is in degrees and the other in metres, which says nothing of where they are to each other: two groups, of which shift moves one", of.Read[0].Name, f.Name)
				return false
			}
			if a.OnEarth {
				onEarth = append(onEarth, f)
			}
		}
	}
	return r.settle(first, onEarth)
}

// zeros are the first instants of the clock that all files of sections with align: clock share: of
// those without dates (true), and of those with.
func (r *Reader) zeros(sections map[*Replay]section.Moving) map[bool]time.Duration {
	of := map[bool][]ReadFile{}
	for _, replay := range r.Replays {
		if sections[replay].Align != section.AlignClock {
			continue
		}
		for _, f := range replay.Read {
			relative := f.Trace.Anchor().Start.IsZero()
			of[relative] = append(of[relative], f)
		}
	}
	zeros := map[bool]time.Duration{}
	for _, relative := range []bool{true, false} {
		if len(of[relative]) > 0 {
			zeros[relative] = earliest(of[relative])
		}
	}
	return zeros
}

// earliest is the first instant of files on one relative clock.
func earliest(files []ReadFile) time.Duration {
	first := files[0].Trace.Zero()
	for _, f := range files {
		first = min(first, f.Trace.Zero())
	}
	return first
}

// noteDropped notes the sections whose files have dates that are dropped. It matters where
// files would begin apart.
func (r *Reader) noteDropped(sections map[*Replay]section.Moving) {
	var first, last time.Time
	undated := ""
	for _, of := range r.Replays {
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
	for _, of := range r.Replays {
		without := 0
		for _, f := range of.Read {
			if f.Trace.Anchor().Start.IsZero() {
				without++
			}
		}
		if sections[of].Align == "" && without < len(of.Read) {
			of.Dropped = Dropped{Apart: last.Sub(first), Undated: undated, PartlyDated: without > 0}
		}
	}
}

// noteRelative notes the sections of files without dates whose times begin apart, which is lost as
// each begins at time 0.
func (r *Reader) noteRelative(sections map[*Replay]section.Moving) {
	var all []ReadFile
	undated := func(of *Replay, align ...string) (files []ReadFile) {
		for _, f := range of.Read {
			if slices.Contains(align, sections[of].Align) && f.Trace.Anchor().Start.IsZero() {
				files = append(files, f)
			}
		}
		return files
	}
	for _, of := range r.Replays {
		all = append(all, undated(of, "", section.AlignClock)...)
	}
	for _, of := range r.Replays {
		if len(undated(of, "")) > 0 {
			of.Relative = latest(all) - earliest(all)
		}
	}
}

func latest(files []ReadFile) time.Duration {
	last := files[0].Trace.Zero()
	for _, f := range files {
		last = max(last, f.Trace.Zero())
	}
	return last
}

// settle moves the files to their instants, and those on Earth to a common plane.
func (r *Reader) settle(first time.Time, onEarth []*ReadFile) bool {
	planes := map[*ReadFile]func(orb.Point) orb.Point{}
	var anchor movetrace.Anchor
	if len(onEarth) > 1 {
		traces := make([]*movetrace.Trace, len(onEarth))
		for i, f := range onEarth {
			traces[i] = f.Trace
		}
		places, common, err := geo.Common(traces)
		if err != nil {
			r.File.Fault(onEarth[len(onEarth)-1].Key, "cannot be on one plane with %s: %v", onEarth[0].Name, err)
			return false
		}
		for i, f := range onEarth {
			planes[f] = places[i]
		}
		anchor = common
	}
	for _, of := range r.Replays {
		for i := range of.Read {
			f := &of.Read[i]
			a := f.Trace.Anchor()
			how := movetrace.Reshaping{Place: planes[f]}
			if !a.Start.IsZero() {
				how.Later = a.Start.Sub(first) // saturates
				a.Start = first
			}
			how.Later += f.Later
			if how.Later == 0 && how.Place == nil {
				continue
			}
			t, err := f.Trace.Reshaped(how)
			if err != nil {
				r.File.Fault(f.Key, "%s: begins %v after the first file, at %s: %v: align: start begins each file at time 0", f.Name, section.Duration(how.Later), first.Format(time.RFC3339), err)
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
