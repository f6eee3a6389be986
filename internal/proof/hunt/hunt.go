package hunt

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/internal/base/build"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/tasks"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// Options state what is hunted, and for how long.
type Options struct {
	Program    *registry.Registry
	Programs   []string             // algorithms that are programs, as NAME=COMMAND
	Algorithms []protocol.Algorithm // of drawn worlds
	Base       *Base                // a user's scenario; nil: worlds are drawn
	Seed       uint64
	First      uint64 // the number of the first world
	Worlds     int    // of each algorithm; 0: until For is over
	For        time.Duration
	Bounds     []metricBound
	Most       int // the hunt ends after so many found worlds; 0: no limit
	Effort     int // runs to shrink each found world, a large run counts as several; 0: worlds are not shrunk
	Jobs       int
	Build      build.Build // of this program
	// Engine returns the engine that makes the trials. It is called when the first trial is to
	// be made; nil: Jobs goroutines. Found worlds are shrunk in this process.
	Engine func(context.Context) (tasks.Engine, error)

	Dir      *Dir             // of found worlds; nil: none
	Progress func(Tally)      // called after each trial; nil: not called
	Found    func(*Find)      // called with each found world once it is shrunk; nil: not called
	Now      func() time.Time // nil: time.Now
}

// A Tally counts what a hunt has tried so far.
type Tally struct {
	Trials int             `json:"trials"`           // worlds times algorithms
	Sizes  [len(sizes)]int `json:"sizes"`            // trials by class of size
	Asked  [3]int          `json:"asked"`            // trials by Asked
	Late   int             `json:"late"`             // trials with trialResult.Late
	Broken map[string]int  `json:"broken,omitempty"` // trials that break a law, by algorithm and law
	Events uint64          `json:"events"`
}

// sizes are the classes of size: worlds of up to so many nodes.
var sizes = [...]int{8, 20, 60, 1 << 20}

// A Find is a world that breaks a law.
type Find struct {
	World     *World
	Breach    *Breach
	Number    uint64 // of the world as it was drawn
	Drawn     *World
	Tried     int    // runs made to shrink it
	Started   string // the program of the algorithm, as NAME=COMMAND; "": none
	Smallest  bool   // no reduction makes it smaller; false: the effort ended before
	Again     int    // other trials of the hunt that break the same law of the algorithm
	File      string // in the directory; "": none
	Story     string // its file; "": none
	StoryText []byte
	NoStory   string // why it has no story

	mended bool // a kept world that no longer breaks its law
}

// key is equal for worlds that break the same law of the same algorithm.
func (f *Find) key() string { return keyOf(f.World.Algorithm, f.Breach) }

func keyOf(algorithm string, b *Breach) string {
	return algorithm + " " + string(b.Law) + " " + b.Of
}

// An Outcome is what a hunt found.
type Outcome struct {
	Tally
	Next        uint64 // the first trial that was not made
	Finds       []*Find
	Interrupted bool
}

// A task is one trial to make: a world for one algorithm.
type task struct {
	number uint64
	world  *World
	entry  scenarios.Entry // of a user's scenario
}

// Run hunts until the worlds, the time or the context end, or Most worlds are found.
func Run(ctx context.Context, o Options) (*Outcome, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	h := &hunter{Options: o, judge: newJudge(&o), out: &Outcome{}, seen: map[string]*Find{}}
	h.out.Broken = map[string]int{}
	if err := h.resume(ctx); err != nil {
		return nil, err
	}
	err := h.search(ctx)
	h.out.Interrupted = ctx.Err() != nil
	if kept := h.keep(); err == nil {
		err = kept
	}
	return h.out, err
}

type hunter struct {
	Options
	judge judge
	out   *Outcome
	seen  map[string]*Find
	kept  time.Time
}

// rows is the number of rows. Each row has a world of each number.
func (h *hunter) rows() int {
	if h.Base != nil {
		return len(h.Base.scenario.Algorithms)
	}
	return len(h.Algorithms)
}

