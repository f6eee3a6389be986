package extend

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/internal/scaffold"
	"bellwether/internal/study/registry"
	"bellwether/protocol"
)

func newCommand(reg *registry.Registry) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "new",
		Short: "Write the beginning of a package: an algorithm, a model of movement, a loss",
		Long: `Write the beginning of a package into a directory of its own: it builds, passes its
tests, and says in comments what to fill in. It goes into the directory where you are,
which must be part of a module; in a clone of bellwether an algorithm goes below
baseline/internal, all else below internal/own.`,
		Example: "  bellwether new algorithm lowest-id --goal smallest-id\n  bellwether new mobility drift\n  bellwether new loss fog",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newAlgorithmCommand(reg), newPartCommand(scaffold.Mobility), newPartCommand(scaffold.Loss))
	return cmd
}

func newAlgorithmCommand(reg *registry.Registry) *cobra.Command {
	var goal, language, example string
	var register bool
	cmd := &cobra.Command{
		Use:   "algorithm NAME",
		Short: "Write an election that works, to change into yours",
		Long: `Write an election that works, to change into yours: the leader floods beacons, a node
that misses them claims to lead, and of two leaders the worse steps down. --goal says
which one is better. Its five stories, with their records, are written into testdata; go
test -rewrite records them again after you have changed the algorithm.

If there is no Go file beside the new directory a main.go is written, too: a program
with every verb of this one, and the new algorithm. Otherwise the lines that your
program needs are printed. In a clone of bellwether the list of algorithms needs two
lines, which are printed, or with --register written.

--language writes a program in another language, with the helper that it imports and a
test, into the directory where you are. No module is needed, and no --goal: --example says
which election it is. "run --algorithm" compares it with the others.`,
		Example: `  bellwether new algorithm lowest-id --goal smallest-id
  go test ./lowestid
  go run . run ten-nodes --algorithms lowest-id,vasudevan
  bellwether new algorithm mine --language python`,
		Args: cmdline.OneArgument("the name of the algorithm"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, taken := reg.Find(args[0]); taken {
				return fmt.Errorf("there is an algorithm called %s", args[0])
			}
			if cmd.Flags().Changed("language") {
				if register || cmd.Flags().Changed("goal") {
					return errors.New("--goal and --register are for elections in Go")
				}
				return newProgram(cmd.OutOrStdout(), scaffold.Example{Language: scaffold.Language(language), Like: example, Name: args[0]})
			}
			if example != "" {
				return errors.New("--example is for --language: --goal chooses among the elections in Go")
			}
			w, err := scaffold.Job{Kind: scaffold.Algorithm, Name: args[0], Goal: protocol.Goal(goal), Dir: "."}.Do()
			if err != nil {
				return err
			}
			return tellNew(cmd.OutOrStdout(), w, register)
		},
	}
	cmd.Flags().StringVar(&goal, "goal", string(protocol.GoalBest), "the `goal`, which node it elects: "+strings.Join(scaffold.Goals(), ", "))
	cmd.Flags().BoolVar(&register, "register", false, "in a clone of bellwether, add the algorithm to the list")
	cmd.Flags().StringVar(&language, "language", "", "write a program in this `language`: "+strings.Join(scaffold.Languages(), ", "))
	cmdline.Complete(cmd, "goal", scaffold.Goals)
	cmd.Flags().StringVar(&example, "example", "", "with --language, the `election` that is written: "+strings.Join(scaffold.Examples(), ", ")+" (python); default "+scaffold.Examples()[0])
	cmdline.Complete(cmd, "language", scaffold.Languages)
	cmdline.Complete(cmd, "example", scaffold.Examples)
	return cmd
}

