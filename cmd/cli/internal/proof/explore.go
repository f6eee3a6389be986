package proof

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/workers"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/base/wording"
	"bellwether/internal/draw/table"
	"bellwether/internal/proof/explorer"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/registry"
)

// ErrConvicted means that the search found a run with a fault.
var ErrConvicted = errors.New("there is a run with a fault")

// ErrBounded means that the search ended before it had seen every run.
var ErrBounded = errors.New("the search reached a bound: there are more runs than it has seen (--states, --depth)")

// exploreFlags are the options of a search, and of its output.
type exploreFlags struct {
	registry *registry.Registry
	explorer.Options
	timers, moment string
	nodes          []int
	idle           time.Duration
	quiet          bool
	figures        figuresOptions
	memory         cmdline.Memory
	many           workers.Flags
	programs       cmdline.Programs
}

func exploreCommand(reg *registry.Registry) *cobra.Command {
	f := &exploreFlags{registry: reg}
	f.many = workers.Flags{Registry: reg, Quiet: &f.quiet}
	cmd := &cobra.Command{
		Use:   "explore --algorithm NAME",
		Short: "Search every run of an election in a small world",
		Long: `Search every run of an election among a few nodes: all orders in which messages can
be delivered and, as far as their budgets allow, faults of twelve kinds at any moment.
Runs begin with several lists of what nodes offer (--values) and several that start
(--start), all in one search.

A run is judged by the algorithm's goal: whom each live node should name in its component,
within the bound that the algorithm states, counted from the last fault; that an election
without a fault ends with this leader; that messages end; that nothing goes wrong
while a system with a leader idles; what an algorithm states of every state (vasudevan: the
parents of a tree are acyclic, a Leader names the best of those whose Acks reached its
announcer, and so on); and your own properties (--always, --eventually):

  A leads, A follows B, A knows no leader, A is electing, A is down, A is up
  A errs                       A names another than the goal wants in its component
  A.phase = 2                  a number that A's machine shows from its start on; also != < <= > >=
  someone leads, everyone follows B, not (A leads and B leads), A leads or B leads

One of the shortest runs with a fault is printed as a story that "bellwether story"
replays, and the exit code is 1. If the search reaches a bound first, it says how far
it came, and the exit code is 3. In each case it says what was tried and what was not.
--format json prints the verdict, the coverage and the story as one object.

With --table, print a table of searches instead: each algorithm, or the one named,
with 2, 3 and 4 nodes, or the numbers listed. --states bounds each search. With --serve
or --nats the searches of a table are made by "bellwether sweep work" on any number of machines;
the table is the same, byte for byte.`,
		Example: `  bellwether explore --algorithm vasudevan --param signalling=udp --topology complete --nodes 3
  bellwether explore --algorithm bully --nodes 3 --timers any --one-leader always > late.story
  bellwether explore --algorithm chang-roberts --topology ring --crashes 1 --restarts 1
  bellwether explore --algorithm raft --start each,all --values permuted --always "not (A leads and B leads)"
  bellwether explore --table --nodes 2,3 --topology complete`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.bind(cmd)
	return cmd
}

// run searches, or prints the table of searches.
func (f *exploreFlags) run(cmd *cobra.Command) error {
	if f.Algorithm == "" && !f.figures.table {
		return errors.New("say which algorithm: --algorithm NAME, or --table for all")
	}
	own := f.registry
	if err := f.join(); err != nil {
		return err
	}
	defer f.programs.Close()
	if _, known := f.registry.Find(f.Algorithm); !known && (f.Algorithm != "" || !f.figures.table) {
		return fmt.Errorf("unknown algorithm %q%s; a program is NAME=COMMAND", f.Algorithm, strictyaml.Hint(f.Algorithm, f.registry.Names()))
	}
	if err := f.given(cmd); err != nil {
		return err
	}
	var err error
	switch f.figures.served, err = f.many.Asked(cmd); {
	case err != nil:
		return err
	case f.figures.served && f.registry != own:
		return errors.New("--serve and --nats: a program runs on this machine only; leave one of the two out")
	case f.figures.served && !f.figures.table:
		return errors.New("--serve and --nats go with --table: one search is made on one machine")
	}
	f.Invariants = f.registry.Invariants
	if err := f.fit(cmd); err != nil {
		return err
	}
	if cmd.Flags().Changed("idle") {
		if f.Idle = f.idle; f.idle == 0 {
			f.Idle = explorer.NoIdle
		}
	}
	f.Timers, f.OneLeader = explorer.Timers(f.timers), explorer.Moment(f.moment)
	if f.figures.table {
		return f.tabulate(cmd)
	}
	return f.search(cmd)
}

// join starts the program of --algorithm NAME=COMMAND.
func (f *exploreFlags) join() (err error) {
	reg, names, err := f.programs.Join(f.registry, []string{f.Algorithm})
	if err != nil {
		return err
	}
	f.registry, f.Algorithm = reg, names[0]
	for _, name := range f.programs.Stateless() {
		return fmt.Errorf("the program of %s does not give the states of its nodes, which a search compares: let it hear snapshot, see docs/languages.md", name)
	}
	return nil
}

// fit refuses searches that need more memory than there is on this machine, if it searches.
func (f *exploreFlags) fit(cmd *cobra.Command) error {
	free, err := f.memory.Free()
	if err != nil || f.figures.served && !cmd.Flags().Changed("jobs") {
		return err
	}
	return f.Fit(free)
}

// given refuses numbers that the search would replace by its defaults.
func (f *exploreFlags) given(cmd *cobra.Command) error {
	if err := cmdline.AtLeast(cmd, []cmdline.Least{
		{Flag: "depth", Value: f.Depth, Least: 1},
		{Flag: "states", Value: f.States, Least: 1},
		{Flag: "seeds", Value: f.Seeds, Least: 1},
		{Flag: "jobs", Value: f.Workers, Least: 0},
	}); err != nil {
		return err
	}
	if f.idle < 0 {
		return fmt.Errorf("--idle: 0 or more, not %v", f.idle)
	}
	return nil
}

func (f *exploreFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.Algorithm, "algorithm", "", "the `name` of the algorithm, or NAME=COMMAND for a program")
	flags.StringArrayVar(&f.Params, "param", nil, "a parameter of it, `key=value`; repeatable")
	flags.StringSliceVar(&f.Services, "services", nil, "`services` that nodes have of their own, as in a scenario or an agent: hello (neighbours), flood or aodv (routes), link (acknowledged sends); if not given, an oracle knows neighbours and routes")
	flags.StringVar(&f.Topology, "topology", "line", "their links, a `shape`: line, ring, complete or star")
	flags.IntSliceVar(&f.nodes, "nodes", []int{3}, "`number` of nodes; above 4 there are very many runs; with --table several, 2,3,4 if not given")
	flags.StringSliceVar(&f.Values, "values", explorer.DefaultValues(), "what nodes offer, `lists`: ascending, descending, tied, permuted (every order), or like 3-1-2")
	flags.StringSliceVar(&f.Start, "start", []string{"A"}, "`who` starts an election: a node, several at once (AC), each (alone), all (at once), or settled (nobody; it is led already)")
	flags.IntVar(&f.Seeds, "seeds", 1, "`number` of seeds of the algorithm's own randomness")
	flags.StringVar(&f.timers, "timers", string(explorer.AtRest), "`when` timers fire: at rest (no message on its way), or any time")
	flags.StringVar(&f.moment, "one-leader", string(explorer.ByBound), "`when` a component must not have two leaders: always, at rest, or from the algorithm's bound on")
	for _, fault := range explorer.Faults() {
		flags.IntVar(&f.Budget[fault], fault.String(), 0, "at most `N` "+fault.About())
	}
	flags.StringArrayVar(&f.Always, "always", nil, "what must be true in every state, a `property` like \"not (A leads and B leads)\"; repeatable")
	flags.StringArrayVar(&f.Eventually, "eventually", nil, "what must become true in every run, a `property` like \"C leads\"; repeatable")
	flags.DurationVar(&f.idle, "idle", 0, "for how `long` a run goes on after it is led; if not given, one detection time-out and one interval")
	flags.IntVar(&f.Depth, "depth", explorer.DefaultDepth, "at most `N` steps in a run; deliveries by which a run is followed to its rest do not count")
	flags.IntVar(&f.States, "states", explorer.DefaultStates, "at most `N` states, states of a checkpoint included")
	flags.BoolVar(&f.Plain, "plain", false, "no reduction: take steps that do not depend on one another in every order")
	flags.IntVar(&f.Workers, "jobs", 0, "`number` of states expanded at once; 0: as many as processors; with --serve or --nats searches made here, none unless given")
	flags.StringVar(&f.Checkpoint, "checkpoint", "", "a `file`: a search that reaches a bound or is interrupted goes on from it")
	flags.BoolVar(&f.figures.table, "table", false, "a table of all algorithms")
	f.many.Bind(cmd)
	f.memory.Bind(cmd)
	f.figures.format.Bind(cmd)
	flags.BoolVar(&f.quiet, "quiet", false, "no progress on standard error")
	cmdline.Complete(cmd, "algorithm", f.registry.Names)
	cmdline.Complete(cmd, "topology", explorer.Topologies)
	cmdline.Complete(cmd, "services", explorer.ServiceWords)
	cmdline.Complete(cmd, "values", explorer.ValueWords)
	cmdline.Complete(cmd, "start", explorer.StartWords)
}

