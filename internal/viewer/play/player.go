package play

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"bellwether/internal/viewer/film"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// If a whole run takes longer than slow, a part of it is shown first, up to ahead after the
// last action.
const (
	slow  = 700 * time.Millisecond
	ahead = 20 * time.Second
)

// Options are what a player needs beside its session.
type Options struct {
	Build string // the program's build, for the headers of traces
	// Keep takes the text of the session after each change, and returns the name of the file in
	// which it is; nil: it is not kept.
	Keep func(text []byte) (file string, err error)
	// Begin loads another world for the session; the page asks for it.
	Begin func(scenario, algorithm string, seed uint64) (*Session, error)
	// Change loads the world of the lesson with one of its changes, counted from 1; nil: no
	// lesson is played.
	Change func(change int) (*Session, error)
	// Worlds and Algorithms are what Begin takes.
	Worlds, Algorithms []string
}

// A Player emulates a session after each change, and keeps the film. Its methods may be called
// from several goroutines.
type Player struct {
	o       Options
	mu      sync.Mutex
	session *Session
	text    []byte
	kept    string // the file that has it

	revision int // of the session: counts its changes
	numbered int // films made so far
	films    map[int]*film.Film
	shown    int           // the number of the latest film; 0: none yet
	whole    *Take         // of this revision; nil: not yet
	wrong    error         // why the film is missing
	done     chan struct{} // closed when this revision has its whole film, or an error
	cancel   context.CancelFunc
	lasted   time.Duration // how long the last whole run and its film took
}

// New begins to play.
func New(s *Session, o Options) *Player {
	p := &Player{o: o, session: s, films: map[int]*film.Film{}, cancel: func() {}}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.changed()
	return p
}

// Close ends what still runs.
func (p *Player) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cancel()
}

// Do adds an action. revision is the revision that the player sees.
func (p *Player) Do(ctx context.Context, revision int, d Action) error {
	if d.Kind == "drop" || d.Kind == "delay" {
		name, err := p.next(ctx, d.Node, protocol.Time(d.AtNs))
		if err != nil {
			return err
		}
		d.Message = name
	}
	return p.change(revision, func() error { return p.session.Do(d) })
}

// next waits for the run, and names the next message of a node.
func (p *Player) next(ctx context.Context, node protocol.ID, after protocol.Time) (string, error) {
	if err := p.ended(ctx); err != nil {
		return "", err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.whole == nil {
		return "", errors.New("the run is not known yet: try again")
	}
	name, found := p.whole.spoke.next(node, after)
	if !found {
		return "", fmt.Errorf("node %d says nothing after this instant", node)
	}
	return name.String(), nil
}

// Undo takes the last action back.
func (p *Player) Undo(revision int) error {
	return p.change(revision, func() error { return p.session.Undo() })
}

// Redo does again what was undone last.
func (p *Player) Redo(revision int) error {
	return p.change(revision, func() error { return p.session.Redo() })
}

// Begin begins again, with another world, algorithm or seed.
func (p *Player) Begin(revision int, scenario, algorithm string, seed uint64) error {
	return p.change(revision, func() error {
		s, err := p.o.Begin(scenario, algorithm, seed)
		if err != nil {
			return err
		}
		p.session = s
		return nil
	})
}

// Change begins again, with a change of the lesson that is played.
func (p *Player) Change(revision, change int) error {
	if p.o.Change == nil {
		return errors.New("no lesson is played")
	}
	return p.change(revision, func() error {
		s, err := p.o.Change(change)
		if err != nil {
			return err
		}
		p.session = s
		return nil
	})
}

// A staleError is the error of a change that was asked for by a page which shows an older revision.
type staleError struct{}

func (staleError) Error() string { return "the session has changed meanwhile, in another window" }

// change changes the session, and emulates it anew.
func (p *Player) change(revision int, by func() error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if revision != p.revision {
		return staleError{}
	}
	if err := by(); err != nil {
		return err
	}
	p.changed()
	if p.o.Keep == nil {
		return nil
	}
	file, err := p.o.Keep(p.text)
	p.kept = file
	return err
}

// changed begins to emulate what the session is now.
func (p *Player) changed() {
	p.cancel()
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	p.revision++
	p.whole, p.wrong, p.done = nil, nil, make(chan struct{})
	p.text = p.session.Text()
	go p.emulate(ctx, p.revision, *p.session, p.lasted, p.done)
}

// emulate makes the films of a revision.
func (p *Player) emulate(ctx context.Context, revision int, s Session, lasted time.Duration, done chan struct{}) {
	defer close(done)
	began := time.Now()
	if at := s.last(); lasted > slow || lasted == 0 && s.long() {
		if part, err := s.part(at + ahead); err == nil {
			if t, err := take(ctx, part, p.o.Build); err == nil {
				p.show(revision, t, false, 0)
			}
		}
		began = time.Now()
	}
	t, err := take(ctx, s.now, p.o.Build)
	if err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		if revision == p.revision {
			p.wrong = err
		}
		return
	}
	p.show(revision, t, true, time.Since(began))
}

// kept is how many films are kept: a page may still read the one before.
const kept = 3

// show makes a film the latest one.
func (p *Player) show(revision int, t *Take, whole bool, lasted time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if revision != p.revision {
		return
	}
	t.Film.Head.Lesson = p.session.base.Lesson
	p.numbered++
	p.films[p.numbered], p.shown = t.Film, p.numbered
	delete(p.films, p.numbered-kept)
	if whole {
		p.whole, p.lasted = t, lasted
	}
}

// Film returns a film by its number, nil if it is not kept any more.
func (p *Player) Film(number int) *film.Film {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.films[number]
}

// Wait waits for the whole run of the session as it is now.
func (p *Player) Wait(ctx context.Context) (*Take, error) {
	if err := p.ended(ctx); err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.whole, p.wrong
}

// ended waits until the run of the present revision has ended, or ctx has.
func (p *Player) ended(ctx context.Context) error {
	p.mu.Lock()
	done := p.done
	p.mu.Unlock()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Text is the session as a scenario.
func (p *Player) Text() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text
}

// long reports whether a run is expected to be slow: one of fifty nodes and ten minutes takes
// about a second.
func (s *Session) long() bool {
	return float64(s.world.Nodes)*s.world.Duration.Std().Seconds() > 50*600
}

// last is the instant up to which the session has actions.
func (s *Session) last() time.Duration {
	var last int64
	for i := range s.actions {
		last = max(last, s.actions[i].AtNs)
	}
	return time.Duration(last)
}

// part returns the session's world up to an instant. It is only shown, not measured.
func (s *Session) part(until time.Duration) (*scenarios.Scenario, error) {
	if until >= s.world.Duration.Std() {
		return nil, errors.New("that is the whole run")
	}
	short := *s
	short.base.Load.Until = scenarios.Duration(until)
	short.base.Load.Set = append(short.base.Load.Set[:len(short.base.Load.Set):len(short.base.Load.Set)], override("warmup", "0s"))
	return short.load(s.actions)
}
