package campaign

import (
	"fmt"
	"sync"
	"time"

	"bellwether/scenarios"
	"bellwether/trace"
)

// Progress is how much of a campaign is done.
type Progress struct {
	Scenario    string
	Done, Total int     // runs
	Fraction    float64 // of the simulated time, runs under way included
	Err         error   // why the run that just ended failed, if it did

	// Phase is what the run that reported last does before its simulated time begins, which
	// takes some time in a large world; "" once it runs.
	Phase string

	// By says which machines make the runs, in a few words; "": this process.
	By string

	// Left is about how long the rest takes; 0 if it is not known. If Most is more, the rest
	// takes from Left to Most.
	Left, Most time.Duration
}

// tellEvery is the interval between calls of Options.Progress while nothing else happens.
const tellEvery = time.Second

// pace adds up the progress of all runs.
type pace struct {
	mutex sync.Mutex
	tell  func(Progress)
	state Progress
	spent time.Duration // simulated, by all runs
	whole time.Duration
	stop  func()
	left  *Forecast
}

// A portion is how many of all runs are done, and when the others will be.
type portion struct {
	done, of int
	left     *Forecast
}

func newPace(s *scenarios.Scenario, runs portion, tell func(Progress)) *pace {
	p := &pace{tell: tell, left: runs.left, state: Progress{Scenario: s.Name, Done: runs.done, Total: runs.of},
		spent: s.Duration.Std() * time.Duration(runs.done), whole: s.Duration.Std() * time.Duration(runs.of)}
	p.state.Fraction = float64(runs.done) / float64(max(runs.of, 1))
	if tell == nil {
		p.tell = func(Progress) {}
	}
	p.tell(p.state)
	ticker, done := time.NewTicker(tellEvery), make(chan struct{})
	p.stop = func() { ticker.Stop(); close(done) }
	go func() {
		for {
			select {
			case <-ticker.C:
				p.step(0, 0, nil)
			case <-done:
				return
			}
		}
	}()
	return p
}

// close ends all reports of progress, also from runs that were left behind.
func (p *pace) close() {
	p.stop()
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.tell = func(Progress) {}
}

// step adds simulated time that passed in one run, and the number of runs that ended, 0 or
// 1, with the error of that run.
func (p *pace) step(passed time.Duration, ended int, err error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.spent += passed
	p.state.Done += ended
	p.state.Fraction = float64(p.spent) / float64(p.whole)
	p.state.Err = err
	p.state.Left, p.state.Most = p.left.Left()
	p.tell(p.state)
}

// phase sets what a run does before its simulated time begins. The next report has it.
func (p *pace) phase(text string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.state.Phase = text
}

const (
	clockSteps = 100    // how often a run reports its progress
	slowToBoot = 20_000 // nodes from which on phases are reported: fewer boot within a tenth of a second
)

// clock is a sink that reports the simulated time of one run while it is under way.
type clock struct {
	pace   *pace
	span   time.Duration
	told   time.Duration
	nodes  int
	booted int
	runs   bool
}

// clock returns the clock of a run that is not yet built.
func (p *pace) clock(s *scenarios.Scenario) *clock {
	c := &clock{pace: p, span: s.Duration.Std(), nodes: s.Nodes}
	if c.nodes >= slowToBoot {
		p.phase(fmt.Sprintf("building a world of %d nodes", c.nodes))
	}
	return c
}

// Wants returns what shows that time goes on and is recorded for the meter anyway, and the
// boots. Where nobody sends and components are followed there are no samples, but components
// and offers that change.
func (c *clock) Wants() trace.Set {
	return trace.Of(trace.Send, trace.Sample, trace.Component, trace.Capability, trace.Boot)
}

// Record reports the time.
func (c *clock) Record(r *trace.Record) {
	if r.Kind == trace.Boot {
		c.boots()
		return
	}
	if !c.runs {
		c.runs = true
		c.pace.phase("")
	}
	if passed := time.Duration(r.At) - c.told; passed >= c.span/clockSteps && passed > 0 {
		c.told += passed
		c.pace.step(passed, 0, nil)
	}
}

// boots counts a node that booted before the run's time began.
func (c *clock) boots() {
	if c.booted++; !c.runs && c.nodes >= slowToBoot && c.booted%(c.nodes/clockSteps) == 0 {
		c.pace.phase(fmt.Sprintf("booting %d nodes, %d %% done", c.nodes, 100*c.booted/c.nodes))
	}
}

// end reports that the run ended, and counts its whole time as passed.
func (c *clock) end(err error) { c.pace.step(c.span-c.told, 1, err) }
