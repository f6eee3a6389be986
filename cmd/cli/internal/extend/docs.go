package extend

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/base/durable"
	"bellwether/internal/base/wording"
)

func docsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "docs",
		Hidden:  true, // man pages are for people who package the program
		Short:   "Write documents about this program",
		Example: "  bellwether docs man ~/.local/share/man/man1",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "man DIR",
		Short: "Write a man page for each verb into a directory",
		Long: `Write a man page for each verb into a directory: bellwether.1, bellwether-run.1 and so
on, with the text of --help. Existing pages are replaced.`,
		Example: "  bellwether docs man ~/.local/share/man/man1\n  man bellwether-run",
		Args:    cmdline.OneArgument("the directory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			pages := 0
			err := EachVerb(cmd.Root(), func(verb *cobra.Command) error {
				var page bytes.Buffer
				manPage(&page, verb)
				pages++
				const readable = 0o644
				return durable.Write(durable.OS{}, filepath.Join(args[0], manName(verb)+".1"), readable, page.Bytes())
			})
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "wrote %s into %s\n", wording.Count(pages, "page"), args[0])
			return err
		},
	})
	return cmd
}
