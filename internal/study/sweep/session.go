package sweep

import (
	"context"
	"errors"
	"time"

	"bellwether/internal/study/campaign"
	"bellwether/internal/study/results"
	"bellwether/internal/study/tasks"
)

// A session is the work of one process on a plan.
type session struct {
	*ledger
	job      *Job
	engine   tasks.Engine
	told     time.Time
	last     int // runs done when progress was last told
	left     *campaign.Forecast
	flying   map[string][]task // by ID of the run under way: the tasks that wait for it
	failures []error
}

// work gives the runs of tasks, and of the tasks that follow from them, to the engine, and keeps
// the ledger. It returns why the engine can do no more.
func (s *session) work(ctx context.Context, list []task) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s.expect(list)
	todo, done, idle := make(chan *tasks.Task), make(chan tasks.Ended), make(chan error, 1)
	go func() { idle <- s.engine.Run(ctx, todo, done) }()
	s.tell()
	var broken error // the engine
	cut, given := ctx.Done(), todo
	for working := true; working; {
		if len(list) > 0 && ctx.Err() == nil {
			if more, known := s.known(list[0]); known {
				list = append(list[1:], s.expect(more)...)
				if s.broken != nil {
					stop()
				}
				continue
			}
		}
		var give chan *tasks.Task
		var next *tasks.Task
		switch {
		case len(list) > 0 && ctx.Err() == nil:
			give, next = given, s.task(list[0])
		case len(s.flying) == 0 && given != nil:
			close(todo) // the engine ends
			given = nil
		}
		select {
		case give <- next:
			s.flying[next.ID] = []task{list[0]}
			list = list[1:]
		case e := <-done:
			list = append(list, s.expect(s.end(e))...)
			if s.broken != nil {
				stop()
			}
		case broken = <-idle:
			working = false
		case <-cut:
			list, cut = nil, nil
		}
	}
	if s.last != s.done {
		s.told = time.Time{}
		s.tell()
	}
	return broken
}

// task returns a task for the engine.
func (s *session) task(t task) *tasks.Task {
	kind := s.kind(t)
	t = s.maker(t)
	at := &s.spots[t.spot] // only the point is read on other goroutines, and nothing writes it
	name, entry, seed := s.name(t), at.Scenario.Algorithms[t.row], at.seed(t.index)
	most := 0
	if t.index < s.job.Traces {
		most = s.job.TraceMost
	}
	return &tasks.Task{
		ID: name.ID(),
		Do: func(ctx context.Context) (answer []byte, err error) {
			timed := s.left.Begin(kind)
			defer func() { timed(err == nil) }()
			if most > 0 {
				return traced(ctx, name, at.Scenario, campaign.Row{Label: entry.Label, Seed: seed}, s.job.Algorithms, most)
			}
			run, failure := s.job.one(ctx, at.Scenario, entry, seed)
			if failure != nil {
				return nil, failure.Err
			}
			return results.NewLine(name, at.Scenario.Name, &run).Encode()
		},
		Order: func() (*tasks.Order, error) {
			return s.job.orders.order(s.plan, &at.Point, campaign.Row{Label: entry.Label, Seed: seed}, most)
		},
	}
}

// kind returns the kind of a task's run, by which its time is known.
func (s *session) kind(t task) campaign.Work {
	return campaign.Work{Point: t.spot, Row: s.spots[t.spot].Scenario.Algorithms[t.row].Label}
}

// expect adds tasks that are to be done to the forecast.
func (s *session) expect(list []task) []task {
	for _, t := range list {
		s.left.Add(s.kind(t))
	}
	return list
}

// name returns what a task's run depends on.
func (s *session) name(t task) results.Task {
	name := s.ledger.task(s.maker(t))
	name.Build = s.job.Program.Build.Name()
	return name
}

// known reports whether the run of a task was made for another point, or is under way for one.
// It returns the tasks that follow.
func (s *session) known(t task) (more []task, known bool) {
	if at := s.twin(t); at != 0 {
		line, err := s.read(at)
		if err != nil {
			s.broken = err
			return nil, true
		}
		return s.keep(t, line), true
	}
	id := s.name(t).ID()
	if waiting, is := s.flying[id]; is {
		s.flying[id] = append(waiting, t)
		return nil, true
	}
	return nil, false
}

// end ends a task of the engine and all that waited for the same run. It returns the tasks that
// follow.
func (s *session) end(e tasks.Ended) (more []task) {
	waiting, known := s.flying[e.ID]
	if !known {
		e.Release()
		return nil // a second answer
	}
	delete(s.flying, e.ID)
	line, trace, err := (*results.Line)(nil), []byte(nil), e.Err
	if err == nil {
		line, trace, err = takeApart(e.Answer)
	}
	if err == nil && line.ID != e.ID {
		err = errors.New("the answer is that of another run")
	}
	if err == nil && waiting[0].index < s.job.Traces && s.broken == nil {
		s.broken = s.job.keepTrace(line, trace)
	}
	for _, t := range waiting {
		switch {
		case errors.Is(err, context.Canceled) || s.broken != nil:
		case err != nil:
			at := &s.spots[t.spot]
			s.failures = append(s.failures, campaign.Failed(at.Scenario, campaign.Row{Label: at.Scenario.Algorithms[t.row].Label, Seed: at.seed(t.index)}, err, s.job.Algorithms))
			more = append(more, s.ended(t)...)
		default:
			more = append(more, s.keep(t, line)...)
		}
	}
	if s.broken == nil {
		e.Release()
	}
	return more
}

// keep keeps the line of a run at the point of a task, and returns the tasks that follow.
func (s *session) keep(t task, line *results.Line) []task {
	at := &s.spots[t.spot]
	s.set(line, at)
	offset, err := s.shelf.Add(line)
	if err != nil {
		s.broken = err
		return nil
	}
	s.job.toldOf(line)
	s.put(at, line, run{t.row, t.index, offset})
	s.done++
	return s.ended(t)
}

// ended counts a task that has ended, and returns the tasks that follow.
func (s *session) ended(t task) []task {
	s.left.Done(s.kind(t))
	s.tell()
	s.spots[t.spot].pending--
	if !s.job.Shard.Whole() {
		return nil // the further runs of a point are known once all shards are merged
	}
	return s.extend(t.spot)
}

// tellEvery is how often progress is reported.
const tellEvery = 100 * time.Millisecond

func (s *session) tell() {
	if s.job.Progress == nil || time.Since(s.told) < tellEvery {
		return
	}
	s.told, s.last = time.Now(), s.done
	news := campaign.Progress{Scenario: s.plan.Name, Done: s.done, Total: s.asked, Fraction: float64(s.done) / float64(max(s.asked, 1))}
	news.Left, news.Most = s.left.Left()
	s.job.Progress(news)
}
