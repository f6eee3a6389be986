package look

import (
	"os"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/browser"
	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/filmfiles"
	"bellwether/internal/study/registry"
)

func viewCommand(reg *registry.Registry) *cobra.Command {
	var f struct {
		out    string
		listen string
		noOpen bool
	}
	cmd := &cobra.Command{
		Use:   "view TRACE|STORY…",
		Short: "Watch a trace in the browser",
		Long: `View shows what "bellwether run SCENARIO --trace FILE" has recorded before, and changes nothing;
"bellwether play" runs a world itself, and lets you change it.

Show traces in the browser: the nodes where they are, whom they follow, messages on their
way, the conversation as a space-time diagram, a node's state, and the curves of the run,
at any instant. Several traces run side by side on one clock. Traces of the agents of one cluster
are merged, as "bellwether live replay" does, and their clocks are corrected. A story, also one that
explore has found, is played with a second for each step: its file is named .story.

A page on this machine is served until Ctrl-C. It answers this machine alone, and fetches
nothing from elsewhere. With --out one file is written, which a browser opens from disk.`,
		Example: `  bellwether run ten-nodes --runs 1 --algorithms vasudevan --trace ten.ndjson
  bellwether view ten.ndjson
  bellwether view vasudevan.ndjson bully.ndjson
  bellwether view ten.ndjson --out ten.html
  bellwether view traces/*.ndjson
  bellwether view election/testdata/fig-1.story`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			page, dir := cmd.Flags().Changed("out"), os.TempDir()
			if page {
				dir = ""
				if err := cmdline.Apart(f.out, args); err != nil {
					return err
				}
			}
			if err := browser.CheckLoopback(f.listen); err != nil {
				return err
			}
			films, err := filmfiles.Read(cmd.Context(), cmd.ErrOrStderr(), reg, args, dir)
			defer filmfiles.Close(films)
			if err != nil {
				return err
			}
			if page {
				return browser.WritePage(cmd.ErrOrStderr(), f.out, films)
			}
			return browser.ServeFilms(cmd, f.listen, films, !f.noOpen)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "write one page to this `file`, and serve none")
	flags.StringVar(&f.listen, "listen", "127.0.0.1:0", "serve at this `address` of this machine; port 0 is a free one")
	flags.BoolVar(&f.noOpen, "no-open", false, "do not open a browser")
	return cmd
}
