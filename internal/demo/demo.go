package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"

	"bellwether/live"
)

// Bounds of Options.Nodes: an election needs two, and each agent is a process.
const (
	MinNodes = 3
	MaxNodes = 64
)

// Options of a demo.
type Options struct {
	Nodes     int    // default 8
	Algorithm string // default vasudevan
	Timing    string // default local
	Trials    int    // how often to kill the leader, to measure; 0: tell a story instead
	Trace     string // a directory for the agents' traces; none if empty
	Program   string // the bellwether to run
	Out       io.Writer
}

// patience bounds each wait for the agents to agree: four times what the slowest
// start of 64 processes on two cores took.
const patience = 3 * time.Minute

// ErrDisagree is a demo in which the agents did not come to agree.
var ErrDisagree = errors.New("demo: the agents do not agree")

// Run starts the agents, kills the leader twice, and ends them.
func Run(ctx context.Context, o Options) error {
	if o.Nodes < MinNodes || o.Nodes > MaxNodes {
		return fmt.Errorf("demo: %d nodes: from %d to %d can be shown", o.Nodes, MinNodes, MaxNodes)
	}
	dir, err := os.MkdirTemp("", "bw") // short: a socket's path has at most 104 bytes
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	defer os.RemoveAll(dir)
	d := &demo{Options: o, began: time.Now()}
	defer d.end()
	if err := d.prepare(dir); err != nil {
		return err
	}
	acts := []func(context.Context) error{d.begin, d.killLeader, d.bringBack, d.letLeave}
	if o.Trials > 0 {
		acts = []func(context.Context) error{d.begin, d.trials}
	}
	for _, act := range acts {
		if err := act(ctx); err != nil {
			return err
		}
	}
	return nil
}

// demo is one that runs.
type demo struct {
	Options
	stations []*station
	began    time.Time
	killed   *station
}

func (d *demo) say(format string, args ...any) {
	fmt.Fprintf(d.Out, "%7.2fs  %s\n", time.Since(d.began).Seconds(), fmt.Sprintf(format, args...))
}

// prepare writes the scenario and gives each agent its place.
func (d *demo) prepare(dir string) error {
	scenario := filepath.Join(dir, "grid.yaml")
	if d.Trace != "" {
		if err := os.MkdirAll(d.Trace, 0o755); err != nil {
			return fmt.Errorf("demo: %w", err)
		}
		// A replay looks for it where the traces say it was.
		scenario = filepath.Join(d.Trace, "grid.yaml")
	}
	addrs, err := freePorts(d.Nodes)
	if err != nil {
		return err
	}
	epoch := time.Now().UTC().Format(time.RFC3339)
	for i := range d.Nodes {
		s := &station{
			name: fmt.Sprintf("node-%02d", i+1), node: i + 1, addr: addrs[i],
			// Neighbours on the grid offer differently, and the last nodes are not the best.
			offer: 100 + 10*((i*7+3)%d.Nodes),
			dir:   filepath.Join(dir, fmt.Sprint(i+1)),
		}
		if err := os.Mkdir(s.dir, 0o700); err != nil {
			return fmt.Errorf("demo: %w", err)
		}
		s.args = s.flags(d.Options, addrs[0], scenario, epoch)
		d.stations = append(d.stations, s)
	}
	if err := os.WriteFile(scenario, d.scenario(), 0o600); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	return nil
}

// scenario is the world of the agents, in which the emulator does what they do: their
// radio, their offers, their timers.
func (d *demo) scenario() []byte {
	var timing live.Timing
	for _, t := range live.Timings() {
		if t.Name == d.Timing {
			timing = t
		}
	}
	offers := ""
	for i, s := range d.stations {
		if i > 0 {
			offers += ", "
		}
		offers += fmt.Sprint(s.offer)
	}
	return fmt.Appendf(nil, `about: The agents of a demo, as the emulator would run them.
nodes: %d
duration: 1h
warmup: 0s
radio: {model: graph, topology: grid, latency: 2ms}
capability: {values: [%s]}
neighbours: {service: hello, interval: %v, timeout: %v}
routing: {service: flood}
detection: {interval: %v, misses: %d}
start: {elect: all}
algorithms: [vasudevan]
`, d.Nodes, offers, timing.Hello.Interval, timing.Hello.Timeout, timing.Detection.Interval, timing.Detection.Misses)
}

// freePorts finds addresses at which nobody listens. Somebody else may take one
// before the agent does; the agent says so then.
func freePorts(n int) ([]string, error) {
	var out []string
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, fmt.Errorf("demo: no free port: %w", err)
		}
		defer l.Close()
		out = append(out, l.Addr().String())
	}
	return out, nil
}

// begin starts the agents and waits for their first leader.
func (d *demo) begin(ctx context.Context) error {
	d.say("%d agents start on 127.0.0.1; the radio of a grid stands between them", d.Nodes)
	for _, s := range d.stations {
		if err := s.start(d.Program); err != nil {
			return err
		}
	}
	leader, took, err := d.agreement(ctx)
	if err != nil {
		return err
	}
	d.say("all follow %s, %.2fs after the start", leader.name, took.Seconds())
	d.table(ctx)
	return nil
}