// tabulate prints a table of searches.
func (f *exploreFlags) tabulate(cmd *cobra.Command) error {
	if f.Checkpoint != "" {
		return errors.New("--checkpoint: a checkpoint belongs to one search, and --table makes many")
	}
	if cmd.Flags().Changed("nodes") {
		f.figures.nodes = f.nodes
	}
	if !f.quiet {
		f.figures.progress = cmd.ErrOrStderr()
	}
	f.figures.many = &f.many
	if cmd.Flags().Changed("jobs") {
		f.figures.jobs = cmp.Or(f.Workers, runtime.GOMAXPROCS(0))
	}
	return f.many.Close("", f.figures.write(cmd, f.registry, f.Options))
}

// search makes one search and prints what it found.
func (f *exploreFlags) search(cmd *cobra.Command) error {
	if len(f.nodes) != 1 {
		return errors.New("--nodes: several numbers go with --table only")
	}
	f.Nodes = f.nodes[0]
	var progress explorer.Progress
	if !f.quiet {
		progress = searchProgress(cmd.ErrOrStderr())
	}
	write, err := f.writer()
	if err != nil {
		return err
	}
	r, err := explorer.Explore(cmd.Context(), f.registry.Find, f.Options, progress)
	if err == nil {
		err = write(cmd.OutOrStdout(), r)
	}
	if err != nil {
		return err
	}
	switch r.Verdict {
	case explorer.Convicted:
		return ErrConvicted
	case explorer.Bounded:
		return ErrBounded
	case explorer.Interrupted:
		return campaign.ErrInterrupted
	}
	return nil
}

