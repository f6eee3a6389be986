package cli

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"bellwether/internal/build"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of this program",
		Example: "  bellwether version\n  bellwether --version",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprint(cmd.OutOrStdout(), versionLine())
			return err
		},
	}
}

// versionLine is what both forms print.
func versionLine() string {
	return fmt.Sprintf("bellwether %s, %s, %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// version is the build's version: a release, or a commit.
func version() string { return build.Version() }
