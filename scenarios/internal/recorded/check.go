package recorded

import (
	"slices"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/movetrace"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// longest is the bound of a duration, as its tag has it.
const longest = 10000 * time.Hour

// Rules sets what a recording decides, and checks what the file asks of it.
type Rules struct {
	File             *keys.File
	World            *World
	Warmup, Duration section.Duration // of a run; Defaults asks for neither
}

// Defaults sets when the recording begins, and what nodes do after it.
func (r *Rules) Defaults() {
	if r.World.Met != nil && !r.File.Given("radio.begin") {
		if first, _ := r.World.Met.Span(); first > longest { // they are dates
			r.World.Radio.Begin = section.Duration(first)
		}
	}
	for _, m := range r.World.Movings {
		for _, of := range r.World.Replays {
			if of.Path != m.Path || r.File.Given(m.Path+".after") {
				continue
			}
			m.After = string(movetrace.Leave)
			if of.Trace.Duration() == m.Shift.Time.Std() {
				m.After = string(movetrace.Stay)
			}
		}
	}
}

// Lasts is how long the recording lasts that the run takes its world from; 0 if nothing is
// recorded, or only one instant.
func (r *Rules) Lasts() section.Duration {
	of, ok := r.World.Ruling()
	if !ok || !r.File.Sound(of.Section) || of.Lasts() < time.Millisecond {
		return 0
	}
	return section.Duration(of.Lasts())
}

// TooLong reports whether a run is longer than any may be. Check reports it where the
// recording is the reason.
func TooLong(duration section.Duration) bool { return duration.Std() > longest }

// grouped reports whether the file has groups.
func (r *Rules) grouped() bool {
	return slices.ContainsFunc(r.World.Movings, func(m section.Moving) bool { return m.Group != nil })
}

// dated reports whether the times of contacts are dates.
func dated(met *contacts.Trace) bool {
	first, _ := met.Span()
	return movetrace.IsUnix(first)
}

// Check refuses what a recording does not have.
func (r *Rules) Check() {
	for _, one := range r.World.Movement() {
		r.recording(one)
	}
	if of, ok := r.World.Ruling(); ok && of.Replay == nil {
		r.recording(of)
	}
}

func (r *Rules) recording(of Recording) {
	if !r.File.Sound(of.Section) {
		return
	}
	rules := false
	if ruling, ok := r.World.Ruling(); ok {
		rules = ruling.Section == of.Section
	}
	switch {
	case of.Replay != nil && of.End > of.Last:
		r.File.Fault(of.Section+".end", "%v is after the end of %s, at %v", section.Duration(of.End), of.File, section.Duration(of.Last))
	case r.World.Met != nil && of.Begin < of.Last-longest && r.File.Given("radio.begin") && dated(r.World.Met):
		first, _ := r.World.Met.Span()
		r.File.Fault("radio.begin", "%v is long before the first contact, at %s, %d seconds after 1970: begin counts from 1970 as the file does, or leave it out", section.Duration(of.Begin), Instant(first), int64(first.Seconds()))
	case of.Begin > 0 && of.Begin >= of.Last:
		r.File.Fault(of.Section+".begin", "%v is not before the end of %s, at %v", Instant(of.Begin), of.File, Instant(of.Last))
	case of.Begin > 0 && of.Begin >= of.End:
		r.File.Fault(of.Section+".end", "%v is not after the beginning, at %v", section.Duration(of.End), Instant(of.Begin))
	case rules && of.Lasts() > longest && !r.File.Given("duration"):
		r.File.Fault(r.File.First(of.Section+".files", of.Section+".file"), "%s lasts %v, and a run at most %v: give duration, or begin and end",
			of.File, section.Duration(of.Lasts()), section.Duration(longest))
	case rules && r.Warmup >= r.Duration && !r.File.Given("duration") && of.Lasts() >= time.Millisecond && r.File.Sound("warmup"):
		r.File.Fault("warmup", "%v leaves out all of %s, which lasts %v: a tenth is %v",
			r.Warmup, of.File, section.Duration(of.Lasts()), section.Duration(of.Lasts()/10))
	case of.Replay != nil:
		r.excerpt(of)
	}
}

// excerpt takes the part of the trace, and asks that somebody is in it.
func (r *Rules) excerpt(of Recording) {
	after, vertical := "", movetrace.Flat
	for _, m := range r.World.Movings {
		if m.Path == of.Section {
			after, vertical = m.After, movetrace.Vertical(m.Vertical)
		}
	}
	if vertical == movetrace.Flat {
		of.Replay.Trace = of.Trace.Flattened()
	}
	o := movetrace.ExcerptOptions{Trace: of.Trace, Begin: of.Begin, End: of.End, After: movetrace.Ending(after), Vertical: vertical}
	if err := o.CheckVertical(); err != nil {
		r.File.Fault(of.Section+".vertical", "%s", errs.Plain(err))
		return
	}
	part, err := movetrace.NewExcerpt(o)
	if err != nil {
		panic("scenarios: " + err.Error()) // all of it was checked
	}
	of.Replay.Excerpt = part
	nodes := r.World.NodesOf(of.Replay)
	if !r.File.Sound("duration", "warmup", "nodes") || r.Warmup >= r.Duration || nodes > of.Trace.Nodes() || r.grouped() {
		return
	}
	if part.Census(nodes, r.Warmup.Std(), r.Duration.Std()).Present > 0 {
		return
	}
	path, ends := r.File.First(of.Section+".files", of.Section+".file"), part.Census(nodes, 0, r.Duration.Std()).Last
	advice := "after: stay lets nodes stand where they were last"
	if r.File.Given("warmup") && ends > 0 {
		path, advice = "warmup", "a tenth of the trace is "+section.Duration(of.Lasts()/10).String()
	}
	r.File.Fault(path, "nothing is measured: no node is in the world from %v on, when the warm-up is over; the last node leaves at %v: %s", r.Warmup, section.Duration(ends), advice)
}
