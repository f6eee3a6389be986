package daemon

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"bellwether/internal/base/script"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/api"
	"bellwether/internal/live/hook"
	"bellwether/internal/live/identity"
	"bellwether/internal/live/keyring"
	"bellwether/internal/live/membership"
	"bellwether/internal/live/secure"
	"bellwether/internal/live/sensors"

	"bellwether/internal/live/store"
	"bellwether/protocol"
	"bellwether/trace"
)

// leaveTime bounds a graceful end: systemd kills after 90 s (DefaultTimeoutStopSec).
const leaveTime = time.Minute

// A Process is what the daemon gets from the program around it.
type Process struct {
	Version string
	Logger  *slog.Logger
	Level   *slog.LevelVar   // the logger's; a reload may change it
	Reload  <-chan *Settings // settings to take over, as far as possible
}

// daemon is one agent with its sensor, hooks and interfaces.
type daemon struct {
	Process
	s      *Settings
	dir    *store.Dir
	gossip *membership.Gossip
	keys   *keyring.Ring // nil without a key file
	agent  *agent.Agent
	stop   context.CancelFunc // ends the agent without a goodbye
	sensor *sensors.Sensing
	broken string // which rules this node breaks at its start; "": none
	hooks  *hook.Runner
	trace  *traceFile
	mask   *mask           // nil without a radio
	known  *identity.Known // nil without an identity
}

// Run runs an agent until ctx ends; then the agent leaves.
func Run(ctx context.Context, s *Settings, p Process) (err error) {
	d := &daemon{Process: p, s: s}
	if err := s.checkShell(); err != nil {
		return err
	}
	token, err := ReadToken(s.TokenFile)
	if err != nil {
		return err
	}
	if d.dir, err = store.Open(s.State); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.dir.Close()) }()
	d.hooks = hook.New(hook.Options{Commands: s.hooks, Timeout: s.HookTimeout.Std(), Logger: p.Logger, Late: d.late, GaveUp: d.gaveUp})
	defer func() {
		if err != nil && d.agent == nil { // what a killed run started must not go on without an agent
			d.hooks.Begin(context.WithoutCancel(ctx), agent.Event{Number: 1, At: time.Now(), Kind: agent.LeaderLost, Self: agent.Node{Name: s.Name}, Why: "this agent does not start"})
		}
	}()
	local, err := api.ListenLocal(filepath.Join(s.State, api.SocketName))
	if err != nil {
		return err
	}
	defer local.Close()
	remote, err := d.listen()
	if err != nil {
		return err
	}
	if remote != nil {
		defer remote.Close()
	}
	if err := d.start(ctx); err != nil {
		return err
	}
	return d.serve(ctx, token, local, remote)
}

// checkShell refuses hooks, and a capability by a command, where no command can be run: nobody would notice
// until this node leads.
func (s *Settings) checkShell() error {
	if len(s.hooks) == 0 && !strings.HasPrefix(s.Capability, "exec=") {
		return nil
	}
	if err := script.CheckShell(); err != nil {
		return fmt.Errorf("hooks and --capability exec cannot run here: %w", err)
	}
	return nil
}

// called returns the names by which requests over the network may address this agent.
func (s *Settings) called() []string {
	names := slices.Clone(s.HTTPHosts)
	if host, err := os.Hostname(); err == nil {
		names = append(names, host, host+".local") // the second by multicast DNS
	}
	return names
}

// listen opens the HTTP port. It returns nil if HTTP is off.
func (d *daemon) listen() (net.Listener, error) {
	if d.s.HTTP == "off" {
		return nil, nil
	}
	l, err := net.Listen("tcp", d.s.HTTP)
	if err != nil {
		return nil, fmt.Errorf("HTTP cannot be served (another agent on this machine? give each its own --http, or off): %w", err)
	}
	if d.s.HTTPCert == "" {
		if at, ok := l.Addr().(*net.TCPAddr); ok && !at.IP.IsLoopback() && d.s.TokenFile != "" {
			d.Logger.Warn("the token of HTTP can be read on the network: give http_cert and http_cert_key, or serve on loopback", "address", l.Addr().String())
		}
		return l, nil
	}
	config, err := d.s.certificates().Server()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("HTTP cannot be served: %w", err), l.Close())
	}
	return tls.NewListener(l, config), nil
}

