package hook

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bellwether/internal/agent"
	"bellwether/internal/script"
)

// DefaultTimeout is usual in the scripts of users of keepalived and serf: long enough for
// a service to start, short enough to be noticed.
const DefaultTimeout = 30 * time.Second

// Options of a Runner.
type Options struct {
	Commands map[agent.EventKind]string // a line for the shell, by event
	Timeout  time.Duration              // of one command; default 30s
	Logger   *slog.Logger               // default: none
}

// Parse reads EVENT=COMMAND, as on the command line.
func Parse(text string) (agent.EventKind, string, error) {
	name, line, ok := strings.Cut(text, "=")
	if !ok || strings.TrimSpace(line) == "" {
		return "", "", fmt.Errorf("%q must be EVENT=COMMAND, like leader-gained=/usr/local/bin/take-over", text)
	}
	kind := agent.EventKind(name)
	if !slices.Contains(agent.EventKinds(), kind) {
		return "", "", fmt.Errorf("no event is called %q; there are %s", name, kinds())
	}
	return kind, line, nil
}

func kinds() string {
	var names []string
	for _, k := range agent.EventKinds() {
		names = append(names, string(k))
	}
	return strings.Join(names, ", ")
}

// A Runner runs the commands of an agent's events.
type Runner struct {
	mu     sync.Mutex
	o      Options
	ran    atomic.Uint64
	failed atomic.Uint64
}

// New makes a Runner.
func New(o Options) *Runner {
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return &Runner{o: o}
}

// Set replaces the commands and their time-out from the next event on.
func (r *Runner) Set(commands map[agent.EventKind]string, timeout time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.o.Commands, r.o.Timeout = commands, timeout
}

// Ran returns how many commands have run, and how many of them failed.
func (r *Runner) Ran() (all, failed uint64) { return r.ran.Load(), r.failed.Load() }

// Run follows the log until ctx ends or the log ends. At the end of the log it still runs
// the commands of the last events.
func (r *Runner) Run(ctx context.Context, log *agent.Log) {
	seen := uint64(0)
	for {
		events, more, done := log.After(seen)
		if done {
			return
		}
		if len(events) == 0 {
			select {
			case <-more:
			case <-ctx.Done():
				return
			}
			continue
		}
		if missed := events[0].Number - seen - 1; missed > 0 {
			r.o.Logger.Warn("hooks were too slow: events were skipped", "events", missed)
		}
		seen = events[len(events)-1].Number
		for _, e := range newest(events) {
			if ctx.Err() != nil {
				return
			}
			r.run(ctx, e)
		}
	}
}

// newest keeps those of the waiting events that still count.
func newest(events []agent.Event) []agent.Event {
	var out []agent.Event
	superseded := func(e agent.Event, rest []agent.Event) bool {
		return slices.ContainsFunc(rest, func(later agent.Event) bool {
			switch e.Kind {
			case agent.LeaderGained, agent.LeaderLost:
				return later.Kind == agent.LeaderGained || later.Kind == agent.LeaderLost
			}
			return later.Kind == e.Kind
		})
	}
	for i, e := range events {
		if !superseded(e, events[i+1:]) {
			out = append(out, e)
		}
	}
	return out
}

func (r *Runner) run(ctx context.Context, e agent.Event) {
	r.mu.Lock()
	line, timeout := r.o.Commands[e.Kind], r.o.Timeout
	r.mu.Unlock()
	if line == "" {
		return
	}
	input, err := json.Marshal(e)
	if err != nil {
		panic("hook: an event cannot be written: " + err.Error())
	}
	began := time.Now()
	r.ran.Add(1)
	_, err = script.Run(ctx, script.Command{Line: line, Env: environment(e), Input: append(input, '\n'), Timeout: timeout})
	if err != nil {
		r.failed.Add(1)
		r.o.Logger.Error("a hook failed", "event", e.Kind, "epoch", e.Epoch, "error", err)
		return
	}
	r.o.Logger.Info("a hook ran", "event", e.Kind, "epoch", e.Epoch, "took", time.Since(began))
}

func environment(e agent.Event) []string {
	var leader, leaderID, former string
	leads := "0"
	if e.Leader != nil {
		leader, leaderID = e.Leader.Name, e.Leader.ID.String()
		if e.Leader.ID == e.Self.ID {
			leads = "1"
		}
	}
	if e.Former != nil {
		former = e.Former.Name
	}
	reconfirmed := "0"
	if e.Reconfirmed {
		reconfirmed = "1"
	}
	return []string{
		"BELLWETHER_EVENT=" + string(e.Kind),
		"BELLWETHER_EPOCH=" + strconv.FormatUint(e.Epoch, 10),
		"BELLWETHER_NAME=" + e.Self.Name,
		"BELLWETHER_ID=" + e.Self.ID.String(),
		"BELLWETHER_LEADER=" + leader,
		"BELLWETHER_LEADER_ID=" + leaderID,
		"BELLWETHER_FORMER_LEADER=" + former,
		"BELLWETHER_IS_LEADER=" + leads,
		"BELLWETHER_RECONFIRMED=" + reconfirmed,
		"BELLWETHER_MEMBERS=" + strings.Join(e.Members, ","),
		"BELLWETHER_ALIVE=" + strconv.Itoa(e.Alive),
		"BELLWETHER_CAPABILITY=" + strconv.FormatInt(e.Capability, 10),
	}
}
