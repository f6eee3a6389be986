package recordings

import (
	"fmt"
	"time"

	"bellwether/internal/formats/contacts"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/recorded"
	"bellwether/scenarios/internal/section"
	"bellwether/scenarios/internal/warn"
)

// Contacts warns about the contacts that a world is made of.
type Contacts struct {
	File      *keys.File
	Run       warn.Run
	Nodes     int
	Met       *contacts.Trace  // of the file
	Part      *contacts.Trace  // that a run meets
	Begin     section.Duration // of a run, in the file's time
	Scan      section.Duration
	Detection section.Detection
}

// manyInstants is from how many on that lie on one grid a trace was sampled, and not
// written by hand.
const manyInstants = 100

// Scans finds what is odd in a trace of contacts.
func (c Contacts) Scans() {
	tally := c.Met.Tally()
	if advice := tally.Advice(); advice != "" {
		c.File.Warn("radio.scan", "%s", advice)
	}
	grain := c.Scan.Std()
	if tally.Instants >= manyInstants {
		grain = max(grain, tally.Grain)
	}
	if budget := c.Detection.Protocol().Timeout(); grain > budget {
		c.File.Warn("detection", "the contacts are known to the nearest %v only, coarser than the budget of %v (%v × %d): when a leader is missed is the scan's doing",
			section.Duration(grain), section.Duration(budget), c.Detection.Interval, c.Detection.Misses)
	}
}

// Meetings warns which part of a trace of contacts is run, when no two nodes meet in
// it, and how much node-time is before a node's first contact or after its last.
func (c Contacts) Meetings(of recorded.Recording) {
	all := c.Met.Among(c.Nodes).Contacts()
	run := c.Part.Contacts()
	first, last := c.Met.Span()
	if len(run) == 0 {
		c.File.Warn("radio.file", "no two nodes are ever in contact from %v to %v of the file's time: its contacts are from %v to %v",
			recorded.Instant(of.Begin), recorded.Instant(of.Begin+c.Run.Duration.Std()), recorded.Instant(first), recorded.Instant(last))
		return
	}
	until := runUntil(of, c.Run)
	cut := max(of.Begin-first, 0) + max(last-until, 0)
	if len(run) < len(all) || c.Nodes < c.Met.Nodes() || cut.Seconds() >= vainly*(last-first).Seconds() {
		nodes := ""
		if c.Nodes < c.Met.Nodes() {
			nodes = fmt.Sprintf(", of the first %d of %d nodes", c.Nodes, c.Met.Nodes())
		}
		c.File.Warn("radio.file", "a part of the contacts is run: %v to %v of %v to %v, %d of %d contacts%s",
			recorded.Instant(of.Begin), recorded.Instant(until), recorded.Instant(first), recorded.Instant(last), len(run), len(all), nodes)
	}
	measured := (c.Run.Duration - c.Run.Warmup).Std()
	if measured <= 0 {
		return
	}
	begins, ends := c.Run.Duration.Std(), time.Duration(0)
	for _, one := range run {
		begins, ends = min(begins, one.From), max(ends, one.Until)
	}
	between := span{c.Run.Warmup.Std(), c.Run.Duration.Std()} // in which nodes meet
	if lone := begins - c.Run.Warmup.Std(); lone.Seconds() >= loneliness*measured.Seconds() {
		between.from = begins
		c.File.Warn("radio.begin", "no two nodes meet until %v: %.3g %% of the measured time; the first contact is at %v of the file's time",
			section.Duration(begins), 100*lone.Seconds()/measured.Seconds(), recorded.Instant(of.Begin+begins))
	}
	if lone := c.Run.Duration.Std() - max(ends, c.Run.Warmup.Std()); lone.Seconds() >= loneliness*measured.Seconds() {
		between.until = max(ends, c.Run.Warmup.Std())
		c.File.Warn("duration", "no two nodes meet from %v on: %.3g %% of the measured time; the contacts end then, the run at %v",
			section.Duration(ends), 100*lone.Seconds()/measured.Seconds(), c.Run.Duration)
	}
	c.alone(between)
}

// loneliness is the least share of the measured time before the first contact, or after the
// last, for which there is a warning.
const loneliness = 0.05

// A span is from one instant of a run to another.
type span struct{ from, until time.Duration }

// alone warns how much of the measured node-time is before a node's first contact in
// the file, or after its last, while other nodes meet. A file of contacts cannot state that
// a node is away.
func (c Contacts) alone(between span) {
	begin := c.Begin.Std()
	seen := make([]span, c.Nodes)
	for i := range seen {
		seen[i] = span{between.until, between.from} // never
	}
	meets := make([]bool, c.Nodes)
	for _, one := range c.Met.Contacts() {
		from, until := one.From-begin, one.Until-begin
		for _, node := range []int32{one.A, one.B} {
			if int(node) <= c.Nodes {
				of := &seen[node-1]
				of.from, of.until = min(of.from, from), max(of.until, until)
			}
		}
	}
	for _, one := range c.Part.Contacts() {
		if one.Until > c.Run.Warmup.Std() {
			meets[one.A-1], meets[one.B-1] = true, true
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
	share := alone / (float64(c.Nodes) * (c.Run.Duration - c.Run.Warmup).Std().Seconds())
	if share < aloneness && strangers == 0 {
		return
	}
	text := fmt.Sprintf("%.3g %% of the measured node-time is of nodes before the first contact that the file has of them, or after the last: they are in the world, alone, because contacts do not state which nodes are away", 100*share)
	if strangers > 0 {
		text += fmt.Sprintf("; %d of %d nodes meet nobody in the measured time", strangers, c.Nodes)
	}
	c.File.Warn("radio.file", "%s", text)
}

// aloneness is the least share of the measured node-time before nodes' first contacts, or
// after their last, for which there is a warning.
const aloneness = 0.1
