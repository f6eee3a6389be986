package worlds

import (
	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/terminal"
	"bellwether/internal/study/movement"
)

func infoCommand() *cobra.Command {
	var source sourceFlags
	var look movement.Look
	var format cmdline.AnswerFormat
	cmd := &cobra.Command{
		Use:   "info FILE",
		Short: "Describe a trace: nodes, duration, speeds, connectivity",
		Long: `Describe a trace: nodes, duration, world, speeds, and how connected its nodes are over
time if nodes within --range of each other are linked. For a trace of contacts: nodes
and their ids, contacts, how long they last, how long a pair is apart between two, and
how connected the nodes are over time.`,
		Example: `  bellwether mobility info walk.gpx
  bellwether mobility info exp6.contacts.dat --scan 120s
  bellwether mobility info cars.fcd.xml.gz --range 150 --every 10s
  bellwether mobility info table.txt --from csv --format json`,
		Args: cmdline.OneArgument("the file of a trace"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := format.Check(); err != nil {
				return err
			}
			if err := source.recognise(cmd, args[0]); err != nil {
				return err
			}
			if _, met := movement.ContactFormat(source.format, args[0]); met {
				return source.inspectContacts(cmd, args[0], look, format)
			}
			t, err := source.read(cmd, args[0])
			if err != nil {
				return err
			}
			news := terminal.NewProgress(cmd.ErrOrStderr(), source.quiet)
			info, err := movement.Inspect(cmd.Context(), t, look, news.Fraction)
			news.Clear()
			if err != nil {
				return interruptedOr(err)
			}
			if format == cmdline.AsJSON {
				return info.PrintJSON(cmd.OutOrStdout(), look)
			}
			return info.Print(cmd.OutOrStdout(), look)
		},
	}
	source.bind(cmd)
	flags := cmd.Flags()
	flags.Float64Var(&look.RangeM, "range", 250, "radio range in `metres`")
	flags.DurationVar(&look.Every, "every", 0, "time between two samples (default a twentieth of the trace)")
	format.Bind(cmd)
	return cmd
}