// writer returns the function that prints the report of one search in the format of --format.
func (f *exploreFlags) writer() (func(w io.Writer, r explorer.Report) error, error) {
	if err := f.figures.format.Check(); err != nil {
		return nil, err
	}
	switch string(f.figures.format) {
	case table.FormatJSON:
		return f.writeJSON, nil
	case string(table.Text):
		return f.writeText, nil
	}
	return nil, fmt.Errorf("--format %s: one search is printed as %s or %s; the other forms are of --table", f.figures.format, table.Text, table.FormatJSON)
}

func (f *exploreFlags) writeText(w io.Writer, r explorer.Report) error {
	fmt.Fprintf(w, "# %v\n# %v\n", f.Options, r)
	for _, line := range r.Covered {
		fmt.Fprint(w, comment(line))
	}
	if r.Verdict == explorer.Convicted {
		fmt.Fprintf(w, "\n%s", r.Story)
	}
	return nil
}

func (f *exploreFlags) writeJSON(w io.Writer, r explorer.Report) error {
	return cmdline.WriteJSON(w, struct {
		Search     string           `json:"search"`
		Verdict    explorer.Verdict `json:"verdict"`
		Fault      string           `json:"fault,omitempty"`
		Steps      int              `json:"steps,omitempty"` // of the run with the fault
		States     int              `json:"states"`
		Ends       int              `json:"ends"`
		Depth      int              `json:"depth"`
		Beginnings int              `json:"beginnings"`
		Begun      int              `json:"begun"`
		Coverage   []string         `json:"coverage"`
		Story      string           `json:"story,omitempty"`
	}{f.Options.String(), r.Verdict, r.Fault, r.Steps, r.States, r.Ends, r.Depth, r.Beginnings, r.Begun, r.Covered, r.Story})
}

// comment writes a sentence as lines of a comment, of about 96 columns.
func comment(sentence string) string {
	return "# " + strings.Join(wording.Wrap(sentence, 94, "  "), "\n# ") + "\n"
}

// betweenLines is the time between two lines of progress.
const betweenLines = time.Second

// searchProgress prints the progress of a search.
func searchProgress(w io.Writer) explorer.Progress {
	last := time.Now()
	return func(found, expanded, depth int) {
		if time.Since(last) < betweenLines {
			return
		}
		last = time.Now()
		fmt.Fprintf(w, "no fault in all runs of up to %s; %s, %d to go on from\n",
			wording.Count(depth, "step"), wording.Count(found, "state"), found-expanded)
	}
}
