package live

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/keyring"
	"bellwether/internal/live/membership"
	"bellwether/internal/live/sensors"
	"bellwether/internal/live/store"
)

// leaveTime bounds the goodbye, as for "bellwether live".
const leaveTime = time.Minute

// ErrEnded is the error of a call to an agent that has ended.
var ErrEnded = agent.ErrEnded

// Run runs an agent until ctx ends: then it hands over, says goodbye, and Run returns nil.
// An error says what is wrong with the options, or why the agent had to end: for example,
// because another agent has its name.
func Run(ctx context.Context, o Options) error {
	a, err := Start(ctx, o)
	if err != nil {
		return err
	}
	select {
	case <-a.Done():
		return a.Err()
	case <-ctx.Done():
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTime)
		defer cancel()
		return a.Leave(late)
	}
}

// An Agent is one member that runs. Its methods may be called from any goroutine. But a
// callback must not call Leave or Err, because they wait for the end of callbacks.
type Agent struct {
	inner   *agent.Agent
	stop    context.CancelFunc // without a goodbye
	storage store.Storage
	tasks   sync.WaitGroup // sensing, callbacks
	done    chan struct{}
	err     error // valid after done
}

// Start runs an agent until it leaves. ctx bounds the start alone, which takes some
// seconds if members to join do not answer.
func Start(ctx context.Context, o Options) (*Agent, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	timing, err := o.Timing.timing()
	if err != nil {
		return nil, err
	}
	storage, err := o.storage()
	if err != nil {
		return nil, err
	}
	source := &offer{ask: o.Offer}
	sense := sensors.New(ctx, source, o.Measure, o.Logger)
	if source.err != nil {
		return nil, errors.Join(fmt.Errorf("live: %w", source.err), storage.Close())
	}
	of := agent.Options{
		Name: o.Name, Algorithm: agent.Algorithm{Algorithm: o.Algorithm}, Params: o.Params, Margin: o.Margin,
		Timing: timing, Expect: o.Expect, Quorum: o.Expect, Storage: storage,
		Readings: sense.Readings(), Offer: sense.First(), Logger: o.Logger,
	}
	a := &Agent{storage: storage, done: make(chan struct{})}
	if err := a.start(ctx, o, of); err != nil {
		return nil, errors.Join(err, storage.Close())
	}
	beside, end := context.WithCancel(context.Background())
	a.tasks.Go(func() { sense.Run(beside, a.inner) })
	a.tasks.Go(func() { follow(a.inner.Events(), o) })
	go a.wait(end)
	return a, nil
}

// start brings up membership and agent.
func (a *Agent) start(ctx context.Context, o Options, of agent.Options) error {
	running, stop := context.WithCancel(context.Background())
	inner, err := agent.Join(running, of, func(of *agent.Options, meta membership.Meta) (agent.Network, error) {
		network, address, err := o.join(meta, agent.Remembered(of.Storage, o.Logger))
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, errors.Join(fmt.Errorf("%w before the agent ran", err), network.Close())
		}
		of.Address = address
		return network, nil
	})
	if err != nil {
		stop()
		return fmt.Errorf("live: %w", err)
	}
	a.inner, a.stop = inner, stop
	return nil
}

// join starts the membership.
func (o Options) join(meta membership.Meta, remembered []membership.Peer) (n agent.Network, address string, err error) {
	if o.network != nil {
		return o.network(meta), "", nil
	}
	timing, err := membership.Preset(string(o.Timing))
	if err != nil {
		return nil, "", err
	}
	ring, err := o.keyring()
	if err != nil {
		return nil, "", err
	}
	g, err := membership.Start(membership.Options{
		Name: o.Name, Bind: o.Bind, Advertise: o.Advertise, Join: o.Join, Label: o.Label, Keyring: ring,
		Timing: timing, Meta: meta, Remembered: remembered, Logger: o.Logger,
	})
	if err != nil {
		return nil, "", err
	}
	return g, g.Self().Addr, nil
}

// keyring opens the keys; nil without encryption.
func (o Options) keyring() (*keyring.Ring, error) {
	if len(o.Keys) == 0 {
		return nil, nil
	}
	file := ""
	if o.Dir != "" {
		file = filepath.Join(o.Dir, keyring.FileName)
	}
	return keyring.Open(keyring.Options{File: file, First: o.Keys})
}

// storage opens what survives a restart.
func (o Options) storage() (store.Storage, error) {
	if o.Dir == "" {
		return store.Memory(), nil
	}
	return store.Open(o.Dir)
}

// wait waits for the end of the agent, then ends the tasks beside it.
func (a *Agent) wait(end context.CancelFunc) {
	<-a.inner.Done()
	end()
	a.tasks.Wait()
	a.err = errors.Join(a.inner.Err(), a.storage.Close())
	close(a.done)
}

// Done is closed when the agent has ended and the last callback has returned.
func (a *Agent) Done() <-chan struct{} { return a.done }

// Err is why the agent ended: nil if it left. It waits for the end.
func (a *Agent) Err() error {
	<-a.done
	return a.err
}

// Leave steps down, gives another member the time to take over, says goodbye and ends the
// agent. If ctx ends first, it ends without a goodbye.
func (a *Agent) Leave(ctx context.Context) error {
	err := a.inner.Leave(ctx)
	a.stop()
	<-a.done
	if errors.Is(err, ErrEnded) {
		err = nil // it ended by itself: a.err says why
	}
	return errors.Join(err, a.err)
}

// Elect starts an election now.
func (a *Agent) Elect(ctx context.Context) error { return a.inner.Elect(ctx) }

// Resign makes the node offer nothing until Resume, and step down if it leads.
func (a *Agent) Resign(ctx context.Context) error { return a.inner.Resign(ctx) }

// Resume makes the node offer its capability again.
func (a *Agent) Resume(ctx context.Context) error { return a.inner.Resume(ctx) }

// Status is what the agent knows now.
func (a *Agent) Status(ctx context.Context) (Status, error) { return a.inner.Status(ctx) }
