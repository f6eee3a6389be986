package recordings

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/internal/formats/movetrace"
	"bellwether/scenarios/internal/air"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/recorded"
	"bellwether/scenarios/internal/section"
	"bellwether/scenarios/internal/warn"
)

// Thresholds of the warnings of recordings, shares.
const (
	partly = 0.001 // least part of a trace that is left out: less is rounding of its times
	vainly = 0.01  // least part of the measured time without any node
	halted = 0.5   // least part of the node-time of nodes that have come to rest for good
)

// World warns which part of a recording is run, and how much of the measured time is
// outside the recording.
type World struct {
	File      *keys.File
	Run       warn.Run
	Nodes     int
	Ruling    *recorded.Recording  // that decides how long a run is; nil if nothing is recorded
	Movement  []recorded.Recording // of one group each, or of all nodes
	Grouped   bool                 // the file has groups
	After     string               // what nodes do after the last fix, where all follow one trace
	Table     air.Table            // of links; nil if the radio has none
	TableName string
}

// All warns about every recording. With contacts it warns about its former defaults alone:
// see Contacts.
func (r World) All(met *Contacts) {
	if r.Table != nil {
		r.log()
	}
	if r.Ruling == nil {
		return
	}
	if r.File.Before(2) {
		r.former(*r.Ruling)
	}
	if met != nil {
		met.Meetings(*r.Ruling)
		return
	}
	for _, one := range r.Movement {
		r.dates(one)
		r.part(one)
		r.ending(one)
	}
}

// former warns about files of form 1 with a recording, which had other defaults:
// for the duration and the warm-up of a run, and for nodes after their last fix, which stayed
// there.
func (r World) former(of recorded.Recording) {
	duration, ruled := section.Duration(10*time.Minute), of.Lasts() >= time.Millisecond
	switch {
	case r.File.Given("duration"):
		duration = r.Run.Duration
	case ruled:
		r.File.Warn("duration", "%v, as long as %s; a file without schema was run for 10m: write duration, or schema: %d",
			section.Duration(of.Lasts()), of.File, keys.Form)
	}
	if former := min(duration/10, section.Duration(time.Minute)); ruled && !r.File.Given("warmup") && former != r.Run.Warmup {
		r.File.Warn("warmup", "%v, a tenth of the part of %s that is run, or 1m; in files without schema it was %v: write warmup, or schema: %d",
			r.Run.Warmup, of.File, former, keys.Form)
	}
	if of.Replay == nil || r.Grouped || r.File.Given("mobility.after") || r.After == string(movetrace.Stay) || r.Run.Warmup >= r.Run.Duration {
		return
	}
	stays, err := movetrace.NewExcerpt(movetrace.ExcerptOptions{Trace: of.Trace, Begin: of.Begin, End: of.End, After: movetrace.Stay})
	if err != nil {
		panic("scenarios: " + err.Error()) // all of it was checked
	}
	if c := stays.Census(r.Nodes, r.Run.Warmup.Std(), r.Run.Duration.Std()); c.Unknown > 0 {
		r.File.Warn("mobility.after", "leave: nodes leave the world after their last fix; in files without schema they stayed there, for %.3g %% of the measured node-time: write after, or schema: %d",
			100*c.Unknown/c.Present, keys.Form)
	}
}

// log warns which part of an event log is run, and how much of the measured time is
// before or after the log.
func (r World) log() {
	first, last := time.Duration(r.Table.First()), time.Duration(r.Table.Last())
	var parts []string
	if until := min(r.Run.Duration.Std(), last); until.Seconds() < (1-partly)*last.Seconds() {
		parts = append(parts, fmt.Sprintf("0s to %v of its %v", section.Duration(until), section.Duration(last)))
	}
	if all := r.Table.Nodes(); r.Nodes < all {
		parts = append(parts, fmt.Sprintf("the first %d of its %d nodes", r.Nodes, all))
	}
	if len(parts) > 0 {
		r.File.Warn("radio.file", "a part of the %s is run: %s", r.TableName, strings.Join(parts, ", "))
	}
	measured := (r.Run.Duration - r.Run.Warmup).Std().Seconds()
	if measured <= 0 {
		return // warnOfTimes warns of it
	}
	if early := (min(first, r.Run.Duration.Std()) - r.Run.Warmup.Std()).Seconds(); early >= vainly*measured {
		r.File.Warn("radio.file", "the %s says nothing before %v: for %.3g %% of the measured time there are no links", r.TableName, section.Duration(first), 100*early/measured)
	}
	if late := (r.Run.Duration.Std() - max(last, r.Run.Warmup.Std())).Seconds(); last > first && late >= vainly*measured {
		r.File.Warn("duration", "the %s says no more after %v: for %.3g %% of the measured time links stay as they are then", r.TableName, section.Duration(last), 100*late/measured)
	}
}

