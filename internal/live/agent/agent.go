package agent

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"bellwether/internal/live/membership"
	"bellwether/internal/live/store"
	"bellwether/protocol"
)

// An Agent is one member that runs.
type Agent struct {
	loop  *loop
	calls chan func(*loop)
	done  chan struct{}
	err   error // why it ended; valid after done
}

// ErrEnded is the error of a call to an agent that has ended.
var ErrEnded = errors.New("the agent has ended")

// Boot counts a new incarnation of the node in its storage and returns the node's ID and
// incarnation. The membership must tell both to the others before the agent starts.
func Boot(o Options) (id protocol.ID, incarnation uint32, err error) {
	id = o.ID
	if id == protocol.Nobody {
		if id, err = whole(o.Logger, o.Storage.Identity); err != nil {
			return 0, 0, fmt.Errorf("no identity: %w", err)
		}
	} else if err = o.Storage.SetIdentity(id); err != nil {
		return 0, 0, fmt.Errorf("the identity cannot be kept: %w", err)
	}
	if incarnation, err = whole(o.Logger, o.Storage.NextIncarnation); err != nil {
		return 0, 0, fmt.Errorf("no incarnation: %w", err)
	}
	return id, incarnation, nil
}

// Remembered returns the members of the former run that a storage knows. If the storage
// cannot be read it returns nil: the storage has renamed damaged contents, and the agent
// finds members by its seeds, too.
func Remembered(s store.Storage, log *slog.Logger) (known []membership.Peer) {
	peers, err := s.Peers()
	if err != nil {
		log.Error("the members of the last run cannot be read and are taken for unknown", "error", err)
	}
	for _, p := range peers {
		known = append(known, membership.Peer{Name: p.Name, Addr: p.Addr, ID: p.ID, Seen: p.Seen})
	}
	return known
}

// whole reads from a storage. If the contents are damaged, the storage has renamed them: whole
// logs that and reads again, which finds nothing.
func whole[T any](log *slog.Logger, read func() (T, error)) (T, error) {
	value, err := read()
	if errors.Is(err, store.ErrTorn) {
		if log != nil {
			log.Error("part of the storage is torn and is taken for absent", "error", err)
		}
		return read()
	}
	return value, err
}

// Stack is the hash of the algorithm and the messages of agents with these options, for the
// metadata.
func Stack(o Options) uint32 {
	o, _ = o.withDefaults() // Start reports the error
	_, kinds, _ := compose(o, nil)
	return stackOf(o.Algorithm.Name, kinds)
}

// Effective are the parameters that agents with these options give their algorithm, by name: those
// of Params, and those that live agents have instead of the algorithm's own defaults.
func Effective(o Options) map[string]string {
	o, _ = o.withDefaults()
	return o.effective()
}

// Codec knows the messages of agents with these options, for a trace.
func Codec(o Options) *protocol.Codec {
	o, _ = o.withDefaults()
	_, kinds, _ := compose(o, nil)
	codec, err := protocol.NewCodec(kinds...)
	if err != nil {
		panic("agent: the kinds of " + o.Algorithm.Name + ": " + err.Error())
	}
	return codec
}

// Start runs an agent on a network until the agent leaves, ctx ends, or an error ends the
// agent. Then it closes the network.
func Start(ctx context.Context, o Options, self Identity, n Network) (*Agent, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	l, err := newLoop(o, self, n)
	if err != nil {
		return nil, err
	}
	l.journal.say(o.starting(self))
	a := &Agent{loop: l, calls: make(chan func(*loop)), done: make(chan struct{})}
	go func() {
		defer close(a.done)
		a.err = errors.Join(l.guarded(ctx, a.calls), n.Close())
		l.journal.log.end()
	}()
	return a, nil
}

// An Identity is a node's ID and its incarnation: see Boot.
type Identity struct {
	ID          protocol.ID
	Incarnation uint32
}

// Done is closed when the agent has ended and its network is closed.
func (a *Agent) Done() <-chan struct{} { return a.done }

// Err is why the agent ended: nil if it left or was told to stop. It waits for
// the end.
func (a *Agent) Err() error {
	<-a.done
	return a.err
}

// Events is the log of the agent's events.
func (a *Agent) Events() *Log { return a.loop.journal.log }

// call runs f in the agent's goroutine.
func (a *Agent) call(ctx context.Context, f func(*loop)) error {
	ran := make(chan struct{})
	select {
	case a.calls <- func(l *loop) { f(l); close(ran) }:
	case <-a.done:
		return ErrEnded
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-ran:
		return nil
	case <-a.done:
	}
	select {
	case <-ran: // f itself ended the agent
		return nil
	default:
		return ErrEnded
	}
}

// Status is what the agent knows now.
func (a *Agent) Status(ctx context.Context) (s Status, err error) {
	err = a.call(ctx, func(l *loop) { s = l.status() })
	return s, err
}

// Elect starts an election now.
func (a *Agent) Elect(ctx context.Context) error {
	var refused error
	err := a.call(ctx, func(l *loop) {
		if l.machine == nil {
			refused = fmt.Errorf("the machine does not run: %s", l.phase)
		} else if !l.elect() {
			refused = fmt.Errorf("%s holds no elections", l.o.Algorithm.Name)
		}
	})
	return errors.Join(err, refused)
}

// Resign makes the node offer nothing until Resume, and step down if it leads.
func (a *Agent) Resign(ctx context.Context) error {
	return a.call(ctx, func(l *loop) { l.offer.why = ""; l.resign() })
}

// StepDown is Resign for a reason, which the status says until Resume.
func (a *Agent) StepDown(ctx context.Context, why string) error {
	return a.call(ctx, func(l *loop) {
		l.offer.why = why
		l.resign()
	})
}

// Resume makes the node offer its capability again.
func (a *Agent) Resume(ctx context.Context) error {
	return a.call(ctx, func(l *loop) { l.resume() })
}

// Leave steps down, waits until another member leads, at most the time after which a dead
// leader is missed, says goodbye and ends the agent.
func (a *Agent) Leave(ctx context.Context) error {
	if err := a.call(ctx, func(l *loop) { l.leave() }); err != nil {
		return err
	}
	select {
	case <-a.done:
		return a.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// handover is how long a leader that leaves waits until it follows another.
func (o Options) handover() time.Duration { return o.Detection.Timeout() }

// Report tells of something that was seen beside the agent, such as a hook that began late.
func (a *Agent) Report(ctx context.Context, kind EventKind, why string) error {
	return a.call(ctx, func(l *loop) { l.tell(Event{Kind: kind, Why: why}) })
}
