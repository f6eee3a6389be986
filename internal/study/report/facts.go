package report

import (
	"fmt"
	"strings"
	"time"
)

// facts returns what was run, in a few lines; the documents on the page show it in full.
func (s *source) facts() []fact {
	var out []fact
	add := func(term, format string, args ...any) { out = append(out, fact{term, fmt.Sprintf(format, args...)}) }
	if s.plan != nil {
		from := s.plan.Scenario
		if s.scenario != nil && s.scenario.About != "" {
			from += ": " + s.scenario.About
		}
		add("Scenario", "%s", from)
		for _, set := range s.plan.Set {
			add("Set", "%s = %s", set.Path, set.Value)
		}
		for _, a := range s.plan.Axes {
			add("Axis", "%s = %s", a.Path, strings.Join(a.Values, ", "))
		}
	} else {
		add("Scenario", "%s", s.name)
	}
	out = append(out, s.world()...)
	add("Runs", "%s", s.runs())
	var simulated float64
	var events, frames, copies uint64
	for i := range s.lines {
		l := &s.lines[i]
		simulated += l.SimulatedS
		events, frames, copies = events+l.Events, frames+l.Transmissions, copies+l.Deliveries
	}
	span := time.Duration(simulated * float64(time.Second)).Round(time.Second)
	add("Work", "%v of simulated time, %s events, %s frames sent, %s heard", span, grouped(events), grouped(frames), grouped(copies))
	return out
}

// world describes the scenario's world, without what the axes vary.
func (s *source) world() []fact {
	c := s.scenario
	if c == nil {
		return nil
	}
	var out []fact
	add := func(term, path, format string, args ...any) {
		if s.varied(path) {
			format, args = "varied: see the axes, and the scenario in full below", nil
		}
		out = append(out, fact{term, fmt.Sprintf(format, args...)})
	}
	add("Nodes", "nodes", "%d", c.Nodes)
	add("Time", "duration", "%v, of which the first %v are left out of every measure", c.Duration, c.Warmup)
	switch {
	case len(c.Groups) > 0:
		add("Movement", "groups", "%d groups, in %g m × %g m", len(c.Groups), c.World.Width, c.World.Height)
	case c.Mobility.Model != "":
		add("Movement", "mobility", "%s, in %g m × %g m", c.Mobility.Model, c.World.Width, c.World.Height)
	}
	radio := c.Radio.Model
	if c.Radio.Range > 0 {
		radio += fmt.Sprintf(", range %g m", c.Radio.Range)
	}
	if c.Radio.Topology != "" {
		radio += ", " + c.Radio.Topology
	}
	add("Radio", "radio", "%s", radio)
	add("Neighbours", "neighbours", "%s; routes: %s", c.Neighbours.Service, c.Routing.Service)
	add("Detection", "detection", "a sign of life every %v, %d missed: a leader is lost", c.Detection.Interval, c.Detection.Misses)
	add("Faults", "faults", "%d in the script", len(c.Faults))
	return out
}

// varied reports whether an axis changes a part of the scenario.
func (s *source) varied(path string) bool {
	if s.plan == nil {
		return false
	}
	for _, a := range s.plan.Axes {
		if a.Path == path || strings.HasPrefix(a.Path, path+".") || strings.HasPrefix(a.Path, path+"[") {
			return true
		}
	}
	return false
}

// runs returns how many runs were wanted, and their seeds, as text.
func (s *source) runs() string {
	where := ""
	if s.plan != nil && len(s.plan.Axes) > 0 {
		where = " at each point"
	}
	low, high := s.lines[0].Seed, s.lines[0].Seed
	for i := range s.lines {
		low, high = min(low, s.lines[i].Seed), max(high, s.lines[i].Seed)
	}
	seeds := fmt.Sprintf("seeds %d to %d, the same for every algorithm", low, high)
	if low == high {
		seeds = fmt.Sprintf("seed %d", low)
	}
	switch {
	case s.plan != nil && s.plan.Adaptive():
		stop := s.plan.Stop
		return fmt.Sprintf("%d to %d of each algorithm%s, until half the width of the 95 %% interval of %s is at most %v of the mean; %s",
			stop.Min, stop.Max, where, stop.Metric, stop.HalfWidth, seeds)
	case s.scenario == nil:
		return seeds
	case s.plan != nil:
		return fmt.Sprintf("%d of each algorithm%s, %s", s.plan.Most(), where, seeds)
	}
	return fmt.Sprintf("%d of each algorithm, %s", s.scenario.Runs, seeds)
}

// grouped writes a count with a space between groups of three digits.
func grouped(n uint64) string {
	digits := fmt.Sprint(n)
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteRune('\u202f') // a narrow space that does not break
		}
		b.WriteRune(d)
	}
	return b.String()
}
