package live

import (
	"fmt"
	"log/slog"
	"slices"

	"github.com/spf13/cobra"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/daemon"
)

func liveHookCommand() *cobra.Command {
	var f liveFlags
	cmd := &cobra.Command{
		Use:   "hook EVENT",
		Short: "Run the command of an event where no agent runs",
		Long: `Run the command that --on-event or the settings file has for an event, as an agent does, and wait
for its end. The unit runs it for leader-lost after its agent has ended, so that a killed agent's
service stops. It fails while an agent runs in the state directory, and if the command fails.
Without a command for the event it does nothing.`,
		Example: "  bellwether live hook leader-lost --config /etc/bellwether/live.yaml",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			kind := agent.EventKind(args[0])
			if !slices.Contains(agent.EventKinds(), kind) {
				return fmt.Errorf("no event is called %q; there are %s", kind, agent.EventNames())
			}
			changes, err := f.changes(cmd)
			if err != nil {
				return err
			}
			s, err := daemon.LoadHooks(f.config, changes)
			if err != nil {
				return err
			}
			if err := daemon.RunHook(cmd.Context(), s, kind, slog.New(logHandler(cmd.ErrOrStderr(), s.LogFormat, slog.LevelInfo))); err != nil {
				return ofAgent{err}
			}
			return nil
		},
	}
	f.bindHooks(cmd)
	return cmd
}
