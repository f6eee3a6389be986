package proof

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/emulator/story"
	"bellwether/internal/study/registry"
)

func storyCommand(reg *registry.Registry) *cobra.Command {
	var names []string
	var programs cmdline.Programs
	cmd := &cobra.Command{
		Use:   "story FILE",
		Short: "Replay a small election message by message",
		Long: `Replay a story: a script of nodes, links, crashes, deliveries and losses, and what
the nodes sent, received and believed after each. It is printed with what happens now.
The output is itself a story: redirect it to record one.

The exit code is 0 if all happens as recorded; that includes a check that is recorded as
FAILED. It is 1 if something differs from its record, or if something fails that has no
record: a check, or a machine that panics, breaks its contract or sends without end. It is 2
if the file is no story, or a directive is not possible where it stands. So the story of a
fault that explore has found exits with 0 while the fault exists, and with 1 when it is
mended.

A script is a list of directives, with an empty line after each:

  nodes ALGORITHM [key=value …]   begins; its lines: "A 3" for a node and what it
                                  can offer, "A-B", line, ring, complete, star
  link A-B, cut A-B               make and cut links
  crash A, restart A [forget]     restart with what it saved, or without
  deliver all|next|3|A-B          let messages arrive
  lose A-B [kind]                 lose the oldest on its way
  fire A [timer]                  fire a timer
  settle [10s]                    let time pass, until all agree or for so long
  elect A, resign A, offer A 7    start an election, step down, change capability
  state [A], check [A]            show; one leader in every component, or A

The word quiet at the end of a directive leaves out messages and timers.`,
		Example: "  bellwether story baseline/internal/bully/testdata/seven.story\n  bellwether story election/testdata/fig-1.story\n  bellwether story mine.story > recorded.story",
		Args:    cmdline.OneFile("the story"),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := os.Open(args[0])
			if err != nil {
				return err
			}
			defer file.Close()
			script, err := story.Read(args[0], file)
			if err != nil {
				return err
			}
			with, _, err := programs.Join(reg, names)
			if err != nil {
				return err
			}
			defer programs.Close()
			differences, err := script.Play(with.Find, cmd.OutOrStdout())
			for _, d := range differences {
				fmt.Fprintln(cmd.ErrOrStderr(), d)
			}
			if err == nil && len(differences) > 0 {
				return ErrDiffers
			}
			return err
		},
	}
	cmd.Flags().StringArrayVar(&names, "algorithm", nil, "let a program be an algorithm that the story names, as `NAME=COMMAND`: 'mine=python3 mine.py'; repeatable")
	return cmd
}

// ErrDiffers means that a story differs from its record.
var ErrDiffers = errors.New("the story differs from its record")