// start brings up membership and agent.
func (d *daemon) start(ctx context.Context) error {
	source, err := sensors.Parse(d.s.Capability)
	if err != nil {
		return err
	}
	d.sensor = sensors.New(ctx, source, d.s.Measure.Std(), d.Logger)
	d.broken = d.sensor.Rule(d.s.rules, d.s.Tags)
	if d.s.epoch.IsZero() {
		d.s.epoch = time.Now() // time 0 of agent and trace
	}
	o, err := d.options()
	if err != nil {
		return err
	}
	var running context.Context
	running, d.stop = context.WithCancel(context.Background())
	if d.agent, err = agent.Join(running, o, d.enter); err != nil {
		d.stop()
		return errors.Join(err, d.trace.Close())
	}
	self := d.gossip.Self()
	d.Logger.Info("the agent runs", "name", d.s.Name, "id", self.Meta.ID, "incarnation", self.Meta.Incarnation,
		"address", self.Addr, "algorithm", d.s.Algorithm, "timing", d.s.Timing)
	return nil
}

// enter opens the trace of this incarnation, and starts the membership.
func (d *daemon) enter(o *agent.Options, meta membership.Meta) (agent.Network, error) {
	var err error
	if d.trace, err = openTrace(d.s, meta.Incarnation, agent.Codec(*o)); err != nil {
		return nil, err
	}
	if d.trace != nil {
		o.Sinks = []trace.Sink{d.trace}
	}
	if d.gossip, err = d.join(meta); err != nil {
		return nil, err
	}
	o.Address = d.gossip.Self().Addr
	return d.gossip, nil
}

func (d *daemon) options() (agent.Options, error) {
	var err error
	if d.mask, err = d.s.mask(d.Logger); err != nil {
		return agent.Options{}, err
	}
	o := agent.Options{
		Name: d.s.Name, ID: protocol.ID(d.s.ID),
		Algorithm: d.s.algorithm, Params: d.s.Params, Detection: d.s.detection(), Margin: d.s.margin(), Tenure: d.s.tenure(),
		Timing: d.s.timing, Routing: agent.Routing(d.s.Routing), Expect: d.s.Expect,
		Quorum: d.s.quorum(), Admits: d.s.Admission != "", Lease: d.s.Lease.Std(),
		Storage: d.dir, Readings: d.sensor.Readings(), Offer: d.sensor.First(), Epoch: d.s.epoch,
		Bars: d.bars(), Barred: d.broken,
		Logger: d.Logger, Starting: func(e agent.Event) { d.hooks.Begin(context.Background(), e) },
	}
	if d.mask != nil {
		o.Mask = d.mask
	}
	return o, nil
}

// bars are why this node must not lead; nil where the algorithm knows no such nodes.
func (d *daemon) bars() <-chan string {
	if d.s.algorithm.Goal != protocol.GoalBest {
		return nil
	}
	return d.sensor.Bars()
}

// join starts the membership.
func (d *daemon) join(meta membership.Meta) (*membership.Gossip, error) {
	timing, err := membership.Preset(d.s.Timing)
	if err != nil {
		return nil, err
	}
	if meta.Tags, err = membership.MakeTags(d.s.Tags); err != nil {
		return nil, err
	}
	o := membership.Options{
		Name: d.s.Name, Bind: d.s.Bind, Advertise: d.s.Advertise, Join: d.s.Join, Label: d.s.Label,
		Timing: timing, Meta: meta, Remembered: agent.Remembered(d.dir, d.Logger), Logger: d.Logger,
	}
	if d.s.MaskGossip {
		o.Hears = d.mask.hears(meta.ID, d.s.epoch)
	}
	if d.s.KeyFile != "" {
		var stale error
		if d.keys, stale, err = d.s.Keyring(); err != nil {
			return nil, err
		}
		if stale != nil {
			d.Logger.Info("the keys of the state directory are used, and not those of the key file", "key_file", d.s.KeyFile, "error", stale)
		}
		o.Keyring = d.keys
		wire, err := secure.ParseWire(d.s.Wire)
		if err != nil {
			return nil, err
		}
		d.keys.Sealed().Speak(wire)
		if !d.keys.HasOperators() {
			d.Logger.Warn("every member that holds the key can change the keys of all: name an operator (operators), whose signature such an order then needs")
		}
	}
	if o.Identity, d.known, err = d.s.identify(meta.ID); err != nil {
		return nil, err
	}
	o.Meta.Start = max(rand.Uint32(), 1)
	if o.Meta.Admission, err = d.s.admission(); err != nil {
		return nil, err
	}
	d.warnOfMajority()
	g, err := membership.Start(o)
	if err == nil && d.s.Admission != "" && !g.Self().Admitted {
		d.Logger.Warn("this agent counts in no majority, and cannot help to elect a leader: no operator has admitted it", "file", d.s.Admission,
			"todo", "an operator runs: bellwether live keys admit --operator FILE NAME ed25519 KEY, with the line of live keys identity")
	}
	return g, err
}

