package cli

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"bellwether/internal/build"
	"bellwether/internal/registry"
)

func versionCommand(reg *registry.Registry) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of this program",
		Example: "  bellwether version\n  bellwether --version",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprint(cmd.OutOrStdout(), versionLine(reg))
			return err
		},
	}
}

// versionLine is what both forms print.
func versionLine(reg *registry.Registry) string {
	return fmt.Sprintf("%s, %s, %s/%s\n", version(reg), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// version is the program's name and the build's version, a release or a commit; of another
// program than bellwether also that of the bellwether in it.
func version(reg *registry.Registry) string {
	own := string(reg.Program()) + " " + build.Version()
	if reg.Program() == registry.Bellwether {
		return own
	}
	return own + " on bellwether " + build.Library()
}
