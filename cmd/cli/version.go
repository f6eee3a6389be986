package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"bellwether/internal/base/build"

	"bellwether/internal/study/registry"
)

func versionCommand(reg *registry.Registry) *cobra.Command {
	var licences bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version of this program, or the licences of what it is made of",
		Example: "  bellwether version\n  bellwether --version\n  bellwether version --licences",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !licences {
				_, err := fmt.Fprint(cmd.OutOrStdout(), versionLine(reg))
				return err
			}
			info, ok := debug.ReadBuildInfo()
			if !ok {
				info = new(debug.BuildInfo)
			}
			return build.Write(cmd.OutOrStdout(), info)
		},
	}
	cmd.Flags().BoolVar(&licences, "licences", false, "print every module in this program with its version, and the texts of their licences")
	return cmd
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
