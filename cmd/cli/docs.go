package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/internal/base/durable"
	"bellwether/internal/base/wording"
)

func docsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "docs",
		Short:   "Write documents about this program",
		Example: "  bellwether docs man ~/.local/share/man/man1",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "man DIR",
		Short: "Write a man page for each verb into a directory",
		Long: `Write a man page for each verb into a directory: bellwether.1, bellwether-run.1 and so
on, made of what --help says. Pages that are there are replaced.`,
		Example: "  bellwether docs man ~/.local/share/man/man1\n  man bellwether-run",
		Args:    oneArgument("the directory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			pages := 0
			err := eachVerb(cmd.Root(), func(verb *cobra.Command) error {
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

// eachVerb goes through a command and all below it that a user may call.
func eachVerb(cmd *cobra.Command, f func(*cobra.Command) error) error {
	if err := f(cmd); err != nil {
		return err
	}
	for _, sub := range cmd.Commands() {
		if !sub.IsAvailableCommand() {
			continue
		}
		if err := eachVerb(sub, f); err != nil {
			return err
		}
	}
	return nil
}

func manName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }
