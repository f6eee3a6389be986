package doctor

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/api"
	"bellwether/internal/live/daemon"
)

// Bound is the time of an examination. The slowest check, a seed whose name is looked up
// before it is called, takes two calls.
const Bound = 5 * time.Second

// callTime bounds a call to another machine: two lost packets at the start of a TCP
// connection, which are repeated after 1 s (RFC 6298): one of them may be seen.
const callTime = 2 * time.Second

// A Level is how bad a finding is.
type Level string

// The levels.
const (
	OK   Level = "ok"
	Warn Level = "warn"
	Fail Level = "fail"
)

// A Finding is what a check has found.
type Finding struct {
	Check string `json:"check"`
	Level Level  `json:"level"`
	Found string `json:"found"`
	Do    string `json:"do,omitempty"` // what to do about it
}

// An Examination is the subject of the checks.
type Examination struct {
	Settings *daemon.Settings
	Wrong    error // of the settings; nil: they are sound

	running *agent.Status // nil: no agent runs
	silent  error         // why the agent that runs does not answer
}

// checks are in the order of the findings.
var checks = []struct {
	name string
	run  func(context.Context, *Examination, *notes)
}{
	{"settings", settings}, {"agent", running}, {"port", port}, {"http", web}, {"address", address}, {"seeds", seeds},
	{"multicast", multicast}, {"keys", keys}, {"token", token}, {"state", state}, {"clock", clock}, {"mtu", mtu},
	{"members", members}, {"firewall", firewall}, {"hooks", hooks},
}

// notes are the findings of one check.
type notes struct {
	check string
	found []Finding
}

func (n *notes) ok(format string, args ...any) {
	n.found = append(n.found, Finding{Check: n.check, Level: OK, Found: fmt.Sprintf(format, args...)})
}

// A remedy is what to do about a finding.
type remedy string

func (n *notes) warn(do remedy, format string, args ...any) {
	n.found = append(n.found, Finding{n.check, Warn, fmt.Sprintf(format, args...), string(do)})
}

func (n *notes) fail(do remedy, format string, args ...any) {
	n.found = append(n.found, Finding{n.check, Fail, fmt.Sprintf(format, args...), string(do)})
}

// Run runs all checks, and returns the findings in the order of the checks.
func (e *Examination) Run(ctx context.Context) (all []Finding) {
	ctx, cancel := context.WithTimeout(ctx, Bound)
	defer cancel()
	e.ask(ctx)
	found := make([]notes, len(checks))
	var checking sync.WaitGroup
	for i, c := range checks {
		found[i].check = c.name
		checking.Go(func() { c.run(ctx, e, &found[i]) })
	}
	checking.Wait()
	for _, n := range found {
		all = append(all, n.found...)
	}
	return all
}

// local is a client of the agent, whether it runs or not.
func (e *Examination) local() *api.Client {
	return api.Local(filepath.Join(e.Settings.State, api.SocketName))
}

// ask finds out whether the agent runs, and reads its status.
func (e *Examination) ask(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	s, err := e.local().Status(ctx)
	switch {
	case err == nil:
		e.running = &s
	case !errors.Is(err, api.ErrNobody):
		e.silent = err
	}
}

// Worst is the greatest level of findings.
func Worst(all []Finding) Level {
	worst := OK
	for _, f := range all {
		if order[f.Level] > order[worst] {
			worst = f.Level
		}
	}
	return worst
}

var order = map[Level]int{OK: 0, Warn: 1, Fail: 2}

func settings(_ context.Context, e *Examination, n *notes) {
	if e.Wrong != nil {
		n.fail("correct them: the agent does not start with these", "%v", e.Wrong)
		return
	}
	n.ok("%s, algorithm %s, timing %s", e.Settings.Name, e.Settings.Algorithm, e.Settings.Timing)
}

func running(_ context.Context, e *Examination, n *notes) {
	s := e.running
	switch {
	case e.silent != nil:
		n.fail("look at its log; its disk may hang", "it does not answer: %v", e.silent)
		return
	case s == nil:
		n.ok("none runs in %s", e.Settings.State)
		return
	}
	n.ok("%s runs %s, incarnation %d, up %v", s.Self.Name, s.Algorithm, s.Incarnation, s.Uptime.Round(time.Second))
	switch {
	case s.LockedOut != "": // keys tells
	case !s.Healthy() && s.Phase == agent.PhaseSilent:
		n.fail("make room on the disk, or mend it: the agent comes back by itself", "its storage takes no writes: it is silent")
	case !s.Healthy():
		n.fail("its log says by whom and why, at the event identity-refused", "members refuse its identity: it takes no part")
	}
	switch {
	case s.Leader == nil && s.Phase == "waiting for members":
		n.warn("start them, or lower --expect", "it knows %d members and waits for %d", len(s.Members), e.Settings.Expect)
	case s.NobodyMay():
		n.fail("mend what the rules of one of them ask for, or change the setting eligible", "no member that is alive may lead, so that there is no leader: %s", s.Ineligible)
	case s.Leader == nil:
		n.warn("wait for the election; after a minute look at the members below", "it knows no leader since %v", s.Since.Format(time.RFC3339))
	case s.LeaderFailed():
		n.fail(`"bellwether live elect" starts an election`, "it follows %s, which has failed or left", s.Leader.Name)
	default:
		n.ok("it follows %s", s.Leader.Name)
	}
	if s.Unheard {
		n.fail("let UDP from this machine pass each firewall, or mend its sender", "it led, and no member followed it: its datagrams reach nobody")
	}
	if m := s.Majority; m != nil && slices.Contains(m.Guests, s.Self.Name) {
		n.fail(`an operator runs "bellwether live keys admit", and its line goes into the file of the setting admission`, "no operator has admitted it: it counts in no majority")
	}
	if m := s.Majority; m != nil && s.Leader == nil {
		if m.Surplus != "" {
			n.fail("give up those that never come back: bellwether live force-leave NAME", "the majority is larger than that of the expected members: %s", m.Surplus)
		}
		n.warn("start the others, or mend the way to them", "%d members must grant a leader, and %d are alive", m.Needed, alive(s))
	}
	if q := s.Quality; len(s.Neighbours) > 0 && q < poorLink {
		n.warn("use --timing wifi or wan, or better links", "it hears %.0f %% of its neighbours' hellos", 100*q)
	}
	for _, reason := range slices.Sorted(maps.Keys(s.Refused)) {
		if reason == "gossip_outdated" {
			continue // wires tells
		}
		if !lately(s, reason) {
			continue // it was mended
		}
		n.warn("somebody has other keys or another label, or is no member: close the port to strangers",
			"%d packets or streams refused: %s%s", s.Refused[reason], reason, last(s, reason))
	}
}

// lately reports whether something was refused within the last minute, or when is not known: the counters only grow.
func lately(s *agent.Status, reason string) bool {
	at, known := s.RefusedAt[reason]
	return !known || time.Since(at) <= time.Minute
}

// last says when something was refused last, if that is known.
func last(s *agent.Status, reason string) string {
	if at := s.RefusedAt[reason]; !at.IsZero() {
		return ", the last at " + at.Format(time.TimeOnly)
	}
	return ""
}

// alive counts the members that are.
func alive(s *agent.Status) (count int) {
	for _, m := range s.Members {
		if m.State == "alive" {
			count++
		}
	}
	return count
}

// poorLink is the share of hellos heard below which a leader is missed now and then: if half
// are lost, three in a row are lost with probability 1/8.
const poorLink = 0.5
