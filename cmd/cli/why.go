package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bellwether/internal/why"
	"bellwether/protocol"
)

// whyFlags are the flags of why.
type whyFlags struct {
	node     uint32
	at       time.Duration
	election string
	format   string
}

func whyCommand() *cobra.Command {
	var f whyFlags
	cmd := &cobra.Command{
		Use:   "why TRACE",
		Short: "Tell why a node follows its leader, or why an election took so long",
		Long: `Answer from a trace: by which messages and time-outs a node came to follow its leader, what
began that election, and what kept messages away before. Or where the time of an election went,
along its critical path: the chain of messages and waits that led to the last node's decision.`,
		Example: `  bellwether why walk.ndjson --node 7 --at 2m13s
  bellwether why walk.ndjson --election 3,12`,
		Args: oneFile("the trace"),
		RunE: func(cmd *cobra.Command, args []string) error {
			a, err := f.answer(args[0], cmd.Flags().Changed("at"))
			if err != nil {
				return err
			}
			if f.format == "json" {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(a)
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), strings.Join(a.Sentences, "\n"))
			return err
		},
	}
	flags := cmd.Flags()
	flags.Uint32Var(&f.node, "node", 0, "the `node` that is asked about")
	flags.DurationVar(&f.at, "at", math.MaxInt64, "the `instant` that is asked about, like 2m13s (default the end)")
	flags.Lookup("at").DefValue = ""
	flags.StringVar(&f.election, "election", "", "the `election` that is asked about, like 3,12: its number and the node that began it")
	flags.StringVar(&f.format, "format", "text", "how the answer is written: `text` or json")
	complete(cmd, "format", func() []string { return []string{"text", "json"} })
	return cmd
}

// answer answers the question of a trace.
func (f *whyFlags) answer(name string, dated bool) (a why.Answer, err error) {
	c, err := electionOf(f.election)
	switch {
	case err != nil:
		return a, err
	case f.format != "text" && f.format != "json":
		return a, fmt.Errorf("--format %s is none: there are text and json", f.format)
	case (f.node == 0) == (f.election == ""):
		return a, errors.New("ask about a node, by --node and --at, or about an election, by --election")
	case f.election != "" && dated:
		return a, errors.New("--at goes with --node: an election has its own time")
	case f.at < 0:
		return a, fmt.Errorf("--at %v is before the run", f.at)
	}
	file, err := os.Open(name)
	if err != nil {
		return a, err
	}
	defer file.Close()
	h, err := why.Read(file, name, protocol.Time(f.at))
	if err != nil {
		return a, err
	}
	if f.election != "" {
		a, err := h.Took(c)
		if err != nil {
			err = fmt.Errorf("%w; bellwether show %s --kind electing lists the elections", err, name)
		}
		return a, err
	}
	return h.Follow(protocol.ID(f.node))
}

// electionOf reads the index of an election, like 3,12 or ⟨3,12⟩; "" is none.
func electionOf(text string) (c protocol.Computation, err error) {
	if text == "" {
		return c, nil
	}
	var rest string
	if n, _ := fmt.Sscanf(strings.Trim(text, "⟨⟩"), "%d,%d%s", &c.Num, &c.Source, &rest); n != 2 {
		return c, fmt.Errorf("--election %s is none: name one by its number and the node that began it, like 3,12", text)
	}
	return c, nil
}
