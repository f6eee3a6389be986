package demo

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"bellwether/internal/base/wording"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/fleet"
	"bellwether/protocol"
	"bellwether/radio"
)

// Bounds of Options.Nodes: an election needs two, and each agent is a process.
const (
	MinNodes = 3
	MaxNodes = 64
)

// Options of a demo.
type Options struct {
	Nodes     int           // default 8
	Algorithm string        // default vasudevan
	Goal      protocol.Goal // the algorithm's: decides which leader is awaited when all run again; "": any
	Timing    string        // default local
	Trials    int           // how often to kill the leader and measure; 0: one annotated run instead
	Trace     string        // a directory for the agents' traces; none if empty
	Program   string        // the bellwether to run
	Out       io.Writer
}

// Validate refuses what cannot be shown.
func (o Options) Validate() error {
	if o.Nodes < MinNodes || o.Nodes > MaxNodes {
		return fmt.Errorf("%s: from %d to %d can be shown", wording.Count(o.Nodes, "node"), MinNodes, MaxNodes)
	}
	if o.Trials < 0 {
		return fmt.Errorf("%s: want 0 or more", wording.Count(o.Trials, "trial"))
	}
	return nil
}

// Run starts the agents, kills the leader twice, and ends them.
func Run(ctx context.Context, o Options) error {
	if err := o.Validate(); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "bw") // short: a socket's path has at most 104 bytes
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	d := &demo{Options: o, fleet: fleet.Fleet{Program: o.Program, AllNeeded: true}, began: time.Now()}
	ports, err := fleet.ReservePorts(o.Nodes)
	if err != nil {
		return err
	}
	defer ports.Close()
	defer d.fleet.Kill()
	if err := d.prepare(dir, ports.Addrs); err != nil {
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

// demo is a demo that runs.
type demo struct {
	Options
	fleet  fleet.Fleet
	began  time.Time
	killed *fleet.Agent
}

func (d *demo) say(format string, args ...any) {
	fmt.Fprintf(d.Out, "%7.2fs  %s\n", time.Since(d.began).Seconds(), fmt.Sprintf(format, args...))
}

// prepare writes the scenario and sets the options of each agent.
func (d *demo) prepare(dir string, addrs []string) error {
	scenario := filepath.Join(dir, "grid.yaml")
	if d.Trace != "" {
		if err := os.MkdirAll(d.Trace, 0o755); err != nil {
			return err
		}
		// A replay looks for the scenario at the path in the traces.
		scenario = filepath.Join(d.Trace, "grid.yaml")
	}
	epoch := time.Now().UTC().Format(time.RFC3339)
	for i := range d.Nodes {
		d.fleet.Agents = append(d.fleet.Agents, &fleet.Agent{
			Name: fmt.Sprintf("node-%02d", i+1), Addr: addrs[i],
			// Neighbours on the grid have different offers, and the last nodes are not
			// the best.
			Offer: int64(100 + 10*((i*7+3)%d.Nodes)),
			Dir:   filepath.Join(dir, fmt.Sprint(i+1)),
			Args:  append(d.flags(scenario, epoch, i+1), seed(addrs, i)...),
		})
	}
	if err := os.WriteFile(scenario, d.scenario(), 0o600); err != nil {
		return err
	}
	return nil
}

// scenario is the agents' scenario. In the emulator it has the same radio, offers and
// timers as the agents.
func (d *demo) scenario() []byte {
	var timing agent.Timing
	for _, t := range agent.Timings() {
		if t.Name == d.Timing {
			timing = t
		}
	}
	offers := ""
	for i, a := range d.fleet.Agents {
		if i > 0 {
			offers += ", "
		}
		offers += fmt.Sprint(a.Offer)
	}
	return fmt.Appendf(nil, `about: The agents of a demo, as the emulator would run them.
nodes: %d
duration: 1h
warmup: 0s
radio: {model: graph, %s, latency: 2ms}
capability: {values: [%s]}
neighbours: {service: hello, interval: %v, timeout: %v}
routing: {service: flood}
detection: {interval: %v, misses: %d}
start: {elect: all}
algorithms: [vasudevan]
`, d.Nodes, links(d.Nodes), offers, timing.Hello.Interval, timing.Hello.Timeout, timing.Detection.Interval, timing.Detection.Misses)
}

// shape is the topology of the agents, in a word: a grid, or a ring for the least number of
// nodes.
func (d *demo) shape() string {
	if d.Nodes == MinNodes {
		return "ring"
	}
	return "grid"
}

// links returns the agents' topology as settings of a radio. Whichever agent leads and is
// killed, the others stay connected.
func links(nodes int) string {
	columns := 1
	for columns*columns < nodes {
		columns++
	}
	last := nodes % columns
	switch {
	case nodes == MinNodes:
		return "topology: ring"
	case last == 1, last > 0 && nodes < 2*columns:
		// The last node of the last row, or of the row above it, has one neighbour only. A
		// link between the last node and the one above it to the right gives it a second.
		edges := append(radio.Lattice(nodes).Edges(), [2]protocol.ID{protocol.ID(nodes - columns + 1), protocol.ID(nodes)})
		return "topology: edges, edges: " + strings.Join(strings.Fields(fmt.Sprint(edges)), ", ")
	}
	return "topology: grid"
}

// flags are an agent's flags that differ from the defaults.
func (d *demo) flags(scenario, epoch string, node int) []string {
	args := []string{"--algorithm", d.Algorithm, "--timing", d.Timing, "--hysteresis", "0",
		"--expect", strconv.Itoa(d.Nodes), "--radio", scenario, "--as", strconv.Itoa(node), "--epoch", epoch}
	if d.Trace != "" {
		args = append(args, "--trace", d.Trace)
	}
	return args
}

// seed is the first agent's address; the others join there.
func seed(addrs []string, i int) []string {
	if i == 0 {
		return nil
	}
	return []string{"--join", addrs[0]}
}

// begin starts the agents and waits for their first leader.
func (d *demo) begin(ctx context.Context) error {
	d.say("%d agents start on 127.0.0.1; the emulated radio of a %s connects them", d.Nodes, d.shape())
	if err := d.fleet.Start(); err != nil {
		return err
	}
	leader, took, err := d.fleet.Agreement(ctx, fleet.Anyone)
	if err != nil {
		return err
	}
	d.say("all follow %s, %.2fs after the start", leader.Name, took.Seconds())
	d.table(ctx)
	return nil
}

// killLeader kills the leader, without a goodbye.
func (d *demo) killLeader(ctx context.Context) error {
	_, err := d.takeover(ctx)
	return err
}

// takeover kills the leader and measures the time until all follow another.
func (d *demo) takeover(ctx context.Context) (time.Duration, error) {
	leader, _, err := d.fleet.Agreement(ctx, fleet.Anyone)
	if err != nil {
		return 0, err
	}
	d.say("kill -9 %s, which leads", leader.Name)
	leader.Kill()
	d.killed = leader
	next, took, err := d.fleet.Agreement(ctx, fleet.Anyone)
	if err != nil {
		return 0, err
	}
	d.say("all follow %s, %.2fs after the kill", next.Name, took.Seconds())
	return took, nil
}

// bringBack starts the killed agent again. If the algorithm prefers it, it leads again as
// soon as the others hear of it.
func (d *demo) bringBack(ctx context.Context) error {
	d.say("%s starts again, in its next incarnation", d.killed.Name)
	if err := d.killed.Start(d.Program); err != nil {
		return err
	}
	return d.restored(ctx)
}

// restored waits until all follow the agent that the algorithm prefers.
func (d *demo) restored(ctx context.Context) error {
	leader, took, err := d.fleet.Agreement(ctx, d.wanted)
	if err != nil {
		return err
	}
	d.say("all follow %s, %.2fs after its start", leader.Name, took.Seconds())
	return nil
}

// wanted accepts the running agent that the algorithm prefers, as far as that is visible
// from outside.
func (d *demo) wanted(a *fleet.Agent) bool {
	switch d.Goal {
	case protocol.GoalBest:
		return d.fleet.IsBest(a)
	case protocol.GoalSmallestID: // agents have the IDs 1, 2, … in their order
		return slices.IndexFunc(d.fleet.Agents, (*fleet.Agent).Runs) == slices.Index(d.fleet.Agents, a)
	}
	return true
}

// letLeave lets the leader say goodbye.
func (d *demo) letLeave(ctx context.Context) error {
	leader, _, err := d.fleet.Agreement(ctx, fleet.Anyone)
	if err != nil {
		return err
	}
	d.say("%s is told to leave", leader.Name)
	left := leader.Leave(ctx)
	next, took, err := d.fleet.Agreement(ctx, fleet.Anyone)
	if err != nil {
		return err
	}
	d.say("all follow %s, %.2fs after the order", next.Name, took.Seconds())
	if err := <-left; err != nil {
		return err
	}
	<-leader.Exited()
	d.say("%s has said goodbye and ended", leader.Name)
	d.table(ctx)
	return nil
}

// table shows the agents as they see themselves.
func (d *demo) table(ctx context.Context) {
	fmt.Fprintf(d.Out, "\n          %-8s  %6s  %-24s  %s\n", "agent", "offers", "hears", "leader")
	for _, s := range d.fleet.Agents {
		if !s.Runs() {
			fmt.Fprintf(d.Out, "          %-8s  %6s\n", s.Name, "gone")
			continue
		}
		st, ok := s.Status(ctx)
		if !ok {
			continue
		}
		fmt.Fprintf(d.Out, "          %-8s  %6d  %-24s  %s\n", s.Name, st.Capability, hears(st), leaderOf(st))
	}
	fmt.Fprintln(d.Out)
}

func hears(s agent.Status) string {
	out := ""
	for i, n := range s.Neighbours {
		if i > 0 {
			out += " "
		}
		out += n.ID.String()
	}
	return out
}

func leaderOf(s agent.Status) string {
	if s.Leader == nil {
		return "-"
	}
	return s.Leader.Name
}
