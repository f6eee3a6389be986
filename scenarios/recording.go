package scenarios

import (
	"slices"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/movetrace"
	"bellwether/scenarios/internal/recorded"
	"bellwether/scenarios/internal/section"
)

// longest is the bound of a duration, as its tag has it.
const longest = 10000 * time.Hour

// recording returns the one that rules the run, if there is one: of several traces the one
// that goes on for longest.
func (s *Scenario) recording() (of recorded.Recording, ok bool) {
	switch {
	case s.met != nil:
		_, last := s.met.Span()
		of = recorded.Recording{Section: "radio", File: s.Radio.File, Begin: s.Radio.Begin.Std(), End: s.Radio.End.Std(), Last: last}
	case len(s.replays) > 0:
		for i, one := range s.recordings() {
			if i == 0 || one.Lasts() > of.Lasts() {
				of = one
			}
		}
	case s.radioFiles.Table() != nil && s.radioFiles.Table().Last() > s.radioFiles.Table().First():
		of = recorded.Recording{Section: "radio", File: s.Radio.File, Last: time.Duration(s.radioFiles.Table().Last())}
	default:
		return of, false
	}
	if of.End == 0 {
		of.End = of.Last
	}
	return of, true
}

// recordings are those of movement.
func (s *Scenario) recordings() (all []recorded.Recording) {
	for _, one := range s.replays {
		of := recorded.Recording{Section: one.Path, File: one.File, Begin: one.Begin, End: one.End, Last: one.Trace.Duration(), Replay: one,
			Nodes: s.nodesOf(one), Cut: s.cuts(one)}
		if of.End == 0 {
			of.End = of.Last
		}
		all = append(all, of)
	}
	return all
}

// cuts reports whether begin or end leave a part of a trace.
func (s *Scenario) cuts(of *recorded.Replay) bool {
	return slices.ContainsFunc(s.movings(), func(m section.Moving) bool { return m.Path == of.Path && (m.Begin > 0 || m.End > 0) })
}

// nodesOf is how many nodes replay a trace.
func (s *Scenario) nodesOf(of *recorded.Replay) int {
	for _, m := range s.movings() {
		if m.Path == of.Path && m.Group != nil {
			return m.Group.Nodes
		}
	}
	return s.Nodes
}

// followRecording sets the defaults that a recording decides: how long a run is, when
// it begins, and what comes after the recording.
func (r *reader) followRecording() {
	s := r.s
	if s.met != nil && !r.Given("radio.begin") {
		if first, _ := s.met.Span(); first > longest { // they are dates
			s.Radio.Begin = Duration(first)
		}
	}
	for _, m := range s.movings() {
		if of := s.ways().Replay(m.Path); of != nil && !r.Given(m.Path+".after") {
			m.After = string(movetrace.Leave)
			if of.Trace.Duration() == m.Shift.Time.Std() {
				m.After = string(movetrace.Stay)
			}
		}
	}
	if lasts := r.recorded(); lasts > 0 && !r.Given("duration") {
		s.Duration, s.follows = lasts, true
	}
}

// dated reports whether the times of contacts are dates.
func dated(met *contacts.Trace) bool {
	first, _ := met.Span()
	return movetrace.IsUnix(first)
}

// Recorded reports whether the world was recorded (the movement or the contacts of nodes),
// so that it is the same in every run.
func (s *Scenario) Recorded() bool {
	return s.met != nil || len(s.replays) > 0 && len(s.replays) == len(s.movings())
}

// recorded is how long the recording lasts that the run takes its world from; 0 if
// there is none, or only one of an instant.
func (r *reader) recorded() Duration {
	of, ok := r.s.recording()
	if !ok || !r.Sound(of.Section) || of.Lasts() < time.Millisecond {
		return 0
	}
	return Duration(of.Lasts())
}

