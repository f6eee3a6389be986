package hunt

import (
	"fmt"
	"time"

	"bellwether/emulator"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// calm states when a world becomes calm: from then on nothing changes it.
type calm struct {
	from  time.Duration // after the last fault, cut and movement, and the last loss if there is one
	never string        // why it never does; "": it does
	loses bool          // frames are lost for ever; everything else is calm after from
}

// calmOf computes when the run of a scenario becomes calm.
func calmOf(s *scenarios.Scenario, c *emulator.Config) calm {
	var m calm
	switch {
	case c.Access != nil:
		m.never = "nodes contend for the medium, and frames collide for ever"
	case c.Duty != nil:
		m.never = "a duty cycle holds frames back"
	case c.Energy != nil:
		m.never = "batteries drain"
	}
	if answer := 2 * s.Radio.Latency.Std(); c.Mobility == nil && answer >= c.Setup.Detection.Timeout() {
		m.isNever("answers take longer than failure detectors wait")
	}
	for i := range c.Faults {
		m.afterFault(&c.Faults[i])
	}
	for i := range c.Interventions {
		v := &c.Interventions[i]
		m.until(max(v.From, v.Until))
		m.until(time.Duration(v.Message.At) + v.By)
	}
	m.afterMovement(c)
	m.afterRoutes(s, c)
	switch l := s.Radio.Loss; {
	case c.Loss == nil:
	case l.Until > 0:
		m.until(l.Until.Std())
	default:
		m.loses = true
	}
	return m
}

func (m *calm) until(at time.Duration) { m.from = max(m.from, at) }

func (m *calm) isNever(why string) {
	if m.never == "" {
		m.never = why
	}
}

// afterFault moves the calm behind a fault. A fault that changes the world once and for good,
// such as a crash, ends at once.
func (m *calm) afterFault(f *emulator.Fault) {
	if f.Every > 0 || f.MTBF > 0 {
		m.isNever(fmt.Sprintf("the fault %s strikes again and again", f.Kind))
		return
	}
	m.until(f.At + f.For)
	if f.For > 0 {
		m.until(f.At + f.For + f.Down + f.Delay)
		return
	}
	switch f.Kind {
	case emulator.FaultFlap, emulator.FaultPause, emulator.FaultDrift, emulator.FaultDuplicate, emulator.FaultReorder, emulator.FaultJam:
		m.isNever(fmt.Sprintf("the fault %s does not end", f.Kind))
	}
}

// mostLegs bounds the legs of a path that are followed to see whether it ends.
const mostLegs = 20_000

// afterMovement moves the calm behind the last movement of each node.
func (m *calm) afterMovement(c *emulator.Config) {
	if c.Mobility == nil {
		return
	}
	model := mobility.ForRun(c.Mobility, c.Seed)
	for node := 1; node <= c.Nodes; node++ {
		path := emulator.Path(model, c.Seed, node)
		leg := path.Next()
		for n := 0; leg.End != mobility.Forever; n++ {
			if n == mostLegs || leg.End > c.Until+time.Hour {
				m.isNever("nodes move for ever")
				return
			}
			leg = path.Next()
		}
		if leg.Speed() > 0 {
			m.isNever("nodes move for ever")
			return
		}
		if leg.Start > 0 {
			m.until(leg.Start)
		}
	}
}

// afterRoutes moves the calm behind the instant after which all routes work. With AODV this
// includes the time in which a node that booted relays nothing; with OLSR it includes the time
// after the boot, when there are no routes yet.
func (m *calm) afterRoutes(s *scenarios.Scenario, c *emulator.Config) {
	switch o := &c.Services; {
	case !routes(c):
	case o.AODV != nil:
		m.afterSearches(s, c)
	case o.OLSR != nil:
		m.from += o.OLSR.Settle(scale(c, frame(s, c)))
	}
}

func (m *calm) afterSearches(s *scenarios.Scenario, c *emulator.Config) {
	o := c.Services.AODV
	if answer := 2 * hop(s, c); answer >= c.Setup.Detection.Timeout() {
		m.isNever("a search for a route takes longer than failure detectors wait")
	}
	if m.from == 0 {
		return // no route can be stale
	}
	m.from += o.Stale()
	if len(c.Faults) > 0 {
		m.from += o.Whole().DeletePeriod
	}
}

// routes reports whether the nodes route messages of the algorithm by what they know themselves.
func routes(c *emulator.Config) bool {
	return c.Services.Flood == nil && c.Algorithm.Needs >= protocol.NeedsRouting
}

// scale is the largest that the world may have.
func scale(c *emulator.Config, hop time.Duration) protocol.Scale {
	return protocol.Scale{Nodes: c.Nodes, Diameter: max(c.Nodes-1, 1), Hop: hop, Roster: c.Nodes}
}

// seeks reports whether messages of the algorithm may wait for a search of an AODV.
func seeks(c *emulator.Config) bool {
	return c.Services.AODV != nil && routes(c)
}

// hop bounds the time of a message over one hop if nothing is lost: the time of a frame, and
// of the search for a route before it where routes are searched. So a bound that counts hops
// includes a search for each hop, which is more than is needed.
func hop(s *scenarios.Scenario, c *emulator.Config) time.Duration {
	d := frame(s, c)
	if seeks(c) {
		d += c.Services.AODV.Search(scale(c, d))
	}
	return d
}

// frame bounds the time of a frame over one hop if nothing is lost, as in package conformance:
// its airtime, the latency of its link, and the frames of the same radio before it. In larger
// worlds more frames wait at a time.
func frame(s *scenarios.Scenario, c *emulator.Config) time.Duration {
	d := 5*time.Millisecond + time.Duration(c.Nodes)*500*time.Microsecond
	if c.Mobility == nil {
		d += 2 * s.Radio.Latency.Std()
	}
	return d
}

// noticed bounds the time that the neighbour service takes to notice a change.
func noticed(c *emulator.Config) time.Duration {
	if c.Services.Hello == nil {
		return 0
	}
	return c.Services.Hello.Timeout + c.Services.Hello.Interval
}
