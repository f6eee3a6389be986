package scenarios

import (
	"time"

	"bellwether/internal/base/errs"
	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/movetrace"
)

// longest is the bound of a duration, as its tag has it.
const longest = 10000 * time.Hour

// A recording is the part of a trace, of contacts or of an event log from which a run takes
// its world.
type recording struct {
	section    string // of the scenario that names the file
	file       string
	begin, end time.Duration // of the part that is run, in the file's time
	last       time.Duration // of the file
	*replay                  // the movement, if it is one
}

// lasts is how long the part is.
func (of recording) lasts() time.Duration { return of.end - of.begin }

// recording returns the one that rules the run, if there is one: of several traces the one
// that goes on for longest.
func (s *Scenario) recording() (of recording, ok bool) {
	switch {
	case s.met != nil:
		_, last := s.met.Span()
		of = recording{section: "radio", file: s.Radio.File, begin: s.Radio.Begin.Std(), end: s.Radio.End.Std(), last: last}
	case len(s.replays) > 0:
		for i, one := range s.recordings() {
			if i == 0 || one.lasts() > of.lasts() {
				of = one
			}
		}
	case s.linkTable() != nil && s.linkTable().Last() > s.linkTable().First():
		of = recording{section: "radio", file: s.Radio.File, last: time.Duration(s.linkTable().Last())}
	default:
		return of, false
	}
	if of.end == 0 {
		of.end = of.last
	}
	return of, true
}

// recordings are those of movement.
func (s *Scenario) recordings() (all []recording) {
	for _, one := range s.replays {
		of := recording{section: one.path, file: one.file, begin: one.begin, end: one.end, last: one.trace.Duration(), replay: one}
		if of.end == 0 {
			of.end = of.last
		}
		all = append(all, of)
	}
	return all
}

// nodesOf is how many nodes replay a trace.
func (s *Scenario) nodesOf(of *replay) int {
	for _, m := range s.movings() {
		if m.Path == of.path && m.Group != nil {
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
		if of := s.replayOf(m.Path); of != nil && !r.Given(m.Path+".after") {
			m.After = string(movetrace.Leave)
			if of.trace.Duration() == m.Shift.Time.Std() {
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
	if !ok || !r.Sound(of.section) || of.lasts() < time.Millisecond {
		return 0
	}
	return Duration(of.lasts())
}

// checkRecording refuses what a recording does not have.
func (r *reader) checkRecording() {
	for _, one := range r.s.recordings() {
		r.checkRecorded(one)
	}
	if of, ok := r.s.recording(); ok && of.replay == nil {
		r.checkRecorded(of)
	}
}

func (r *reader) checkRecorded(of recording) {
	s := r.s
	if !r.Sound(of.section) {
		return
	}
	rules := false
	if ruling, ok := s.recording(); ok {
		rules = ruling.section == of.section
	}
	switch {
	case of.replay != nil && of.end > of.last:
		r.Fault(of.section+".end", "%v is after the end of %s, at %v", Duration(of.end), of.file, Duration(of.last))
	case s.met != nil && of.begin < of.last-longest && r.Given("radio.begin") && dated(s.met):
		first, _ := s.met.Span()
		r.Fault("radio.begin", "%v is long before the first contact, at %s, %d seconds after 1970: begin counts from 1970 as the file does, or leave it out", Duration(of.begin), instant(first), int64(first.Seconds()))
	case of.begin > 0 && of.begin >= of.last:
		r.Fault(of.section+".begin", "%v is not before the end of %s, at %v", instant(of.begin), of.file, instant(of.last))
	case of.begin > 0 && of.begin >= of.end:
		r.Fault(of.section+".end", "%v is not after the beginning, at %v", Duration(of.end), instant(of.begin))
	case rules && of.lasts() > longest && !r.Given("duration"):
		r.Fault(r.First(of.section+".files", of.section+".file"), "%s lasts %v, and a run at most %v: give duration, or begin and end",
			of.file, Duration(of.lasts()), Duration(longest))
	case rules && s.Warmup >= s.Duration && !r.Given("duration") && of.lasts() >= time.Millisecond && r.Sound("warmup"):
		r.Fault("warmup", "%v leaves out all of %s, which lasts %v: a tenth is %v",
			s.Warmup, of.file, Duration(of.lasts()), Duration(of.lasts()/10))
	case of.replay != nil:
		r.checkExcerpt(of)
	}
}

// checkExcerpt takes the part of the trace, and asks that somebody is in it.
func (r *reader) checkExcerpt(of recording) {
	s := r.s
	after, vertical := "", movetrace.Flat
	for _, m := range s.movings() {
		if m.Path == of.section {
			after, vertical = m.After, movetrace.Vertical(m.Vertical)
		}
	}
	if vertical == movetrace.Flat {
		of.replay.trace = of.trace.Flattened()
	}
	o := movetrace.ExcerptOptions{Trace: of.trace, Begin: of.begin, End: of.end, After: movetrace.Ending(after), Vertical: vertical}
	if err := o.CheckVertical(); err != nil {
		r.Fault(of.section+".vertical", "%s", errs.Plain(err))
		return
	}
	part, err := movetrace.NewExcerpt(o)
	if err != nil {
		panic("scenarios: " + err.Error()) // all of it was checked
	}
	of.replay.excerpt = part
	nodes := s.nodesOf(of.replay)
	if !r.Sound("duration", "warmup", "nodes") || s.Warmup >= s.Duration || nodes > of.trace.Nodes() || len(s.Groups) > 0 {
		return
	}
	if part.Census(nodes, s.Warmup.Std(), s.Duration.Std()).Present > 0 {
		return
	}
	path, ends := r.First(of.section+".files", of.section+".file"), part.Census(nodes, 0, s.Duration.Std()).Last
	advice := "after: stay lets nodes stand where they were last"
	if r.Given("warmup") && ends > 0 {
		path, advice = "warmup", "a tenth of the trace is "+Duration(of.lasts()/10).String()
	}
	r.Fault(path, "nothing is measured: no node is in the world from %v on, when the warm-up is over; the last node leaves at %v: %s", s.Warmup, Duration(ends), advice)
}
