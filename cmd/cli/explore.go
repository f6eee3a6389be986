package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"bellwether/internal/campaign"
	"bellwether/internal/explorer"
	"bellwether/internal/plural"
	"bellwether/internal/registry"
	"bellwether/internal/strict"
)

// errConvicted says that the search found a run with a fault.
var errConvicted = errors.New("there is a run with a fault")

// exploreFlags are the options of a search, and of its output.
type exploreFlags struct {
	registry *registry.Registry
	explorer.Options
	timers, moment string
	nodes          []int
	quiet          bool
	figures        figuresOptions
	memory         memoryFlag
}

func exploreCommand(reg *registry.Registry) *cobra.Command {
	f := exploreFlags{registry: reg}
	cmd := &cobra.Command{
		Use:   "explore --algorithm NAME",
		Short: "Search every run of an election in a small world",
		Long: `Search every run of one election among a few nodes: all orders in which messages
can be delivered and, as options, all crashes, losses and orders of timers. Node A
offers 1, B 2, and so on; A starts the election, if the algorithm holds any.

Checked is that no two nodes of a component lead at once, and, with timers at rest,
that every run settles within the bound that the algorithm states; of vasudevan also
that its invariants hold at every state (parents of a tree are acyclic, a Leader
names the best of those whose Acks reached its announcer, and so on). One of the shortest
runs with a fault is printed as a story that "bellwether story" replays, and the
exit code is 1. An interrupt keeps what was seen so far.

With --table, print a table of searches instead: each algorithm, or the one named,
with 2, 3 and 4 nodes, or the numbers listed: states, steps, time and verdict. It takes
some minutes on two cores; --states bounds each search.`,
		Example: `  bellwether explore --algorithm vasudevan --param signalling=udp --topology line --nodes 3
  bellwether explore --algorithm bully --topology line --nodes 3 --timers any > late.story
  bellwether explore --algorithm flood-max --nodes 2 --losses 1 --one-leader rest
  bellwether explore --table --nodes 2,3 --topology complete --one-leader rest`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, known := reg.Find(f.Algorithm); !known && (f.Algorithm != "" || !f.figures.table) {
				return fmt.Errorf("unknown algorithm %q%s", f.Algorithm, strict.Hint(f.Algorithm, reg.Names()))
			}
			f.Invariants = reg.Invariants
			free, err := f.memory.free()
			if err == nil {
				err = f.Fit(free)
			}
			if err != nil {
				return err
			}
			f.Timers, f.OneLeader = explorer.Timers(f.timers), explorer.Moment(f.moment)
			if f.figures.table {
				return f.tabulate(cmd)
			}
			return f.search(cmd)
		},
	}
	f.bind(cmd)
	return cmd
}

func (f *exploreFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.Algorithm, "algorithm", "", "the `name` of the algorithm")
	flags.StringArrayVar(&f.Params, "param", nil, "a parameter of it, `key=value`; repeatable")
	flags.StringVar(&f.Topology, "topology", "line", "their links, a `shape`: line, ring, complete or star")
	flags.IntSliceVar(&f.nodes, "nodes", []int{3}, "`number` of nodes; above 4 there are very many runs; with --table several, 2,3,4 if not given")
	flags.StringVar(&f.timers, "timers", string(explorer.AtRest), "`when` timers fire: at rest (no message on its way), or any time")
	flags.StringVar(&f.moment, "one-leader", string(explorer.Always), "`when` there must be one leader: always, or at rest")
	flags.IntVar(&f.Crashes, "crashes", 0, "at most `N` nodes crash")
	flags.IntVar(&f.Losses, "losses", 0, "at most `N` messages are lost")
	flags.BoolVar(&f.All, "all", false, "all nodes start an election, not A alone")
	flags.IntVar(&f.Depth, "depth", explorer.DefaultDepth, "at most `N` steps in a run")
	flags.IntVar(&f.States, "states", explorer.DefaultStates, "at most `N` states")
	flags.BoolVar(&f.figures.table, "table", false, "a table of all algorithms")
	f.memory.bind(cmd)
	f.figures.format.bind(cmd)
	flags.BoolVar(&f.quiet, "quiet", false, "no progress on standard error")
	complete(cmd, "algorithm", f.registry.Names)
	complete(cmd, "topology", explorer.Topologies)
}

// tabulate prints a table of searches.
func (f *exploreFlags) tabulate(cmd *cobra.Command) error {
	if cmd.Flags().Changed("nodes") {
		f.figures.nodes = f.nodes
	}
	if !f.quiet {
		f.figures.progress = cmd.ErrOrStderr()
	}
	return f.figures.write(cmd, f.registry, f.Options)
}

// search makes one search and prints what it found.
func (f *exploreFlags) search(cmd *cobra.Command) error {
	if len(f.nodes) != 1 {
		return errors.New("--nodes: several numbers go with --table only")
	}
	f.Nodes = f.nodes[0]
	var progress explorer.Progress
	if !f.quiet {
		progress = tellSearch(cmd.ErrOrStderr())
	}
	r, err := explorer.Explore(cmd.Context(), f.registry.Find, f.Options, progress)
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "# %v\n# %v\n", f.Options, r)
	switch r.Verdict {
	case explorer.Convicted:
		fmt.Fprintf(cmd.OutOrStdout(), "\n%s", r.Story)
		return errConvicted
	case explorer.Interrupted:
		return campaign.ErrInterrupted
	}
	return nil
}

// tellEvery is the number of expanded states between two lines of progress: about a
// second.
const tellEvery = 5000

// tellSearch writes the progress of a search.
func tellSearch(w io.Writer) explorer.Progress {
	return func(found, expanded, depth int) {
		if expanded > 0 && expanded%tellEvery == 0 {
			fmt.Fprintf(w, "no fault in all runs of up to %s; %s, %d to go on from\n",
				plural.Of(depth, "step"), plural.Of(found, "state"), found-expanded)
		}
	}
}
