package scenarios

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/internal/formats/movetrace"
	"bellwether/scenarios/internal/section"
)

// Thresholds of the warnings of recordings, shares.
const (
	partly = 0.001 // least part of a trace that is left out: less is rounding of its times
	vainly = 0.01  // least part of the measured time without any node
	halted = 0.5   // least part of the node-time of nodes that have come to rest for good
)

// warnOfRecording warns which part of a recording is run, and how much of the measured time
// is outside the recording.
func (r *reader) warnOfRecording() {
	if r.s.linkTable() != nil {
		r.warnOfLog()
	}
	of, ok := r.s.recording()
	if !ok {
		return
	}
	if r.Before(2) {
		r.warnOfFormerTimes(of)
	}
	if r.s.met != nil {
		r.warnOfMeetings(of)
		return
	}
	for _, one := range r.s.recordings() {
		r.warnOfDates(one)
		r.warnOfPart(one)
		r.warnOfEnding(one)
	}
}

// warnOfFormerTimes warns about files of form 1 with a recording, which had other defaults:
// for the duration and the warm-up of a run, and for nodes after their last fix, which stayed
// there.
func (r *reader) warnOfFormerTimes(of recording) {
	s := r.s
	duration, ruled := Duration(10*time.Minute), of.lasts() >= time.Millisecond
	switch {
	case r.Given("duration"):
		duration = s.Duration
	case ruled:
		r.Warn("duration", "%v, as long as %s; a file without schema was run for 10m: write duration, or schema: %d",
			Duration(of.lasts()), of.file, Form)
	}
	if former := min(duration/10, Duration(time.Minute)); ruled && !r.Given("warmup") && former != s.Warmup {
		r.Warn("warmup", "%v, a tenth of the part of %s that is run, or 1m; in files without schema it was %v: write warmup, or schema: %d",
			s.Warmup, of.file, former, Form)
	}
	if of.replay == nil || len(s.Groups) > 0 || r.Given("mobility.after") || s.Mobility.After == string(movetrace.Stay) || s.Warmup >= s.Duration {
		return
	}
	stays, err := movetrace.NewExcerpt(movetrace.ExcerptOptions{Trace: of.trace, Begin: of.begin, End: of.end, After: movetrace.Stay})
	if err != nil {
		panic("scenarios: " + err.Error()) // all of it was checked
	}
	if c := stays.Census(s.Nodes, s.Warmup.Std(), s.Duration.Std()); c.Unknown > 0 {
		r.Warn("mobility.after", "leave: nodes leave the world after their last fix; in files without schema they stayed there, for %.3g %% of the measured node-time: write after, or schema: %d",
			100*c.Unknown/c.Present, Form)
	}
}

// warnOfLog warns which part of an event log is run, and how much of the measured time is
// before or after the log.
func (r *reader) warnOfLog() {
	s := r.s
	first, last := time.Duration(s.linkTable().First()), time.Duration(s.linkTable().Last())
	var parts []string
	if until := min(s.Duration.Std(), last); until.Seconds() < (1-partly)*last.Seconds() {
		parts = append(parts, fmt.Sprintf("0s to %v of its %v", Duration(until), Duration(last)))
	}
	if all := s.linkTable().Nodes(); s.Nodes < all {
		parts = append(parts, fmt.Sprintf("the first %d of its %d nodes", s.Nodes, all))
	}
	if len(parts) > 0 {
		r.Warn("radio.file", "a part of the %s is run: %s", s.tableName(), strings.Join(parts, ", "))
	}
	measured := (s.Duration - s.Warmup).Std().Seconds()
	if measured <= 0 {
		return // warnOfTimes warns of it
	}
	if early := (min(first, s.Duration.Std()) - s.Warmup.Std()).Seconds(); early >= vainly*measured {
		r.Warn("radio.file", "the %s says nothing before %v: for %.3g %% of the measured time there are no links", s.tableName(), Duration(first), 100*early/measured)
	}
	if late := (s.Duration.Std() - max(last, s.Warmup.Std())).Seconds(); last > first && late >= vainly*measured {
		r.Warn("duration", "the %s says no more after %v: for %.3g %% of the measured time links stay as they are then", s.tableName(), Duration(last), 100*late/measured)
	}
}

// runUntil is where the run ends, in the time of its recording.
func (s *Scenario) runUntil(of recording) time.Duration {
	return min(of.begin+s.Duration.Std(), of.end)
}

// warnOfPart warns which part of a trace is run.
func (r *reader) warnOfPart(of recording) {
	s := r.s
	var parts []string
	until := s.runUntil(of)
	if used := (until - of.begin).Seconds(); used < (1-partly)*of.last.Seconds() {
		parts = append(parts, fmt.Sprintf("%v to %v of its %v (%.3g %%)", Duration(of.begin), Duration(until), Duration(of.last), 100*used/of.last.Seconds()))
	}
	if n := s.nodesOf(of.replay); n < of.trace.Nodes() {
		parts = append(parts, fmt.Sprintf("the first %d of its %d nodes", n, of.trace.Nodes()))
	}
	if len(parts) > 0 {
		r.Warn(r.First(of.section+".files", of.section+".file"), "a part of the trace is run: %s", strings.Join(parts, ", "))
	}
}