// part warns which part of a trace is run.
func (r World) part(of recorded.Recording) {
	var parts []string
	until := runUntil(of, r.Run)
	if used := (until - of.Begin).Seconds(); used < (1-partly)*of.Last.Seconds() {
		parts = append(parts, fmt.Sprintf("%v to %v of its %v (%.3g %%)", section.Duration(of.Begin), section.Duration(until), section.Duration(of.Last), 100*used/of.Last.Seconds()))
	}
	if n := of.Nodes; n < of.Trace.Nodes() {
		parts = append(parts, fmt.Sprintf("the first %d of its %d nodes", n, of.Trace.Nodes()))
	}
	if len(parts) > 0 {
		r.File.Warn(r.File.First(of.Section+".files", of.Section+".file"), "a part of the trace is run: %s", strings.Join(parts, ", "))
	}
}

// ending warns how much of the measured time no node of the trace covers.
func (r World) ending(of recorded.Recording) {
	measured := (r.Run.Duration - r.Run.Warmup).Std().Seconds()
	if measured <= 0 {
		return // warnOfTimes warns of it
	}
	nodes := of.Nodes
	c := of.Excerpt.Census(nodes, r.Run.Warmup.Std(), r.Run.Duration.Std())
	share := func(of float64) float64 { return 100 * of / c.Present }
	file := r.File.First(of.Section+".files", of.Section+".file")
	whom := "no node"
	if r.Grouped {
		whom = "no node of " + of.File
	}
	if c.Present == 0 {
		r.File.Warn(file, "%s is in the world from %v on, when the warm-up is over", whom, r.Run.Warmup)
		return
	}
	if c.Unknown > 0 && of.Stays() {
		r.File.Warn(of.Section+".after", "stay: %.3g %% of the measured node-time is after the last fix of its node: there nodes stand still, and the trace, which ends at %v of the run, does not say where they are",
			share(c.Unknown), section.Duration(of.Lasts()))
	}
	if c.Halted >= halted*c.Present {
		r.File.Warn(file, "%.3g %% of the measured node-time is of nodes that have come to the last place the trace has for them: there they stand for good, as its format says", share(c.Halted))
	}
	if early := (c.First - r.Run.Warmup.Std()).Seconds(); early >= vainly*measured {
		r.File.Warn(of.Section+".begin", "%s is in the world until %v: %.3g %% of the measured time", whom, section.Duration(c.First), 100*early/measured)
	}
	if late := (r.Run.Duration.Std() - c.Last).Seconds(); c.Last > 0 && late >= vainly*measured {
		r.File.Warn("duration", "%s is in the world from %v on: %.3g %% of the measured time; the trace ends at %v of the run, which lasts %v",
			whom, section.Duration(c.Last), 100*late/measured, section.Duration(of.Lasts()), r.Run.Duration)
	}
	if c.Empty.Seconds() >= vainly*measured {
		advice := ""
		if of.ByDates {
			advice = "; files are placed by their dates, and align: start begins each file at time 0"
		}
		r.File.Warn(file, "%s is in the world from %v to %v: %.3g %% of the measured time%s",
			whom, section.Duration(c.EmptyFrom), section.Duration(c.EmptyFrom+c.Empty), 100*c.Empty.Seconds()/measured, advice)
	}
	if gone := of.Excerpt.Vanished(nodes); len(gone) > 0 {
		has := "the trace"
		if of.Cut {
			has = "the part of the trace that is run"
		}
		r.File.Warn(of.Section+".after", "leave: %d of %d nodes are never in the world, since %s has one fix of them only, such as of node %d, %s",
			len(gone), nodes, has, gone[0], of.Trace.Names()[gone[0]-1])
	}
	r.missing(of)
}

// missing warns of nodes that the trace has only outside the part that is run.
func (r World) missing(of recorded.Recording) {
	if !of.Cut {
		return
	}
	nodes := of.Nodes
	gone := of.Excerpt.Vanished(nodes) // for another reason
	missing := slices.DeleteFunc(of.Excerpt.Missing(nodes), func(node int) bool { return slices.Contains(gone, node) })
	if len(missing) > 0 {
		r.File.Warn(r.File.First(of.Section+".begin", of.Section+".end"), "%d of %d nodes are never in the world, since the trace has them for no time of the part that is run, such as node %d, %s",
			len(missing), nodes, missing[0], of.Trace.Names()[missing[0]-1])
	}
}

// dates warns that files have dates by which they are not placed, since other files have none, or
// times since an unknown 0.
func (r World) dates(of recorded.Recording) {
	files := r.File.First(of.Section+".files", of.Section+".file")
	if of.Relative > 0 {
		advice := "shift.time moves one"
		if !of.PartlyDated {
			advice = "align: clock, in each section, keeps them on one clock"
		}
		r.File.Warn(files, "each file begins at time 0, where by their own times the files without dates begin up to %v apart; %s, and align: start says that this is meant",
			section.Duration(of.Relative), advice)
	}
	if of.Undated == "" {
		return
	}
	advice := "align: dates keeps them, align: start"
	if of.PartlyDated {
		advice = "align: start"
	}
	apart := ""
	if of.Apart > 0 {
		apart = fmt.Sprintf(", where by their dates files begin up to %v apart", section.Duration(of.Apart))
	}
	r.File.Warn(files, "dates are dropped, since %s has none: each file begins at time 0%s; %s says that this is meant", of.Undated, apart, advice)
}

// runUntil is where the run ends, in the time of its recording.
func runUntil(of recorded.Recording, run warn.Run) time.Duration {
	return min(of.Begin+run.Duration.Std(), of.End)
}
