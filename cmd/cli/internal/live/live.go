package live

import (
	"context"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/interrupt"
	"bellwether/internal/base/build"
	"bellwether/internal/live/daemon"
	"bellwether/internal/study/registry"
)

func liveCommand(reg *registry.Registry) *cobra.Command {
	f := liveFlags{registry: reg}
	cmd := &cobra.Command{
		Use:         "live",
		Annotations: map[string]string{interrupt.OwnTime: "yes"},
		Short:       "Take part in an election among real machines",
		Long: `Run an agent: it finds the others by gossip, elects with them the node that offers
most, and elects anew when that one dies, drains or goes out of reach.

Start one on each machine, each with the address of one or more others. An agent
tries seeds until they answer. It tries members that failed for a day, after a restart also
the members of its last run. So partitions of up to a day heal by themselves.

Settings come from a file (--config, YAML, keys as the flags with _ for -), and flags
over it. SIGHUP reads the file again: hooks, capability, eligible, tags, wire, operators,
admission, log level and new keys take effect at once. SIGTERM and Ctrl-C hand over, say goodbye, and end.

--on-event EVENT=COMMAND runs a command on leader-gained, leader-lost, leader-changed,
merged, partitioned, member-joined, member-left, storage-failed, storage-healed,
algorithm-differs, packets-replayed, name-contested, identity-refused, leader-unheard,
two-leaders, leader-failed, settings-differ, clock-jumped, hook-late, version-refused,
member-updated, state-restored or user-event, with the event on standard input and in BELLWETHER_… variables.
After a merge the leader is reported again even if it is the same: a command must do no harm
when it runs twice. The epoch it gets is no fencing token: two halves of a partitioned network
have a leader each. With --expect only a majority has one, and with --lease no two lead at
once.`,
		Example: `  bellwether live --name alpha --join 192.168.1.11,192.168.1.12
  bellwether live --name beta --capability exec='cat /run/fitness' --on-event leader-gained='systemctl start gateway'
  bellwether live --config /etc/bellwether/live.yaml
  bellwether live demo
  bellwether live status --name alpha`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.bind(cmd)
	cmd.AddCommand(liveStatusCommand(), liveMembersCommand(), liveMonitorCommand(), liveKeysCommand(), liveDemoCommand(reg), liveUnitCommand(),
		liveDoctorCommand(reg), liveAlertsCommand(), liveDashboardCommand(), liveReplayCommand(reg), liveCalibrateCommand(reg))
	cmd.AddCommand(liveOrders()...)
	cmd.AddCommand(liveTagsCommand(), liveForceLeaveCommand(), liveJoinCommand(), liveEventCommand(), liveHookCommand(), liveReachabilityCommand())
	return cmd
}

func (f *liveFlags) run(cmd *cobra.Command) error {
	var programs cmdline.Programs
	if err := f.join(cmd, &programs); err != nil {
		return err
	}
	defer programs.Close()
	changes, err := f.changes(cmd)
	if err != nil {
		return err
	}
	settings, err := daemon.Load(f.config, changes, f.registry)
	if err != nil {
		return err
	}
	level := new(slog.LevelVar)
	if err := level.UnmarshalText([]byte(settings.LogLevel)); err != nil {
		return err
	}
	logger := slog.New(logHandler(cmd.ErrOrStderr(), settings.LogFormat, level))
	reload := make(chan *daemon.Settings)
	stop := reloadOn(cmd.Context(), func() {
		s, err := daemon.Load(f.config, changes, f.registry)
		if err != nil {
			logger.Error("the settings stay as they were", "error", err)
			return
		}
		select {
		case reload <- s:
		case <-cmd.Context().Done():
		}
	})
	defer stop()
	err = daemon.Run(cmd.Context(), settings, daemon.Process{Version: build.Version(), Logger: logger, Level: level, Reload: reload})
	if err != nil {
		return ofAgent{err}
	}
	return nil
}

// join starts the program of --algorithm NAME=COMMAND. A file of settings names no command.
func (f *liveFlags) join(cmd *cobra.Command, programs *cmdline.Programs) error {
	flag := cmd.Flags().Lookup("algorithm")
	reg, names, err := programs.Join(f.registry, []string{flag.Value.String()})
	if err != nil {
		return err
	}
	f.registry = reg
	if !flag.Changed {
		return nil
	}
	return flag.Value.Set(names[0])
}

func logHandler(w io.Writer, format string, level slog.Leveler) slog.Handler {
	o := &slog.HandlerOptions{Level: level}
	if format == "json" {
		return slog.NewJSONHandler(w, o)
	}
	return slog.NewTextHandler(w, o)
}

// reloadOn calls f upon each SIGHUP, until stop.
func reloadOn(ctx context.Context, f func()) (stop func()) {
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	go func() {
		for {
			select {
			case <-hup:
				f()
			case <-ctx.Done():
				return
			}
		}
	}()
	return func() { signal.Stop(hup) }
}