// killLeader kills who leads, without a goodbye.
func (d *demo) killLeader(ctx context.Context) error {
	_, err := d.takeover(ctx)
	return err
}

// takeover is how long it takes from a kill of the leader until all follow another.
func (d *demo) takeover(ctx context.Context) (time.Duration, error) {
	leader, _, err := d.agreement(ctx)
	if err != nil {
		return 0, err
	}
	d.say("kill -9 %s, which leads", leader.name)
	leader.kill()
	d.killed = leader
	next, took, err := d.agreement(ctx)
	if err != nil {
		return 0, err
	}
	d.say("all follow %s, %.2fs after the kill", next.name, took.Seconds())
	return took, nil
}

// bringBack starts the killed one again. It offers most, and leads again as soon as
// the others hear that.
func (d *demo) bringBack(ctx context.Context) error {
	d.say("%s starts again, in its next incarnation", d.killed.name)
	if err := d.killed.start(d.Program); err != nil {
		return err
	}
	return d.restored(ctx)
}

// restored waits until all follow the best again.
func (d *demo) restored(ctx context.Context) error {
	began := time.Now()
	for {
		leader, _, err := d.agreement(ctx)
		switch {
		case err != nil:
			return err
		case leader == d.best():
			d.say("all follow %s, %.2fs after its start", leader.name, time.Since(began).Seconds())
			return nil
		case time.Since(began) > patience:
			return fmt.Errorf("%w: %s leads, though %s offers more", ErrDisagree, leader.name, d.best().name)
		}
		time.Sleep(look)
	}
}

// best is who offers most of those that run.
func (d *demo) best() *station {
	var best *station
	for _, s := range d.stations {
		if s.runs() && (best == nil || s.offer > best.offer) {
			best = s
		}
	}
	return best
}

// letLeave lets the leader say goodbye.
func (d *demo) letLeave(ctx context.Context) error {
	leader, _, err := d.agreement(ctx)
	if err != nil {
		return err
	}
	d.say("%s leaves with a goodbye", leader.name)
	if err := leader.client.Order(ctx, "leave"); err != nil {
		return err
	}
	<-leader.exited
	next, took, err := d.agreement(ctx)
	if err != nil {
		return err
	}
	d.say("all follow %s, %.2fs after that", next.name, took.Seconds())
	d.table(ctx)
	return nil
}

// end kills what still runs.
func (d *demo) end() {
	for _, s := range d.stations {
		s.kill()
	}
}

// agreement waits until every agent that runs follows one that runs, and tells
// each change on the way.
func (d *demo) agreement(ctx context.Context) (leader *station, took time.Duration, err error) {
	began := time.Now()
	for time.Since(began) < patience {
		if leader := d.agreed(ctx); leader != nil {
			return leader, time.Since(began), nil
		}
		select {
		case <-ctx.Done():
			return nil, 0, ctx.Err()
		case <-time.After(look):
		}
	}
	for _, s := range d.stations {
		if !s.runs() && s != d.killed {
			return nil, 0, fmt.Errorf("demo: %s has ended; its log ends with\n%s", s.name, s.complaint())
		}
	}
	return nil, 0, ErrDisagree
}

// look is the time between two looks at the agents.
const look = 20 * time.Millisecond

// agreed is the leader that all agents name, nil as long as they do not.
func (d *demo) agreed(ctx context.Context) *station {
	var leader *station
	for _, s := range d.stations {
		if !s.runs() {
			continue
		}
		st, ok := s.status(ctx)
		if !ok || st.Leader == nil || st.Electing {
			return nil
		}
		named := d.byName(st.Leader.Name)
		if named == nil || !named.runs() || leader != nil && named != leader {
			return nil
		}
		leader = named
	}
	return leader
}

func (d *demo) byName(name string) *station {
	for _, s := range d.stations {
		if s.name == name {
			return s
		}
	}
	return nil
}

// table shows the agents as they see themselves.
func (d *demo) table(ctx context.Context) {
	fmt.Fprintf(d.Out, "\n          %-8s  %6s  %-24s  %s\n", "agent", "offers", "hears", "leader")
	for _, s := range d.stations {
		if !s.runs() {
			fmt.Fprintf(d.Out, "          %-8s  %6s\n", s.name, "gone")
			continue
		}
		st, ok := s.status(ctx)
		if !ok {
			continue
		}
		fmt.Fprintf(d.Out, "          %-8s  %6d  %-24s  %s\n", s.name, st.Capability, hears(st), leaderOf(st))
	}
	fmt.Fprintln(d.Out)
}

func hears(s live.Status) string {
	out := ""
	for i, n := range s.Neighbours {
		if i > 0 {
			out += " "
		}
		out += n.ID.String()
	}
	return out
}

func leaderOf(s live.Status) string {
	if s.Leader == nil {
		return "-"
	}
	return s.Leader.Name
}
