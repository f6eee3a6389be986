package scenarios

import (
	"math"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace/measure"
)

// mostFollowed is how many nodes a world may have whose components are followed. Where links
// come and go, a component that divides costs its smaller side, and one that gets another
// name all of it: at 4096 nodes near percolation, the worst density, `run` loses a fifth
// (BenchmarkTruth), and the share grows with the nodes.
const mostFollowed = 4096

// energyEvery is the time between two records of what nodes have spent, where components
// are followed: curves of batteries need no more.
const energyEvery = time.Second

// setTruth decides how the components of a run are known, by the scenario alone: they are
// followed, but in worlds of more than 4096 nodes whose links come and go by themselves they
// are seen at one instant in each interval of measure.every.
func (s *Scenario) setTruth(c *emulator.Config) {
	c.SampleEvery, c.ExamineEvery = energyEvery, s.Measure.Examine.Std()
	if s.Nodes > mostFollowed && s.wanders(c.Medium) {
		c.TruthEvery = s.Measure.Every.Std()
		c.SampleEvery = c.TruthEvery
	}
}

// wanders reports whether links come and go without a fault.
func (s *Scenario) wanders(m radio.Medium) bool {
	_, timetable := m.(radio.Timetable)
	return timetable || m.Varies() || !s.Radio.Placeless() && s.movement.MaxSpeed() > 0
}

// Measured returns how the runs of an algorithm of this scenario are measured.
func (s *Scenario) Measured(a protocol.Algorithm) measure.Options {
	margin := s.Capability.Margin()
	o := measure.Options{Warmup: protocol.Time(s.Warmup), Goal: a.Goal, Margin: margin, Tolerance: measure.ToleranceOf(margin), Medium: s.Medium(), Rules: s.Eligible != ""}
	if s.Measure.Tolerance > 0 {
		o.Tolerance = measure.Tolerance{Share: protocol.PerMille(math.Round(s.Measure.Tolerance * 1000))}
	}
	return o
}
