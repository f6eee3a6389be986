package emulator

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// alarm plays a script of settings, one step each time that its timer 0 fires, every
// millisecond. It records when its other timers fire.
type alarm struct {
	script [][]setting // by tick
	tick   int
	fired  []string
}

type setting struct {
	timer protocol.Timer
	after time.Duration // < 0: stop
}

func (m *alarm) Start(env *protocol.Env, _ []byte)                    { env.SetTimer(0, 0) }
func (m *alarm) Receive(*protocol.Env, protocol.ID, protocol.Message) {}
func (m *alarm) Snapshot(b []byte) []byte                             { return b }
func (m *alarm) Fire(env *protocol.Env, t protocol.Timer) {
	if t != 0 {
		m.fired = append(m.fired, fmt.Sprint(t, "@", env.Now()))
		return
	}
	if m.tick < len(m.script) {
		for _, s := range m.script[m.tick] {
			if s.after < 0 {
				env.StopTimer(s.timer)
			} else {
				env.SetTimer(s.timer, s.after)
			}
		}
		m.tick++
		env.SetTimer(0, time.Millisecond)
	}
}

// expected is the specification: each timer has one deadline, the newest. Of timers with
// the same deadline, the one that was set first fires first.
func expected(script [][]setting) []string {
	type pending struct {
		at    time.Duration
		order int
	}
	deadlines := map[protocol.Timer]pending{}
	order := 0
	var out []string
	fire := func(until time.Duration, orderLimit int) {
		for {
			var due []protocol.Timer
			for t, p := range deadlines {
				if p.at < until || p.at == until && p.order < orderLimit {
					due = append(due, t)
				}
			}
			if len(due) == 0 {
				return
			}
			slices.SortFunc(due, func(a, b protocol.Timer) int {
				p, q := deadlines[a], deadlines[b]
				if p.at != q.at {
					return int(p.at - q.at)
				}
				return p.order - q.order
			})
			out = append(out, fmt.Sprint(due[0], "@", deadlines[due[0]].at))
			delete(deadlines, due[0])
		}
	}
	ticker := 0
	for tick, settings := range script {
		fire(time.Duration(tick)*time.Millisecond, ticker)
		for _, s := range settings {
			order++
			if s.after < 0 {
				delete(deadlines, s.timer)
			} else {
				deadlines[s.timer] = pending{time.Duration(tick)*time.Millisecond + s.after, order}
			}
		}
		order++
		ticker = order
	}
	fire(time.Hour, 0)
	return out
}

func TestTimerHasOneDeadlineTheNewest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		script := rapid.SliceOfN(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) setting {
			return setting{
				timer: protocol.Timer(rapid.IntRange(1, 3).Draw(t, "timer")),
				after: time.Duration(rapid.IntRange(-1, 6).Draw(t, "after")) * time.Millisecond,
			}
		}), 0, 4), 1, 12).Draw(t, "script")
		m := &alarm{script: script}
		cfg := wires(radio.Line(1))
		cfg.Algorithm = algorithm(4, func() protocol.Machine { return m })
		cfg.Start = Start{}
		play(t, cfg)
		if want := expected(script); !slices.Equal(m.fired, want) {
			t.Errorf("fired %v, want %v", m.fired, want)
		}
	})
}

func TestTimerSetAgainQueuesOneEvent(t *testing.T) {
	script := make([][]setting, 400)
	for i := range script {
		script[i] = []setting{{1, 100 * time.Millisecond}}
	}
	m := &alarm{script: script}
	cfg := wires(radio.Line(1))
	cfg.Algorithm = algorithm(2, func() protocol.Machine { return m })
	cfg.Start = Start{}
	w, _ := run(t, cfg)
	if peak := w.Counters().QueuePeak; peak > 3 {
		t.Errorf("%d events queued at once, want at most 3: two timers and the start", peak)
	}
	if len(m.fired) != 1 {
		t.Errorf("fired %v, want once", m.fired)
	}
}