// newProgram writes an election in another language.
func newProgram(w io.Writer, e scaffold.Example) error {
	written, err := e.Do(".")
	if err != nil {
		return err
	}
	for _, file := range written.Files {
		fmt.Fprintf(w, "wrote %s\n", file)
	}
	_, err = fmt.Fprintf(w, "\nNext:\n  %s\n  bellwether run ten-nodes --algorithm '%s=%s'\n", written.Test, e.Name, written.Start)
	return err
}

// tellNew prints what was written, and what comes next.
func tellNew(w io.Writer, written *scaffold.Written, register bool) error {
	tellFiles(w, written)
	dir := filepath.ToSlash(filepath.Dir(written.Files[0]))
	listed := written.Home.Ours() && written.Kind == scaffold.Algorithm
	switch {
	case listed && register:
		if err := written.Register(); err != nil {
			return err
		}
		fmt.Fprintf(w, "changed %s\n", scaffold.List)
	case listed:
		fmt.Fprintf(w, "\nAdd to %s:\n  %s\n  %s\n", scaffold.List, written.Import(), written.Line())
	case !written.Main:
		fmt.Fprintf(w, "\nGive it to the program: import %s, and in its cli.App add to %s\n  %s\nor, where there are none yet,\n  %s{%s},\n",
			written.Import(), written.Field(), written.Line(), written.List(), strings.TrimSuffix(written.Line(), ","))
	}
	if written.Kind != scaffold.Algorithm {
		fmt.Fprintf(w, "\nA scenario of that program then says\n  %s\n", written.Says())
	}
	if written.Home.Ours() && written.Kind != scaffold.Algorithm {
		fmt.Fprint(w, "\nThis is a clone of bellwether, and the package one for a program that uses it. For one with keys\nof its own in scenarios see docs/algorithm.md, \"Add to the world\".\n")
	}
	tidy, run := "  go mod tidy\n", "  go run . run "+written.Run()+"\n"
	switch {
	case listed:
		tidy, run = "", "  go run ./cmd/bellwether run "+written.Run()+"\n"
	case written.Home.Ours():
		tidy, run = "", "" // the program is the user's
	}
	if _, err := fmt.Fprintf(w, "\nNext:\n%s  go test ./%s\n%s", tidy, dir, run); err != nil || !listed {
		return err
	}
	_, err := fmt.Fprintf(w, renewals, filepath.ToSlash(dir), written.Name)
	return err
}

// renewals lists what the tests of the clone compare with the list of algorithms.
const renewals = `
Other tests of the clone know each algorithm of the list. They pass again when
  %s/algorithm.go states Paper, Deviations and Costs
  baseline/example_test.go prints %s, too (if it needs neighbours only)
  go test ./scenarios -run 'Schema|Reference' -update   has made the schema and the reference
  .ci/figures   has made internal/proof/explorer/FIGURES.md (about ten minutes)
`

func tellFiles(w io.Writer, written *scaffold.Written) {
	for _, name := range written.Files {
		fmt.Fprintf(w, "wrote %s\n", filepath.ToSlash(name))
	}
}

// newPartCommand is the command for a part of the world.
func newPartCommand(kind scaffold.Kind) *cobra.Command {
	verb, what, long := "mobility", "a model of movement", "Write a model of movement that works, to change into yours: a node goes from place to\nplace. A program gives it to cli.App, and a scenario names it."
	if kind == scaffold.Loss {
		verb, what, long = "loss", "a loss of frames", "Write a loss of frames that works, to change into yours: links have good and bad\nseconds. A program gives it to cli.App, and a scenario names it."
	}
	return &cobra.Command{
		Use:     verb + " NAME",
		Short:   "Write " + what + " that works, to change into yours",
		Long:    long,
		Example: "  bellwether new " + verb + " mine\n  go test ./mine",
		Args:    cmdline.OneArgument("the name of the package"),
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := scaffold.Job{Kind: kind, Name: args[0], Goal: protocol.GoalBest, Dir: "."}.Do()
			if err != nil {
				return err
			}
			return tellNew(cmd.OutOrStdout(), w, false)
		},
	}
}