// warnOfEnding warns how much of the measured time no node of the trace covers.
func (r *reader) warnOfEnding(of recording) {
	s := r.s
	measured := (s.Duration - s.Warmup).Std().Seconds()
	if measured <= 0 {
		return // warnOfTimes warns of it
	}
	nodes := s.nodesOf(of.replay)
	c := of.excerpt.Census(nodes, s.Warmup.Std(), s.Duration.Std())
	share := func(of float64) float64 { return 100 * of / c.Present }
	file := r.First(of.section+".files", of.section+".file")
	whom := "no node"
	if len(s.Groups) > 0 {
		whom = "no node of " + of.file
	}
	if c.Present == 0 {
		r.Warn(file, "%s is in the world from %v on, when the warm-up is over", whom, s.Warmup)
		return
	}
	if c.Unknown > 0 && of.stays() {
		r.Warn(of.section+".after", "stay: %.3g %% of the measured node-time is after the last fix of its node: there nodes stand still, and the trace, which ends at %v of the run, does not say where they are",
			share(c.Unknown), Duration(of.lasts()))
	}
	if c.Halted >= halted*c.Present {
		r.Warn(file, "%.3g %% of the measured node-time is of nodes that have come to the last place the trace has for them: there they stand for good, as its format says", share(c.Halted))
	}
	if early := (c.First - s.Warmup.Std()).Seconds(); early >= vainly*measured {
		r.Warn(of.section+".begin", "%s is in the world until %v: %.3g %% of the measured time", whom, Duration(c.First), 100*early/measured)
	}
	if late := (s.Duration.Std() - c.Last).Seconds(); c.Last > 0 && late >= vainly*measured {
		r.Warn("duration", "%s is in the world from %v on: %.3g %% of the measured time; the trace ends at %v of the run, which lasts %v",
			whom, Duration(c.Last), 100*late/measured, Duration(of.lasts()), s.Duration)
	}
	if c.Empty.Seconds() >= vainly*measured {
		advice := ""
		if of.byDates {
			advice = "; files are placed by their dates, and align: start begins each file at time 0"
		}
		r.Warn(file, "%s is in the world from %v to %v: %.3g %% of the measured time%s",
			whom, Duration(c.EmptyFrom), Duration(c.EmptyFrom+c.Empty), 100*c.Empty.Seconds()/measured, advice)
	}
	if gone := of.excerpt.Vanished(nodes); len(gone) > 0 {
		has := "the trace"
		if r.cuts(of) {
			has = "the part of the trace that is run"
		}
		r.Warn(of.section+".after", "leave: %d of %d nodes are never in the world, since %s has one fix of them only, such as of node %d, %s",
			len(gone), nodes, has, gone[0], of.trace.Names()[gone[0]-1])
	}
	r.warnOfMissing(of)
}

// cuts reports whether begin or end leave a part of a trace.
func (r *reader) cuts(of recording) bool {
	return slices.ContainsFunc(r.s.movings(), func(m section.Moving) bool { return m.Path == of.section && (m.Begin > 0 || m.End > 0) })
}

// warnOfMissing warns of nodes that the trace has only outside the part that is run.
func (r *reader) warnOfMissing(of recording) {
	if !r.cuts(of) {
		return
	}
	nodes := r.s.nodesOf(of.replay)
	gone := of.excerpt.Vanished(nodes) // for another reason
	missing := slices.DeleteFunc(of.excerpt.Missing(nodes), func(node int) bool { return slices.Contains(gone, node) })
	if len(missing) > 0 {
		r.Warn(r.First(of.section+".begin", of.section+".end"), "%d of %d nodes are never in the world, since the trace has them for no time of the part that is run, such as node %d, %s",
			len(missing), nodes, missing[0], of.trace.Names()[missing[0]-1])
	}
}

// warnOfDates warns that files have dates by which they are not placed, since other files have none.
func (r *reader) warnOfDates(of recording) {
	if of.apart == 0 {
		return
	}
	advice := "align: dates keeps them, align: start"
	if of.partlyDated {
		advice = "align: start"
	}
	r.Warn(r.First(of.section+".files", of.section+".file"), "dates are dropped, since %s has none: each file begins at time 0, where by their dates files begin up to %v apart; %s says that this is meant",
		of.undated, Duration(of.apart), advice)
}

// stays reports whether nodes stay after their last fixes.
func (of *replay) stays() bool { return of.excerpt.After() == movetrace.Stay }
