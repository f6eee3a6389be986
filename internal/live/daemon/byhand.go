package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/hook"
	"bellwether/internal/live/store"
)

// LoadHooks reads what RunHook needs of the settings, and checks nothing else: a unit stops a service
// also if its agent did not start because of another setting.
func LoadHooks(file string, changes []Change) (*Settings, error) {
	doc, err := open(file, changes)
	if err != nil {
		return nil, err
	}
	s := new(Settings)
	doc.Decode(s)
	home, err := Home{s.Name, s.State}.resolve()
	if err != nil {
		doc.Fault("state", "no default for it can be found: %v", err)
	}
	s.Name, s.State = home.Name, home.State
	s.resolveHooks(doc)
	return s, doc.Err()
}

// RunHook runs the command of an event of the settings, without an agent. It fails while an agent has
// the state directory, since that runs its hooks itself.
func RunHook(ctx context.Context, s *Settings, kind agent.EventKind, log *slog.Logger) (err error) {
	dir, err := store.Open(s.State)
	switch {
	case errors.Is(err, store.ErrInUse):
		return fmt.Errorf("an agent runs, which runs its hooks itself: %w", err)
	case err != nil: // the disk may be full or damaged: the command does not need it
		log.Warn("the state directory cannot be opened", "error", err)
	default:
		defer func() { err = errors.Join(err, dir.Close()) }()
	}
	r := hook.New(hook.Options{Commands: s.hooks, Timeout: s.HookTimeout.Std(), Logger: log})
	r.Begin(ctx, agent.Event{Number: 1, At: time.Now(), Kind: kind, Self: agent.Node{Name: s.Name}, Why: "no agent runs"})
	for _, c := range r.Counts() {
		if c.Failed > 0 {
			return fmt.Errorf("the command of %s failed", kind)
		}
	}
	return nil
}
