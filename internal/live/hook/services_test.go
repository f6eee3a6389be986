package hook_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"bellwether/election"
	"bellwether/internal/base/script"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/hook"
	"bellwether/internal/live/membership"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/trace"
)

// A machine has an agent with hooks, and the service that they start and stop. The service goes on
// when the agent is killed. A command that runs then is killed with the agent, as systemd does.
type machine struct {
	t     *testing.T
	name  string
	net   *livetest.Network
	disk  *livetest.Disk
	rules rules
	took  time.Duration // by a command

	mu     sync.Mutex
	serves bool
	until  time.Time // the end of a pause of the agent's process

	backups []*livetest.Disk // one of each start

	a    *agent.Agent
	ctx  context.Context
	kill context.CancelFunc
	done chan struct{} // closed when the hooks have ended
}

// rules are what all agents of a history have in common.
type rules struct {
	quorum int
	lease  time.Duration
	tenure agent.Tenure
}

// Wants and Record make a machine a sink of its agent's trace: they hold up the agent while its
// process is paused.
func (m *machine) Wants() trace.Set     { return trace.All }
func (m *machine) Record(*trace.Record) { m.awake(m.ctx) }

// awake waits for the end of a pause, or of the process.
func (m *machine) awake(ctx context.Context) {
	m.mu.Lock()
	left := time.Until(m.until)
	m.mu.Unlock()
	wait(ctx, left)
}

// wait waits for d, or the end of ctx.
func wait(ctx context.Context, d time.Duration) {
	if d > 0 {
		select {
		case <-ctx.Done():
		case <-time.After(d):
		}
	}
}

// run is the command of a hook.
func (m *machine) run(ctx context.Context, c script.Command) ([]byte, error) {
	m.awake(ctx)
	wait(ctx, m.took)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.serves = c.Line == "start"
	return nil, nil
}

// start starts the agent and its hooks.
func (m *machine) start() {
	m.backups = append(m.backups, m.disk.Backup())
	m.ctx, m.kill = context.WithCancel(context.Background())
	hooks := hook.New(hook.Options{Exec: m.run,
		Commands: map[agent.EventKind]string{agent.LeaderGained: "start", agent.LeaderLost: "stop"}})
	var err error
	m.a, err = agent.Join(m.ctx, agent.Options{Name: m.name, Storage: m.disk, Offer: int64(m.name[0]) % 3, Quorum: m.rules.quorum, Expect: m.rules.quorum,
		Lease: m.rules.lease, Tenure: m.rules.tenure, Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}, Sinks: []trace.Sink{m},
		Starting: func(e agent.Event) { hooks.Begin(m.ctx, e) }},
		func(_ *agent.Options, meta membership.Meta) (agent.Network, error) {
			return m.net.Join(m.name, meta), nil
		})
	if err != nil {
		m.t.Fatal(err)
	}
	m.done = make(chan struct{})
	go func() {
		defer close(m.done)
		hooks.Run(m.ctx, m.a.Events())
	}()
}

// ended waits for the end of the agent, and of its hooks.
func (m *machine) ended() {
	<-m.a.Done()
	<-m.done
	m.kill()
	m.a = nil
}

// A action is what happens to a machine.
type action struct {
	name string
	do   func(m *machine, r *rand.Rand)
}

func actions() []action {
	return []action{
		{"killed", func(m *machine, _ *rand.Rand) { m.kill(); m.ended() }},
		{"killed and started", func(m *machine, r *rand.Rand) {
			m.kill()
			m.ended()
			time.Sleep(time.Duration(r.IntN(6000)) * time.Millisecond)
			m.start()
		}},
		{"told to leave", func(m *machine, _ *rand.Rand) {
			if err := m.a.Leave(context.Background()); err != nil && !errors.Is(err, agent.ErrEnded) {
				m.t.Error(err)
			}
			m.ended()
			if m.serves {
				m.t.Errorf("%s has left, and its service runs", m.name)
			}
		}},
		{"killed, restored and started", func(m *machine, r *rand.Rand) {
			m.kill()
			m.ended()
			m.disk = m.backups[r.IntN(len(m.backups))].Backup()
			time.Sleep(time.Duration(r.IntN(6000)) * time.Millisecond)
			m.start()
		}},
		{"paused", func(m *machine, r *rand.Rand) {
			m.mu.Lock()
			defer m.mu.Unlock()
			m.until = time.Now().Add(time.Duration(r.IntN(12000)) * time.Millisecond)
		}},
	}
}

// settled is how long after the last action the service runs on the leader alone: the wait for a dead
// leader of a LAN, twice since a pause may end an election, and the lease of a leader that was killed.
const settled = 25 * time.Second

// draw draws the rules of a history.
func draw(r *rand.Rand) (of rules) {
	switch r.IntN(3) {
	case 1:
		of.quorum = 3
	case 2:
		of.quorum, of.lease = 3, 5*time.Second
	}
	of.tenure.Life = r.IntN(2) == 0
	return of
}

// victim draws a machine: every second time the one whose service runs.
func victim(r *rand.Rand, all []*machine) *machine {
	if r.IntN(2) == 0 {
		for _, m := range all {
			m.mu.Lock()
			serves := m.serves
			m.mu.Unlock()
			if serves {
				return m
			}
		}
	}
	return all[r.IntN(len(all))]
}

// A history is one machine after another that is killed, started, restored from a backup, paused or told to leave.
func history(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0x7365727669636573))
	e := livetest.NewNetwork()
	var all []*machine
	of := draw(r)
	for _, name := range []string{"a", "b", "c"} {
		m := &machine{t: t, name: name, net: e, disk: &livetest.Disk{Node: protocol.ID(name[0])}, rules: of,
			took: time.Duration(r.IntN(300)) * time.Millisecond}
		all = append(all, m)
		m.start()
	}
	time.Sleep(time.Duration(r.IntN(20)) * time.Second)
	said := fmt.Sprintf("seed %d, %+v:", seed, of)
	for range 2 + r.IntN(5) {
		m, d := victim(r, all), actions()[r.IntN(len(actions()))]
		if m.a == nil {
			d = action{"started", func(m *machine, _ *rand.Rand) { m.start() }}
		}
		said += " " + m.name + " " + d.name + ";"
		d.do(m, r)
		time.Sleep(time.Duration(r.IntN(10000)) * time.Millisecond)
	}
	for _, m := range all {
		if m.a == nil {
			m.start()
		}
		m.awake(m.ctx)
	}
	time.Sleep(settled)
	check(t, said, all)
	for _, m := range all {
		m.kill()
		m.ended()
	}
}

// check compares where the service runs with who leads.
func check(t *testing.T, said string, all []*machine) {
	t.Helper()
	var serve, follow []string
	for _, m := range all {
		m.mu.Lock()
		if m.serves {
			serve = append(serve, m.name)
		}
		m.mu.Unlock()
		follow = append(follow, livetest.Leader(t, m.a))
	}
	if leader := follow[0]; leader == "" || strings.Join(follow, "") != strings.Repeat(leader, len(all)) || strings.Join(serve, " ") != leader {
		t.Errorf("%s the service runs on %q, and the agents follow %q", said, serve, follow)
	}
}

// After agents were killed, started, restored, paused and told to leave, the service of their hooks runs on the
// leader and nowhere else.
func TestTheServiceRunsOnTheLeaderAlone(t *testing.T) {
	for seed := range uint64(sample.Some(40, 1000)) {
		bubble.Test(t, func(t *testing.T) { history(t, seed) })
	}
}
