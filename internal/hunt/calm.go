package hunt

import (
	"fmt"
	"time"

	"bellwether/emulator"
	"bellwether/mobility"
	"bellwether/scenarios"
)

// weather is when a world becomes calm.
type weather struct {
	calm  time.Duration // after the last fault, cut and movement, and the last loss if there is one
	never string        // why it never does; "": it does
	// loses says that frames are lost for ever, and else all is calm from then on.
	loses bool
}

// weatherOf says when the run of a scenario becomes calm.
func weatherOf(s *scenarios.Scenario, c *emulator.Config) weather {
	var w weather
	switch {
	case c.Access != nil:
		w.never = "nodes contend for the medium, and frames collide for ever"
	case c.Duty != nil:
		w.never = "a duty cycle holds frames back"
	case c.Energy != nil:
		w.never = "batteries drain"
	}
	if answer := 2 * s.Radio.Latency.Std(); c.Mobility == nil && answer >= c.Setup.Detection.Timeout() {
		w.ever("answers take longer than failure detectors wait")
	}
	for i := range c.Faults {
		w.strike(&c.Faults[i])
	}
	for i := range c.Interventions {
		v := &c.Interventions[i]
		w.until(max(v.From, v.Until))
		w.until(time.Duration(v.Message.At) + v.By)
	}
	w.moves(c)
	switch l := s.Radio.Loss; {
	case c.Loss == nil:
	case l.Until > 0:
		w.until(l.Until.Std())
	default:
		w.loses = true
	}
	return w
}

func (w *weather) until(at time.Duration) { w.calm = max(w.calm, at) }

func (w *weather) ever(why string) {
	if w.never == "" {
		w.never = why
	}
}

// strike takes a fault. Some change a world at once and for good: after them it is calm.
func (w *weather) strike(f *emulator.Fault) {
	if f.Every > 0 || f.MTBF > 0 {
		w.ever(fmt.Sprintf("the fault %s strikes again and again", f.Kind))
		return
	}
	w.until(f.At + f.For)
	if f.For > 0 {
		w.until(f.At + f.For + f.Down + f.Delay)
		return
	}
	switch f.Kind {
	case emulator.FaultFlap, emulator.FaultPause, emulator.FaultDrift, emulator.FaultDuplicate, emulator.FaultReorder, emulator.FaultJam:
		w.ever(fmt.Sprintf("the fault %s does not end", f.Kind))
	}
}

// mostLegs bounds how far ahead paths are followed to see whether they end.
const mostLegs = 20_000

// moves follows each node to where it stands for good.
func (w *weather) moves(c *emulator.Config) {
	if c.Mobility == nil {
		return
	}
	model := mobility.ForRun(c.Mobility, c.Seed)
	for node := 1; node <= c.Nodes; node++ {
		path := emulator.Path(model, c.Seed, node)
		leg := path.Next()
		for n := 0; leg.End != mobility.Forever; n++ {
			if n == mostLegs || leg.End > c.Until+time.Hour {
				w.ever("nodes move for ever")
				return
			}
			leg = path.Next()
		}
		if leg.Speed() > 0 {
			w.ever("nodes move for ever")
			return
		}
		if leg.Start > 0 {
			w.until(leg.Start)
		}
	}
}

// hop is what a frame takes over one hop when nothing is lost, as in package conformance: its
// airtime, the latency of its link, and the frames of the same radio before it. Larger worlds
// say more at a time.
func hop(s *scenarios.Scenario, c *emulator.Config) time.Duration {
	d := 5*time.Millisecond + time.Duration(c.Nodes)*500*time.Microsecond
	if c.Mobility == nil {
		d += 2 * s.Radio.Latency.Std()
	}
	return d
}

// noticed is how long the neighbour service takes to notice a change.
func noticed(c *emulator.Config) time.Duration {
	if c.Services.Hello == nil {
		return 0
	}
	return c.Services.Hello.Timeout + c.Services.Hello.Interval
}
