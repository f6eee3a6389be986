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
	"time"

	"bellwether/internal/base/script"
	"bellwether/internal/live/agent"
)

// DefaultTimeout is usual in scripts for keepalived and serf. It is long enough for a service
// to start.
const DefaultTimeout = 30 * time.Second

// lateAfter is the time from an event to the start of its command above which it is logged. An
// idle machine starts a command within 10 ms; a takeover with the preset for a LAN takes 3 s.
const lateAfter = time.Second

// Options of a Runner.
type Options struct {
	Commands map[agent.EventKind]string // a line for the shell, by event
	Timeout  time.Duration              // of one command; default 30s
	Logger   *slog.Logger               // default: none
	// Late is called for each command that begins more than a second after its event, except
	// commands of hook-late. Default: a line in the log.
	Late func(e agent.Event, by time.Duration)
	// GaveUp is called when the command of leader-gained has failed three times in a row, and this node
	// still leads. Default: only the log says so.
	GaveUp func(e agent.Event)
	// Exec runs a command and waits for its end. Default: script.Run.
	Exec func(context.Context, script.Command) (output []byte, err error)
}

// Parse reads EVENT=COMMAND, as on the command line.
func Parse(text string) (agent.EventKind, string, error) {
	name, line, ok := strings.Cut(text, "=")
	if !ok || strings.TrimSpace(line) == "" {
		return "", "", fmt.Errorf("%q must be EVENT=COMMAND, like leader-gained=/usr/local/bin/take-over", text)
	}
	kind := agent.EventKind(name)
	if !slices.Contains(agent.EventKinds(), kind) {
		return "", "", fmt.Errorf("no event is called %q; there are %s", name, agent.EventNames())
	}
	return kind, line, nil
}

// A Runner runs the commands of an agent's events.
type Runner struct {
	begun   uint64 // the number of the event that Begin ran
	mu      sync.Mutex
	o       Options
	counted map[Lane]*counters
}

// New makes a Runner.
func New(o Options) *Runner {
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Exec == nil {
		o.Exec = script.Run
	}
	r := &Runner{o: o, counted: map[Lane]*counters{}}
	for _, l := range Lanes() {
		r.counted[l] = new(counters)
	}
	return r
}

// Set replaces the commands and their time-out from the next event on.
func (r *Runner) Set(commands map[agent.EventKind]string, timeout time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.o.Commands, r.o.Timeout = commands, timeout
}

// Counts returns what each lane has run. Any goroutine may call it.
func (r *Runner) Counts() (all []Counts) {
	for _, l := range Lanes() {
		all = append(all, r.counted[l].counts(l))
	}
	return all
}

// Begin runs the command of the event with which an agent starts, and waits for its end. It must
// be called before Run, which then begins after that event. A second call does nothing.
func (r *Runner) Begin(ctx context.Context, e agent.Event) {
	if r.begun > 0 {
		return
	}
	r.begun = e.Number
	r.run(ctx, r.counted[laneOf(e.Kind)], e)
}

// Run follows the log until ctx ends or the log ends. At the end of the log it still runs
// the commands of the last events.
func (r *Runner) Run(ctx context.Context, log *agent.Log) {
	var lanes sync.WaitGroup
	for _, l := range Lanes() {
		lanes.Go(func() { r.follow(ctx, l, log) })
	}
	lanes.Wait()
}

// run runs the command of an event, and reports whether that failed.
func (r *Runner) run(ctx context.Context, c *counters, e agent.Event) (failed bool) {
	r.mu.Lock()
	line, timeout := r.o.Commands[e.Kind], r.o.Timeout
	r.mu.Unlock()
	if line == "" {
		return false
	}
	input, err := json.Marshal(e)
	if err != nil {
		panic("hook: an event cannot be written: " + err.Error())
	}
	began := time.Now()
	late := max(began.Sub(e.At), 0)
	c.began(late)
	switch {
	case late <= lateAfter:
	case r.o.Late != nil && e.Kind != agent.HookLate:
		r.o.Late(e, late)
	default:
		r.o.Logger.Warn("a hook begins late: the one before it in its lane took long", "event", e.Kind, "epoch", e.Epoch, "late", late)
	}
	_, err = r.o.Exec(ctx, script.Command{Line: line, Env: environment(e), Input: append(input, '\n'), Timeout: timeout})
	if err != nil {
		c.failed.Add(1)
		r.o.Logger.Error("a hook failed", "event", e.Kind, "epoch", e.Epoch, "error", err)
		return true
	}
	r.o.Logger.Info("a hook ran", "event", e.Kind, "epoch", e.Epoch, "took", time.Since(began), "late", late)
	return false
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
	fence := ""
	if e.Fence != 0 {
		fence = strconv.FormatUint(e.Fence, 10)
	}
	user := ""
	if e.User != nil {
		user = e.User.Name
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
		"BELLWETHER_FENCE=" + fence,
		"BELLWETHER_HOLDS_MS=" + strconv.FormatInt(e.HoldsFor.Milliseconds(), 10),
		"BELLWETHER_USER_EVENT=" + user,
		"BELLWETHER_CAPABILITY=" + strconv.FormatInt(e.Capability, 10),
	}
}
