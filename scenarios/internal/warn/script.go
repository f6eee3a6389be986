package warn

import (
	"time"

	"bellwether/emulator"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// Script warns about faults and interventions that do nothing, or not the same in all runs.
type Script struct {
	File          *keys.File
	Faults        []section.Fault
	Interventions []section.Intervention
	Duration      section.Duration
	World         section.Plane
	NoBattery     bool // of any node
	Runs          int  // of all rows together
}

// Strikes warns about faults.
func (s Script) Strikes() {
	for i, f := range s.Faults {
		path := section.Item("faults", i)
		if f.At >= s.Duration {
			s.File.Warn(path, "never strikes: it comes at %v, the run ends at %v", f.At, s.Duration)
		}
		if f.Jam.Given() && f.Jam.Outside(s.World) {
			s.File.Warn(path+".jam", "strikes no node: it lies outside the world of %v m by %v m", s.World.Width, s.World.Height)
		}
		for _, one := range f.Given() {
			if one.Kind == emulator.FaultRecharge && s.NoBattery {
				s.File.Warn(path, "recharges nothing: energy profile none has no batteries")
			}
			if one.Kind == emulator.FaultDrain && s.NoBattery {
				s.File.Warn(path, "drains nothing: energy profile none has no batteries")
			}
			if one.On.Region.Given() && one.On.Region.Outside(s.World) {
				s.File.Warn(path+"."+one.TargetsKey(), "strikes no node: it lies outside the world of %v m by %v m",
					s.World.Width, s.World.Height)
			}
			if one.On.Kind == "leader" {
				s.File.Warn(path, "strikes the node that each algorithm itself elected, so the algorithms do not meet the same faults; best is the same node for all")
			}
		}
	}
}

// Changes finds those that no run can heed, or some only by chance.
func (s Script) Changes() {
	runs := s.Runs
	for i := range s.Interventions {
		v := &s.Interventions[i]
		path := section.Item("interventions", i)
		switch c := v.Given()[0]; {
		case v.From > 0 && v.From >= s.Duration:
			s.File.Warn(path, "changes nothing: it begins at %v, the run ends at %v", v.From, s.Duration)
		case c.Said.Node > 0 && time.Duration(c.Said.At) >= s.Duration.Std():
			s.File.Warn(path+"."+c.Key, "changes nothing: the run ends at %v", s.Duration)
		case runs > 1 && c.Said.Node > 0:
			s.File.Warn(path+"."+c.Key, "%v has its name in one run, of one seed and algorithm, and there are %d runs: in others it is another message, or none", c.Said, runs)
		case runs > 1 && c.Key == "leave_out_strike":
			s.File.Warn(path+"."+c.Key, "%d has its number in one run, of one seed and algorithm, and there are %d runs: in others it is another one", c.Of, runs)
		}
	}
}
