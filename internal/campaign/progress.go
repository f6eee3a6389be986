package campaign

import (
	"sync"
	"time"

	"bellwether/scenarios"
	"bellwether/trace"
)

// Progress says how far a campaign is.
type Progress struct {
	Scenario    string
	Done, Total int     // runs
	Fraction    float64 // of the simulated time, runs under way included
	Err         error   // why the run that just ended failed, if it did

	// Left is about how long the rest takes at the present rate; 0 if nobody knows.
	Left time.Duration
}

// pace adds up how far all runs are.
type pace struct {
	tell func(Progress)

	mutex sync.Mutex
	state Progress
	spent time.Duration // simulated, by all runs
	whole time.Duration
}

func newPace(s *scenarios.Scenario, runs int, tell func(Progress)) *pace {
	p := &pace{tell: tell, state: Progress{Scenario: s.Name, Total: runs}, whole: s.Duration.Std() * time.Duration(runs)}
	if tell == nil {
		p.tell = func(Progress) {}
	}
	p.tell(p.state)
	return p
}

// step takes simulated time that passed in one run, and whether it ended.
func (p *pace) step(passed time.Duration, ended int, err error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.spent += passed
	p.state.Done += ended
	p.state.Fraction = float64(p.spent) / float64(p.whole)
	p.state.Err = err
	p.tell(p.state)
}

// clockSteps is how often a run tells how far it is.
const clockSteps = 100

// clock is a sink that follows the simulated time of one run, so that a long one
// is seen to move.
type clock struct {
	pace *pace
	span time.Duration
	told time.Duration
}

// Wants is the samples of truth: regular, and measured anyway.
func (c *clock) Wants() trace.Set { return trace.Of(trace.Sample) }

// Record notes the time.
func (c *clock) Record(r *trace.Record) {
	if passed := time.Duration(r.At) - c.told; passed >= c.span/clockSteps && passed > 0 {
		c.told += passed
		c.pace.step(passed, 0, nil)
	}
}

// end tells that the run ended, as if it had gone to its end.
func (c *clock) end(err error) { c.pace.step(c.span-c.told, 1, err) }