// checkRecording refuses what a recording does not have.
func (r *reader) checkRecording() {
	for _, one := range r.s.recordings() {
		r.checkRecorded(one)
	}
	if of, ok := r.s.recording(); ok && of.Replay == nil {
		r.checkRecorded(of)
	}
}

func (r *reader) checkRecorded(of recorded.Recording) {
	s := r.s
	if !r.Sound(of.Section) {
		return
	}
	rules := false
	if ruling, ok := s.recording(); ok {
		rules = ruling.Section == of.Section
	}
	switch {
	case of.Replay != nil && of.End > of.Last:
		r.Fault(of.Section+".end", "%v is after the end of %s, at %v", Duration(of.End), of.File, Duration(of.Last))
	case s.met != nil && of.Begin < of.Last-longest && r.Given("radio.begin") && dated(s.met):
		first, _ := s.met.Span()
		r.Fault("radio.begin", "%v is long before the first contact, at %s, %d seconds after 1970: begin counts from 1970 as the file does, or leave it out", Duration(of.Begin), recorded.Instant(first), int64(first.Seconds()))
	case of.Begin > 0 && of.Begin >= of.Last:
		r.Fault(of.Section+".begin", "%v is not before the end of %s, at %v", recorded.Instant(of.Begin), of.File, recorded.Instant(of.Last))
	case of.Begin > 0 && of.Begin >= of.End:
		r.Fault(of.Section+".end", "%v is not after the beginning, at %v", Duration(of.End), recorded.Instant(of.Begin))
	case rules && of.Lasts() > longest && !r.Given("duration"):
		r.Fault(r.First(of.Section+".files", of.Section+".file"), "%s lasts %v, and a run at most %v: give duration, or begin and end",
			of.File, Duration(of.Lasts()), Duration(longest))
	case rules && s.Warmup >= s.Duration && !r.Given("duration") && of.Lasts() >= time.Millisecond && r.Sound("warmup"):
		r.Fault("warmup", "%v leaves out all of %s, which lasts %v: a tenth is %v",
			s.Warmup, of.File, Duration(of.Lasts()), Duration(of.Lasts()/10))
	case of.Replay != nil:
		r.checkExcerpt(of)
	}
}

// checkExcerpt takes the part of the trace, and asks that somebody is in it.
func (r *reader) checkExcerpt(of recorded.Recording) {
	s := r.s
	after, vertical := "", movetrace.Flat
	for _, m := range s.movings() {
		if m.Path == of.Section {
			after, vertical = m.After, movetrace.Vertical(m.Vertical)
		}
	}
	if vertical == movetrace.Flat {
		of.Replay.Trace = of.Trace.Flattened()
	}
	o := movetrace.ExcerptOptions{Trace: of.Trace, Begin: of.Begin, End: of.End, After: movetrace.Ending(after), Vertical: vertical}
	if err := o.CheckVertical(); err != nil {
		r.Fault(of.Section+".vertical", "%s", errs.Plain(err))
		return
	}
	part, err := movetrace.NewExcerpt(o)
	if err != nil {
		panic("scenarios: " + err.Error()) // all of it was checked
	}
	of.Replay.Excerpt = part
	nodes := s.nodesOf(of.Replay)
	if !r.Sound("duration", "warmup", "nodes") || s.Warmup >= s.Duration || nodes > of.Trace.Nodes() || len(s.Groups) > 0 {
		return
	}
	if part.Census(nodes, s.Warmup.Std(), s.Duration.Std()).Present > 0 {
		return
	}
	path, ends := r.First(of.Section+".files", of.Section+".file"), part.Census(nodes, 0, s.Duration.Std()).Last
	advice := "after: stay lets nodes stand where they were last"
	if r.Given("warmup") && ends > 0 {
		path, advice = "warmup", "a tenth of the trace is "+Duration(of.Lasts()/10).String()
	}
	r.Fault(path, "nothing is measured: no node is in the world from %v on, when the warm-up is over; the last node leaves at %v: %s", s.Warmup, Duration(ends), advice)
}
