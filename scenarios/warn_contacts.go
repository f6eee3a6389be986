package scenarios

import (
	"fmt"
	"time"

	"bellwether/internal/formats/movetrace"
)

// warnOfMeetings warns which part of a trace of contacts is run, when no two nodes meet in
// it, and how much node-time is before a node's first contact or after its last.
func (r *reader) warnOfMeetings(of recording) {
	s := r.s
	all := s.met.Among(s.Nodes).Contacts()
	run := s.Contacts().Contacts()
	first, last := s.met.Span()
	if len(run) == 0 {
		r.Warn("radio.file", "no two nodes are ever in contact from %v to %v of the file's time: its contacts are from %v to %v",
			instant(of.begin), instant(of.begin+s.Duration.Std()), instant(first), instant(last))
		return
	}
	until := s.runUntil(of)
	cut := max(of.begin-first, 0) + max(last-until, 0)
	if len(run) < len(all) || s.Nodes < s.met.Nodes() || cut.Seconds() >= vainly*(last-first).Seconds() {
		nodes := ""
		if s.Nodes < s.met.Nodes() {
			nodes = fmt.Sprintf(", of the first %d of %d nodes", s.Nodes, s.met.Nodes())
		}
		r.Warn("radio.file", "a part of the contacts is run: %v to %v of %v to %v, %d of %d contacts%s",
			instant(of.begin), instant(until), instant(first), instant(last), len(run), len(all), nodes)
	}
	measured := (s.Duration - s.Warmup).Std()
	if measured <= 0 {
		return
	}
	begins, ends := s.Duration.Std(), time.Duration(0)
	for _, c := range run {
		begins, ends = min(begins, c.From), max(ends, c.Until)
	}
	between := span{s.Warmup.Std(), s.Duration.Std()} // in which nodes meet
	if lone := begins - s.Warmup.Std(); lone.Seconds() >= loneliness*measured.Seconds() {
		between.from = begins
		r.Warn("radio.begin", "no two nodes meet until %v: %.3g %% of the measured time; the first contact is at %v of the file's time",
			Duration(begins), 100*lone.Seconds()/measured.Seconds(), instant(of.begin+begins))
	}
	if lone := s.Duration.Std() - max(ends, s.Warmup.Std()); lone.Seconds() >= loneliness*measured.Seconds() {
		between.until = max(ends, s.Warmup.Std())
		r.Warn("duration", "no two nodes meet from %v on: %.3g %% of the measured time; the contacts end then, the run at %v",
			Duration(ends), 100*lone.Seconds()/measured.Seconds(), s.Duration)
	}
	r.warnOfAlone(between)
}

// loneliness is the least share of the measured time before the first contact, or after the
// last, for which there is a warning.
const loneliness = 0.05

// A span is from one instant of a run to another.
type span struct{ from, until time.Duration }

// warnOfAlone warns how much of the measured node-time is before a node's first contact in
// the file, or after its last, while other nodes meet. A file of contacts cannot state that
// a node is away.
func (r *reader) warnOfAlone(between span) {
	s := r.s
	begin := s.Radio.Begin.Std()
	seen := make([]span, s.Nodes)
	for i := range seen {
		seen[i] = span{between.until, between.from} // never
	}
	meets := make([]bool, s.Nodes)
	for _, c := range s.met.Contacts() {
		from, until := c.From-begin, c.Until-begin
		for _, node := range []int32{c.A, c.B} {
			if int(node) <= s.Nodes {
				of := &seen[node-1]
				of.from, of.until = min(of.from, from), max(of.until, until)
			}
		}
	}
	for _, c := range s.Contacts().Contacts() {
		if c.Until > s.Warmup.Std() {
			meets[c.A-1], meets[c.B-1] = true, true
		}
	}
	alone, strangers := 0.0, 0
	for i, of := range seen {
		before := max(min(of.from, between.until)-between.from, 0)
		after := max(between.until-max(of.until, between.from), 0)
		alone += min(before+after, between.until-between.from).Seconds()
		if !meets[i] {
			strangers++
		}
	}
	share := alone / (float64(s.Nodes) * (s.Duration - s.Warmup).Std().Seconds())
	if share < aloneness && strangers == 0 {
		return
	}
	text := fmt.Sprintf("%.3g %% of the measured node-time is of nodes before the first contact that the file has of them, or after the last: they are in the world, alone, because contacts do not state which nodes are away", 100*share)
	if strangers > 0 {
		text += fmt.Sprintf("; %d of %d nodes meet nobody in the measured time", strangers, s.Nodes)
	}
	r.Warn("radio.file", "%s", text)
}

// aloneness is the least share of the measured node-time before nodes' first contacts, or
// after their last, for which there is a warning.
const aloneness = 0.1

// instant writes an instant of a file of contacts, as a date if it is one.
func instant(at time.Duration) string {
	if movetrace.IsUnix(at) {
		return movetrace.Date(at)
	}
	return Duration(at).String()
}
