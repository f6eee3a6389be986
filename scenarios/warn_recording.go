package scenarios

import (
	"fmt"
	"strings"
	"time"

	"bellwether/mobility"
)

// Thresholds of the warnings of recordings, shares.
const (
	partly = 0.001 // less than this of a trace left out is not worth a word: its last digits
	vainly = 0.01  // so much of the measured time without anybody is
	halted = 0.5   // so much of the node-time standing for good is
)

// warnOfRecording says which part of a recording is run, and what is measured where
// it says nothing.
func (r *reader) warnOfRecording() {
	of, ok := r.s.recording()
	if !ok {
		return
	}
	if r.before(2) && !r.Given("duration") && of.lasts() >= time.Millisecond {
		r.oddly("duration", "%v, as long as %s; a file without schema was run for 10m: write duration, or schema: %d",
			Duration(of.lasts()), of.file, Form)
	}
	switch {
	case r.s.met != nil:
		r.warnOfMeetings(of)
	case r.s.excerpt != nil:
		r.warnOfPart(of)
		r.warnOfEnding(of)
	default:
		r.warnOfLog(of)
	}
}

// warnOfLog says which part of an event log is run, and how long after it.
func (r *reader) warnOfLog(of recording) {
	s := r.s
	if until := s.runUntil(of); until.Seconds() < (1-partly)*of.last.Seconds() {
		r.oddly("radio.file", "a part of the event log is run: 0s to %v of its %v", Duration(until), Duration(of.last))
	}
	measured := (s.Duration - s.Warmup).Std().Seconds()
	if late := (s.Duration.Std() - max(of.last, s.Warmup.Std())).Seconds(); measured > 0 && late >= vainly*measured {
		r.oddly("duration", "the event log says no more after %v: for %.3g %% of the measured time links stay as they are then", Duration(of.last), 100*late/measured)
	}
}

// runUntil is where the run ends, in the time of its recording.
func (s *Scenario) runUntil(of recording) time.Duration {
	return min(of.begin+s.Duration.Std(), of.end)
}

// warnOfPart says which part of a trace is run.
func (r *reader) warnOfPart(of recording) {
	s := r.s
	var parts []string
	until := s.runUntil(of)
	if used := (until - of.begin).Seconds(); used < (1-partly)*of.last.Seconds() {
		parts = append(parts, fmt.Sprintf("%v to %v of its %v (%.3g %%)", Duration(of.begin), Duration(until), Duration(of.last), 100*used/of.last.Seconds()))
	}
	if s.Nodes < s.trace.Nodes() {
		parts = append(parts, fmt.Sprintf("the first %d of its %d nodes", s.Nodes, s.trace.Nodes()))
	}
	if len(parts) > 0 {
		r.oddly("mobility.file", "a part of the trace is run: %s", strings.Join(parts, ", "))
	}
}

// warnOfEnding says how much is measured where the trace tells of nobody.
func (r *reader) warnOfEnding(of recording) {
	s := r.s
	measured := (s.Duration - s.Warmup).Std().Seconds()
	if measured <= 0 {
		return // told by warnOfTimes
	}
	c := s.excerpt.Census(s.Nodes, s.Warmup.Std(), s.Duration.Std())
	share := func(of float64) float64 { return 100 * of / c.Present }
	if stays := s.Mobility.After == string(mobility.Stay); stays && c.Unknown > 0 {
		r.oddly("mobility.after", "stay: %.3g %% of the measured node-time is after the last fix of its node: there nodes stand still, and the trace, which ends at %v of the run, does not say where they are",
			share(c.Unknown), Duration(of.lasts()))
	}
	if c.Present > 0 && c.Halted >= halted*c.Present {
		r.oddly("mobility.file", "%.3g %% of the measured node-time is of nodes that have come to the last place the trace has for them: there they stand for good, as its format says", share(c.Halted))
	}
	if early := (c.First - s.Warmup.Std()).Seconds(); early >= vainly*measured {
		r.oddly("mobility.begin", "nobody is in the world until %v: %.3g %% of the measured time", Duration(c.First), 100*early/measured)
	}
	if late := (s.Duration.Std() - c.Last).Seconds(); c.Last > 0 && late >= vainly*measured {
		r.oddly("duration", "nobody is in the world from %v on: %.3g %% of the measured time; the trace ends at %v of the run, which lasts %v",
			Duration(c.Last), 100*late/measured, Duration(of.lasts()), s.Duration)
	}
	if gone := s.excerpt.Vanished(s.Nodes); len(gone) > 0 {
		r.oddly("mobility.after", "leave: %d of %d nodes are never in the world, since the trace has one fix of them only, such as of node %d, %s",
			len(gone), s.Nodes, gone[0], s.trace.Names()[gone[0]-1])
	}
}

// warnOfMeetings says which part of a trace of contacts is run, and when in it nobody
// meets.
func (r *reader) warnOfMeetings(of recording) {
	s := r.s
	all := s.met.Among(s.Nodes).Contacts()
	run := s.Contacts().Contacts()
	first, last := s.met.Span()
	if len(run) == 0 {
		r.oddly("radio.file", "no two nodes are ever in contact from %v to %v of the file's time: its contacts are from %v to %v",
			s.Radio.Begin, Duration(of.begin+s.Duration.Std()), Duration(first), Duration(last))
		return
	}
	if len(run) < len(all) || s.Nodes < s.met.Nodes() {
		nodes := ""
		if s.Nodes < s.met.Nodes() {
			nodes = fmt.Sprintf(", of the first %d of %d nodes", s.Nodes, s.met.Nodes())
		}
		r.oddly("radio.file", "a part of the contacts is run: %v to %v of %v to %v, %d of %d contacts%s",
			Duration(of.begin), Duration(s.runUntil(of)), Duration(first), Duration(last), len(run), len(all), nodes)
	}
	measured := (s.Duration - s.Warmup).Std()
	if measured <= 0 {
		return
	}
	begins, ends := s.Duration.Std(), time.Duration(0)
	for _, c := range run {
		begins, ends = min(begins, c.From), max(ends, c.Until)
	}
	if lone := begins - s.Warmup.Std(); lone.Seconds() >= loneliness*measured.Seconds() {
		r.oddly("radio.begin", "nobody meets anybody until %v: %.3g %% of the measured time; the first contact is at %v of the file's time",
			Duration(begins), 100*lone.Seconds()/measured.Seconds(), Duration(of.begin+begins))
	}
	if lone := s.Duration.Std() - max(ends, s.Warmup.Std()); lone.Seconds() >= loneliness*measured.Seconds() {
		r.oddly("duration", "nobody meets anybody from %v on: %.3g %% of the measured time; the contacts end then, the run at %v",
			Duration(ends), 100*lone.Seconds()/measured.Seconds(), s.Duration)
	}
}

// loneliness is the share of the measured time before the first contact, or after the
// last one, from which on it is worth a word.
const loneliness = 0.05