// The record of a timer says for how long the timer had been set to its instant. A timer that is set
// again to the same instant has waited since the first time; set to another, or stopped, it begins anew.
func TestTimerTellsHowLongItStood(t *testing.T) {
	const ms = time.Millisecond
	m := &alarm{script: [][]setting{{{1, 9 * ms}, {2, 9 * ms}, {3, 9 * ms}}, {{1, 8 * ms}, {2, 9 * ms}, {3, -1}}, {{1, 7 * ms}, {3, 7 * ms}}}}
	cfg := wires(radio.Line(1))
	cfg.Algorithm = algorithm(4, func() protocol.Machine { return m })
	cfg.Start = Start{}
	log := &waits{}
	cfg.Sinks = append(cfg.Sinks, log)
	play(t, cfg)
	if want := []string{"1 after 9ms", "3 after 7ms", "2 after 9ms"}; !slices.Equal(log.found, want) {
		t.Errorf("%v, want %v", log.found, want)
	}
}

// waits keeps for how long the timers other than 0 stood.
type waits struct{ found []string }

func (*waits) Wants() trace.Set { return trace.Of(trace.Timer) }

func (w *waits) Record(r *trace.Record) {
	if r.Value != 0 {
		w.found = append(w.found, fmt.Sprintf("%d after %v", r.Value, time.Duration(r.Frame)))
	}
}

// A time-out that is named comes earlier or later, all else as before. One intervention may name the instant to which
// another moved the timer; none moves it before the instant at which it is set.
func TestATimeOutIsMoved(t *testing.T) {
	const ms = time.Millisecond
	name := func(at time.Duration) trace.Sending { return trace.Sending{Node: 1, At: protocol.Time(at)} }
	for _, c := range []struct {
		name string
		list []Intervention
		want []string
	}{
		{"none", nil, []string{"1@9ms", "2@12ms"}},
		{"earlier", []Intervention{{Kind: Hasten, Message: name(9 * ms), By: 2 * ms}}, []string{"1@7ms", "2@12ms"}},
		{"not before it is set", []Intervention{{Kind: Hasten, Message: name(12 * ms), By: time.Hour}}, []string{"2@5ms", "1@9ms"}},
		{"later", []Intervention{{Kind: Postpone, Message: name(9 * ms), By: 20 * ms}}, []string{"2@12ms", "1@29ms"}},
		{"later, and back", []Intervention{{Kind: Postpone, Message: name(9 * ms), By: 20 * ms}, {Kind: Hasten, Message: name(29 * ms), By: 20 * ms}}, []string{"1@9ms", "2@12ms"}},
		{"another instant", []Intervention{{Kind: Hasten, Message: name(8 * ms), By: 2 * ms}}, []string{"1@9ms", "2@12ms"}},
	} {
		m := &alarm{script: [][]setting{{{1, 9 * ms}}, nil, nil, nil, nil, {{2, 7 * ms}}}}
		cfg := wires(radio.Line(1))
		cfg.Algorithm = algorithm(3, func() protocol.Machine { return m })
		cfg.Start = Start{}
		cfg.Interventions = c.list
		w, j := run(t, cfg)
		if !slices.Equal(m.fired, c.want) {
			t.Errorf("%s: fired %v, want %v", c.name, m.fired, c.want)
		}
		if told, idle := len(intervened(j)), len(w.IdleInterventions()); told+idle != len(c.list) {
			t.Errorf("%s: %d told and %d idle of %d", c.name, told, idle, len(c.list))
		}
	}
}

// stubborn sets its timer again to the same instant until that is reached.
type stubborn struct {
	alarm
	due time.Duration
}

func (m *stubborn) Start(env *protocol.Env, _ []byte) { env.SetTimer(1, m.due) }
func (m *stubborn) Fire(env *protocol.Env, t protocol.Timer) {
	m.fired = append(m.fired, fmt.Sprint(t, "@", env.Now()))
	if now := time.Duration(env.Now()); now < m.due {
		env.SetTimer(1, m.due-now)
	}
}

func TestATimeOutThatIsSetAgainIsHastenedOnce(t *testing.T) {
	const ms = time.Millisecond
	m := &stubborn{due: 9 * ms}
	cfg := wires(radio.Line(1))
	cfg.Algorithm = algorithm(3, func() protocol.Machine { return m })
	cfg.Start = Start{}
	cfg.Interventions = []Intervention{{Kind: Hasten, Message: trace.Sending{Node: 1, At: protocol.Time(9 * ms)}, By: 2 * ms}}
	play(t, cfg)
	if want := []string{"1@7ms", "1@9ms"}; !slices.Equal(m.fired, want) {
		t.Errorf("fired %v, want %v", m.fired, want)
	}
}
