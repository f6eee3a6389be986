package look

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/draw/figure"
	"bellwether/internal/explain/counterfactual"
	"bellwether/internal/explain/question"
	"bellwether/internal/study/registry"
	"bellwether/protocol"
)

// whyFlags are the flags of why.
type whyFlags struct {
	node     uint32
	leader   uint32
	at       time.Duration
	bad      bool
	election string
	format   cmdline.AnswerFormat
	out      string
	paper    cmdline.Print
	as       figure.Print
	causes   bool
	budget   counterfactual.Budget
	programs cmdline.Programs

	registry *registry.Registry
}

func whyCommand(reg *registry.Registry) *cobra.Command {
	f := whyFlags{registry: reg}
	cmd := &cobra.Command{
		Use:   "why TRACE",
		Short: "Explain why something happened in a run, and what caused it",
		Long: `Answer from a trace: by which messages and time-outs a node came to follow its leader, what
began that election, and what kept messages away before. Or where the time of an election went,
along its critical path: the chain of messages and waits that led to the last node's decision.

If something is wrong, the run is made again without one suspect after another: a lost message,
a fault, a link that broke, an empty battery, a time-out that came late. If the wrong is gone without
a suspect, that is a cause. --budget bounds the number of these runs, --causes=false makes none.

  --node 7 --at 2m13s  why 7 follows its leader then, and, if it should follow another, the causes
  --leader 5           why 5 leads, and who follows it
  --at 2m2s            why there were two leaders then, or nodes without the right one
  --bad                the same for the worst stretch of the run
  --election 3,12      where the time of an election went, and what made it long`,
		Example: `  bellwether why walk.ndjson --node 7 --at 2m13s
  bellwether why walk.ndjson --bad
  bellwether why walk.ndjson --election 3,12`,
		Args: cmdline.OneFile("the trace"),
		RunE: func(cmd *cobra.Command, args []string) error {
			defer f.programs.Close()
			q, err := f.question(cmd, args[0])
			if err == nil {
				err = f.drawable(q)
			}
			if err == nil {
				f.as, err = f.paper.Settings(cmd)
			}
			if err != nil {
				return err
			}
			a, err := q.Ask(cmd.Context())
			if len(a.Sentences) == 0 && err != nil {
				return err
			}
			if f.out != "" {
				if err := f.draw(&a); err != nil {
					return err
				}
			}
			return errors.Join(f.print(cmd.OutOrStdout(), &a), err)
		},
	}
	flags := cmd.Flags()
	flags.Uint32Var(&f.node, "node", 0, "the `node` that is asked about")
	flags.Uint32Var(&f.leader, "leader", 0, "the `node` that is asked about as a leader")
	flags.DurationVar(&f.at, "at", math.MaxInt64, "the `instant` that is asked about, like 2m13s")
	flags.Lookup("at").DefValue = "the end"
	flags.BoolVar(&f.bad, "bad", false, "ask about the stretch in which most nodes are wrong for longest")
	flags.StringVar(&f.election, "election", "", "the `election` that is asked about, like 3,12: its number and the node that began it")
	f.format.Bind(cmd)
	flags.StringVar(&f.out, "out", "", "also draw the answer into this `file`: .svg, .png, .pdf or .eps")
	f.paper.Bind(cmd, figure.Double)
	flags.BoolVar(&f.causes, "causes", true, "make the run again to find causes")
	flags.IntVar(&f.budget.Runs, "budget", 400, "make `N` runs at most to find causes")
	flags.DurationVar(&f.budget.Time, "budget-time", time.Minute, "begin no more runs after this `time`")
	f.programs.BindLeave(cmd)
	cmd.AddCommand(whyWorseCommand(reg))
	return cmd
}

// print writes an answer.
func (f *whyFlags) print(out io.Writer, a *question.Answer) error {
	if f.format == cmdline.AsJSON {
		return json.NewEncoder(out).Encode(a)
	}
	_, err := fmt.Fprintln(out, strings.Join(a.Sentences, "\n"))
	return err
}

// electionOf reads the index of an election, like 3,12 or ⟨3,12⟩. For "" it returns the zero index.
func electionOf(text string) (c protocol.Computation, err error) {
	if text == "" {
		return c, nil
	}
	var rest string
	if n, _ := fmt.Sscanf(strings.Trim(text, "⟨⟩"), "%d,%d%s", &c.Num, &c.Source, &rest); n != 2 {
		return c, fmt.Errorf("--election %s names no election: give its number and the node that began it, like 3,12", text)
	}
	return c, nil
}
