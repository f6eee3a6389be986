package extend

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/version"
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
				_, err := fmt.Fprint(cmd.OutOrStdout(), version.Line(reg))
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
