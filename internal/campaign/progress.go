package campaign

import (
	"fmt"
	"sync"
	"time"

	"bellwether/scenarios"
	"bellwether/trace"
)

// Progress is how far a campaign is.
type Progress struct {
	Scenario    string
	Done, Total int     // runs
	Fraction    float64 // of the simulated time, runs under way included
	Err         error   // why the run that just ended failed, if it did

	// Phase is what the run that was last heard of does before its time begins, which
	// takes a while in a large world; "" once it runs.
	Phase string

	// Left is about how long the rest takes at the present rate; 0 if it is not known.
	Left time.Duration
}

// tellEvery is how often a campaign tells how far it is when nothing else happens.
const tellEvery = time.Second

// pace adds up how far all runs are.
type pace struct {
	mutex sync.Mutex
	tell  func(Progress)
	state Progress
	spent time.Duration // simulated, by all runs
	whole time.Duration
	stop  func()
}

// A portion of the runs.
type portion struct{ done, of int }

func newPace(s *scenarios.Scenario, runs portion, tell func(Progress)) *pace {
	p := &pace{tell: tell, state: Progress{Scenario: s.Name, Done: runs.done, Total: runs.of},
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

// close ends what is told, also of runs that were left behind.
func (p *pace) close() {
	p.stop()
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.tell = func(Progress) {}
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

// phase notes what a run does before its time begins. The next look tells it.
func (p *pace) phase(text string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.state.Phase = text
}

const (
	clockSteps = 100    // how often a run tells how far it is
	slowToBoot = 20_000 // nodes, from which on phases are told: fewer boot within a tenth of a second
)

// clock is a sink that follows the simulated time of one run, so that a long one
// is seen to move.
type clock struct {
	pace   *pace
	span   time.Duration
	told   time.Duration
	nodes  int
	booted int
	runs   bool
}

// clock follows one run, which is about to be built.
func (p *pace) clock(s *scenarios.Scenario) *clock {
	c := &clock{pace: p, span: s.Duration.Std(), nodes: s.Nodes}
	if c.nodes >= slowToBoot {
		p.phase(fmt.Sprintf("building a world of %d nodes", c.nodes))
	}
	return c
}

// Wants is the samples of truth, regular and measured anyway, and the boots.
func (c *clock) Wants() trace.Set { return trace.Of(trace.Sample, trace.Boot) }

// Record notes the time.
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

// end tells that the run ended, as if it had gone to its end.
func (c *clock) end(err error) { c.pace.step(c.span-c.told, 1, err) }