// warnOfMajority says what names take a majority away that nobody has named or admitted.
func (d *daemon) warnOfMajority() {
	if d.s.quorum() < 2 || d.s.KnownKeys != "" || d.s.Admission != "" {
		return
	}
	who := "anybody on the network"
	if d.s.KeyFile != "" {
		who = "who holds the key"
	}
	d.Logger.Warn("every name counts in the majority: "+who+" can join under names of its own, and take the majority away when they are gone; name all members (known_keys), or have an operator admit them (admission)",
		"expect", d.s.Expect)
}

// serve runs the interfaces, hooks and other tasks beside the agent, until the agent or
// ctx ends.
func (d *daemon) serve(ctx context.Context, token string, local, remote net.Listener) error {
	beside, stop := context.WithCancel(context.Background())
	defer stop()
	defer d.stop()
	served := api.New(api.Options{Agent: d.agent, Cluster: d.gossip, Keyring: d.keyring(), Hooks: d.hooks.Counts, Dropped: d.dropped,
		Token: token, Version: d.Version, Hosts: d.s.called()})
	var tasks sync.WaitGroup
	var hooks sync.WaitGroup
	hooks.Go(func() { d.hooks.Run(context.Background(), d.agent.Events()) })
	tasks.Go(func() { d.sensor.Run(beside, d.agent) })
	tasks.Go(func() { d.watchdog(beside) })
	if d.known != nil {
		tasks.Go(func() { d.known.Keep(beside, d.Logger) })
	}
	if d.s.Discover {
		tasks.Go(func() { d.discover(beside) })
	}
	tasks.Go(func() { d.told(api.Serve(beside, local, served.Local(), d.Logger)) })
	if remote != nil {
		d.Logger.Info("HTTP", "address", remote.Addr().String())
		tasks.Go(func() { d.told(api.Serve(beside, remote, served.Network(), d.Logger)) })
	}
	notify("READY=1")
	err := d.await(ctx)
	notify("STOPPING=1")
	hooks.Wait() // also the hook of leader-lost; each hook has its time-out
	stop()
	tasks.Wait()
	return errors.Join(err, d.trace.Close())
}

// await waits for the end of the agent, and carries out reloads.
func (d *daemon) await(ctx context.Context) error {
	for {
		select {
		case <-d.agent.Done():
			return d.agent.Err()
		case s := <-d.Reload:
			d.reload(s)
		case <-ctx.Done():
			d.Logger.Info("leaving")
			late, cancel := context.WithTimeout(context.Background(), leaveTime)
			defer cancel()
			err := d.agent.Leave(late)
			d.stop() // an agent that has not left by now must not keep its log open
			<-d.agent.Done()
			return err
		}
	}
}

// late makes an event of a hook that began late.
func (d *daemon) late(e agent.Event, by time.Duration) {
	why := fmt.Sprintf("that of %s (epoch %d) began %v late: the one before it in its lane took long", e.Kind, e.Epoch, by.Round(time.Millisecond))
	_ = d.agent.Report(context.Background(), agent.HookLate, why) // it fails only if the agent has ended
}

// gaveUp steps down, if that is asked for, after the hook of leader-gained failed again and again.
func (d *daemon) gaveUp(e agent.Event) {
	if !d.s.HookStepDown {
		return
	}
	d.Logger.Error("this node steps down, since its hook of leader-gained fails: \"live resume\" makes it a candidate again", "epoch", e.Epoch)
	_ = d.agent.StepDown(context.Background(), "its hook of leader-gained failed three times: mend it, then \"live resume\"") // it fails only if the agent has ended
}

func (d *daemon) told(err error) {
	if err != nil {
		d.Logger.Error("an interface ended", "error", err)
	}
}

// keyring is the gossip's keyring, nil without encryption.
func (d *daemon) keyring() api.Keyring {
	if d.s.KeyFile == "" {
		return nil
	}
	return d.gossip
}

// dropped returns the membership's counts of what it dropped, by reason.
func (d *daemon) dropped() map[string]uint64 {
	out := map[string]uint64{}
	for reason, n := range d.gossip.Counters().ByReason() {
		out[reason] = uint64(n)
	}
	return out
}

// margin is how far another node must exceed the leader, as in scenarios. The leader's
// bonus is a share of the weighted capability, so a fixed value gets none.
func (s *Settings) margin() protocol.Margin {
	m := protocol.Margin{Share: protocol.PerMille(math.Round(s.Hysteresis * 1000))}
	if source, err := sensors.Parse(s.Capability); err == nil {
		if _, fixed := source.(*sensors.Auto); fixed {
			m.Bonus = int64(math.Round(s.Incumbent * 1000))
		}
	}
	return m
}
