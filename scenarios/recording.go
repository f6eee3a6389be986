package scenarios

import (
	"time"

	"bellwether/internal/formats/contacts"
	"bellwether/internal/recorded"
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
}

// lasts is how long the part is.
func (of recording) lasts() time.Duration { return of.end - of.begin }

// recording returns the one that rules the run, if there is one.
func (s *Scenario) recording() (of recording, ok bool) {
	switch {
	case s.met != nil:
		_, last := s.met.Span()
		of = recording{"radio", s.Radio.File, s.Radio.Begin.Std(), s.Radio.End.Std(), last}
	case s.trace != nil && len(s.Groups) == 0:
		of = recording{"mobility", s.Mobility.File, s.Mobility.Begin.Std(), s.Mobility.End.Std(), s.trace.Duration()}
	case s.air.matrix != nil && s.air.matrix.Last() > s.air.matrix.First() && s.trace == nil:
		of = recording{"radio", s.Radio.File, 0, 0, time.Duration(s.air.matrix.Last())}
	default:
		return of, false
	}
	if of.end == 0 {
		of.end = of.last
	}
	return of, true
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
	if s.trace != nil && !r.Given("mobility.after") {
		s.Mobility.After = string(recorded.Leave)
		if s.trace.Duration() == 0 {
			s.Mobility.After = string(recorded.Stay)
		}
	}
	if lasts := r.recorded(); lasts > 0 && !r.Given("duration") {
		s.Duration, s.follows = lasts, true
	}
}

// dated reports whether the times of contacts are dates.
func dated(met *contacts.Trace) bool {
	first, _ := met.Span()
	return recorded.IsUnix(first)
}

// Recorded reports whether the world was recorded (the movement or the contacts of nodes),
// so that it is the same in every run.
func (s *Scenario) Recorded() bool { return s.trace != nil || s.met != nil }

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
	s := r.s
	of, ok := s.recording()
	if !ok || !r.Sound(of.section) {
		return
	}
	switch {
	case s.trace != nil && of.end > of.last:
		r.Fault("mobility.end", "%v is after the end of %s, at %v", s.Mobility.End, of.file, Duration(of.last))
	case s.met != nil && of.begin < of.last-longest && r.Given("radio.begin") && dated(s.met):
		first, _ := s.met.Span()
		r.Fault("radio.begin", "%v is long before the first contact, at %s, %d seconds after 1970: begin counts from 1970 as the file does, or leave it out", Duration(of.begin), instant(first), int64(first.Seconds()))
	case of.begin > 0 && of.begin >= of.last:
		r.Fault(of.section+".begin", "%v is not before the end of %s, at %v", instant(of.begin), of.file, instant(of.last))
	case of.begin > 0 && of.begin >= of.end:
		r.Fault(of.section+".end", "%v is not after the beginning, at %v", Duration(of.end), instant(of.begin))
	case of.lasts() > longest && !r.Given("duration"):
		r.Fault(of.section+".file", "%s lasts %v, and a run at most %v: give duration, or begin and end",
			of.file, Duration(of.lasts()), Duration(longest))
	case s.Warmup >= s.Duration && !r.Given("duration") && of.lasts() >= time.Millisecond && r.Sound("warmup"):
		r.Fault("warmup", "%v leaves out all of %s, which lasts %v: a tenth is %v",
			s.Warmup, of.file, Duration(of.lasts()), Duration(of.lasts()/10))
	case s.trace != nil:
		r.checkExcerpt(of)
	}
}

// checkExcerpt takes the part of the trace, and asks that somebody is in it.
func (r *reader) checkExcerpt(of recording) {
	s := r.s
	part, err := recorded.NewExcerpt(recorded.ExcerptOptions{Trace: s.trace, Begin: of.begin, End: of.end, After: recorded.Ending(s.Mobility.After)})
	if err != nil {
		panic("scenarios: " + err.Error()) // all of it was checked
	}
	s.excerpt = part
	if !r.Sound("duration", "warmup", "nodes") || s.Warmup >= s.Duration || s.Nodes > s.trace.Nodes() {
		return
	}
	if part.Census(s.Nodes, s.Warmup.Std(), s.Duration.Std()).Present > 0 {
		return
	}
	path, ends := "mobility.file", part.Census(s.Nodes, 0, s.Duration.Std()).Last
	advice := "after: stay lets nodes stand where they were last"
	if r.Given("warmup") && ends > 0 {
		path, advice = "warmup", "a tenth of the trace is "+Duration(of.lasts()/10).String()
	}
	r.Fault(path, "nothing is measured: no node is in the world from %v on, when the warm-up is over; the last node leaves at %v: %s", s.Warmup, Duration(ends), advice)
}