// task returns a trial. The rows of a world follow one another.
func (h *hunter) task(trial uint64) task {
	rows := uint64(h.rows())
	number := h.First + trial/rows
	if h.Base != nil {
		e := h.Base.scenario.Algorithms[trial%rows]
		return task{number, h.Base.draw(h.Seed, number, e), e}
	}
	return task{number: number, world: draw(h.Seed, number, &h.Algorithms[trial%rows])}
}

// row is the algorithm of a trial, or the label of its row of a user's scenario.
func (h *hunter) row(trial uint64) string {
	row := trial % uint64(h.rows())
	if h.Base != nil {
		return h.Base.scenario.Algorithms[row].Label
	}
	return h.Algorithms[row].Name
}

// take counts the result of a trial. done: enough worlds were found, or the hunt is interrupted.
func (h *hunter) take(ctx context.Context, trial uint64, got trialResult) (done bool, err error) {
	if got.Breach != nil {
		t := h.task(trial)
		if f := h.seen[keyOf(t.world.Algorithm, got.Breach)]; f != nil {
			f.Again++
		} else if whole, err := h.find(ctx, t, got.Breach); !whole || err != nil {
			return true, err // after an interrupt the trial is made again
		}
		h.out.Broken[keyOf(t.world.Algorithm, got.Breach)]++
	}
	h.out.Next++
	h.out.Trials++
	h.out.Events += got.Events
	h.out.Asked[got.Asked]++
	if got.Late {
		h.out.Late++
	}
	for i, most := range sizes {
		if got.Nodes <= most {
			h.out.Sizes[i]++
			break
		}
	}
	if h.Progress != nil {
		h.Progress(h.out.Tally)
	}
	if h.Now().Sub(h.kept) >= keepEvery {
		if err := h.keep(); err != nil {
			return true, err
		}
	}
	return h.Most > 0 && len(h.out.Finds) >= h.Most, nil
}

// find shrinks a world and keeps it. whole is false if an interrupt came before it was shrunk.
func (h *hunter) find(ctx context.Context, t task, b *Breach) (whole bool, err error) {
	f := &Find{World: t.world, Drawn: t.world, Breach: b, Number: t.number}
	for _, p := range h.Programs {
		if strings.HasPrefix(p, t.world.Algorithm+"=") {
			f.Started = p
		}
	}
	if h.Effort > 0 {
		s := &shrinker{jobs: h.Jobs, left: h.Effort, breaks: h.judge.world}
		f.World, f.Breach, f.Smallest = shrink(ctx, t.world, b, s)
		f.Tried = s.made
		if ctx.Err() != nil {
			return false, nil
		}
	}
	h.name(ctx, f)
	if err := h.write(f); err != nil {
		return false, err
	}
	h.seen[f.key()] = f
	h.out.Finds = append(h.out.Finds, f)
	if h.Found != nil {
		h.Found(f)
	}
	return true, nil
}

// write writes a found world, if there is a directory.
func (h *hunter) write(f *Find) error {
	if h.Dir == nil {
		return nil
	}
	return h.Dir.write(f, string(h.Program.Program()))
}

// name names a found world by its algorithm and law, and cuts its duration to what was judged. It
// makes the story, too, if there can be one.
func (h *hunter) name(ctx context.Context, f *Find) {
	f.World = f.World.clone()
	f.World.Name = fmt.Sprintf("%s-%s-%d", f.World.Algorithm, f.Breach.Law, f.Number)
	got, err := h.judge.world(ctx, f.World)
	if err != nil || f.World.Given != nil {
		return
	}
	f.World.Duration = got.Ended.Truncate(time.Second) + time.Second
	if a, known := h.Program.Find(f.World.Algorithm); known {
		f.StoryText, f.NoStory = storyOf(f.World, f.Breach, &a, got.Bound)
	}
}

// sorted returns the finds by algorithm and law.
func (o *Outcome) sorted() []*Find {
	return slices.SortedStableFunc(slices.Values(o.Finds), func(a, b *Find) int { return cmp.Compare(a.key(), b.key()) })
}

// Breaks reports whether a world of this hunt breaks a law, or a kept world still does.
func (o *Outcome) Breaks() bool {
	return slices.ContainsFunc(o.Finds, func(f *Find) bool { return !f.mended })
}
