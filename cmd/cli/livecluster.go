package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bellwether/internal/draw/table"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/api"
	"bellwether/internal/live/membership"
)

// liveCluster are the commands that change the cluster, or ask it.
func liveCluster() []*cobra.Command {
	return []*cobra.Command{liveTagsCommand(), liveForceLeaveCommand(), liveJoinCommand(), liveEventCommand(), liveReachabilityCommand()}
}

// pairs reads KEY=VALUE words.
func pairs(words []string) (map[string]string, error) {
	all := map[string]string{}
	for _, w := range words {
		key, value, ok := strings.Cut(w, "=")
		if !ok {
			return nil, fmt.Errorf("%q must be KEY=VALUE", w)
		}
		all[key] = value
	}
	return all, nil
}

func tagText(tags map[string]string) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(tags)) {
		all = append(all, name+"="+tags[name])
	}
	return strings.Join(all, " ")
}

func liveTagsCommand() *cobra.Command {
	var r reach
	var remove []string
	cmd := r.formatted(r.bind(&cobra.Command{
		Use:   "tags [KEY=VALUE...]",
		Short: "Set tags of a running agent, or print them",
		Long: `Set tags of a running agent, remove some (--remove), and print all that it then has. The
others see them in "bellwether live members". They last until the agent's next start; the
setting tags (--tag) lasts longer. All tags of an agent have 200 bytes at most.`,
		Example: "  bellwether live tags role=gateway zone=north\n  bellwether live tags --remove zone",
	}))
	cmd.Flags().StringArrayVar(&remove, "remove", nil, "remove the tag `KEY`; repeatable")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		set, err := pairs(args)
		if err != nil {
			return err
		}
		var all map[string]string
		err = r.ask(func(c *api.Client) (err error) {
			if len(set) == 0 || len(remove) > 0 {
				if all, err = ownTags(cmd.Context(), c); err != nil {
					return err
				}
			}
			for _, name := range remove {
				if _, has := all[name]; !has {
					fmt.Fprintf(cmd.ErrOrStderr(), "there is no tag %s to remove\n", name)
				}
			}
			if len(set) > 0 || len(remove) > 0 {
				all, err = c.EditTags(cmd.Context(), api.Tags{Set: set, Remove: remove})
			}
			return err
		})
		switch {
		case err != nil:
			return err
		case r.format == asJSON:
			return writeJSON(cmd.OutOrStdout(), all)
		case len(all) == 0:
			return nil
		}
		_, err = fmt.Fprintln(cmd.OutOrStdout(), tagText(all))
		return err
	}
	return cmd
}

// ownTags are the tags of the agent that is asked.
func ownTags(ctx context.Context, c *api.Client) (map[string]string, error) {
	s, err := c.Status(ctx)
	for _, m := range s.Members {
		if m.ID == s.Self.ID {
			return m.Tags, err
		}
	}
	return nil, err
}

func liveForceLeaveCommand() *cobra.Command {
	var r reach
	var prune bool
	cmd := r.bind(&cobra.Command{
		Use:   "force-leave NAME",
		Short: "Give up a failed member everywhere",
		Long: `Give up a failed member everywhere: it is shown as left, is not tried any more, and no
majority counts it. With --prune it is shown no more. A member that is alive is refused: tell
it to leave. If the member comes back it is a member again.`,
		Example: "  bellwether live force-leave delta\n  bellwether live force-leave delta --prune",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return r.ask(func(c *api.Client) error {
				return c.ForceLeave(cmd.Context(), api.ForceLeave{Name: args[0], Prune: prune})
			})
		},
	})
	cmd.Flags().BoolVar(&prune, "prune", false, "forget it altogether")
	return cmd
}

func liveJoinCommand() *cobra.Command {
	var r reach
	return r.formatted(r.bind(&cobra.Command{
		Use:   "join ADDRESS...",
		Short: "Make a running agent join members at these addresses",
		Long: `Make a running agent join members at these addresses, HOST[:PORT], and with them their
cluster. Those that do not answer are tried in the background until they have answered once.`,
		Example: "  bellwether live join 192.168.1.11 192.168.1.12:7947",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			j, err := answer(&r, func(c *api.Client) (api.Joined, error) { return c.Join(cmd.Context(), args) })
			if err != nil {
				return err
			}
			if r.format == asJSON {
				return writeJSON(cmd.OutOrStdout(), j)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d of %d answered\n", j.Answered, len(args))
			if j.Why != "" {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s\n", j.Why)
			}
			return nil
		},
	}))
}

func liveEventCommand() *cobra.Command {
	var r reach
	var each bool
	cmd := r.bind(&cobra.Command{
		Use:   "event NAME [PAYLOAD]",
		Short: "Tell all members of an event",
		Long: `Tell all members of an event, the one that is asked included. Each delivers it once, to
"bellwether live monitor" and to the hook of user-event, which finds the name in
BELLWETHER_USER_EVENT and the payload in the JSON on standard input. Of events with one name
that wait for a hook it runs for the newest, by a Lamport clock; with --each for all. Names
have 64 bytes at most and payloads 512 bytes of text; an agent takes 64 events at once, and 8
a second.`,
		Example: "  bellwether live event deploy v1.4.2\n  bellwether live event backup --each",
		Args:    cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			t := api.Tell{Name: args[0], Each: each}
			if len(args) > 1 {
				t.Payload = args[1]
			}
			return r.ask(func(c *api.Client) error { return c.Tell(cmd.Context(), t) })
		},
	})
	cmd.Flags().BoolVar(&each, "each", false, "run hooks for each event of this name")
	return cmd
}

func liveReachabilityCommand() *cobra.Command {
	var r reach
	return r.formatted(r.bind(&cobra.Command{
		Use:   "reachability",
		Short: "Show which members answer which",
		Long: `Show which members answer which: each member sends a ping to each other, and reports who
answered. A member that some reach and others do not is behind a firewall, or out of reach for
them. It takes a second or two on a LAN.`,
		Example: "  bellwether live reachability",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			all, err := answer(&r, func(c *api.Client) ([]membership.Reach, error) { return c.Reachability(cmd.Context()) })
			if err != nil {
				return err
			}
			if r.format == asJSON {
				return writeJSON(cmd.OutOrStdout(), all)
			}
			return showReach(cmd.OutOrStdout(), all)
		},
	}))
}

func showReach(w io.Writer, all []membership.Reach) error {
	t := table.Table{Header: []string{"member", "tried", "answered", "median rtt", "silent"}, Right: []bool{false, true, true, true}}
	for _, from := range all {
		if !from.Answered {
			t.Rows = append(t.Rows, []string{from.From, "-", "-", "-", from.Why})
			continue
		}
		var silent []string
		var rtts []time.Duration
		for _, to := range from.To {
			if to.Answers {
				rtts = append(rtts, to.RTT)
			} else {
				silent = append(silent, to.Name)
			}
		}
		median := "-"
		if slices.Sort(rtts); len(rtts) > 0 {
			median = rtts[(len(rtts)-1)/2].Round(10 * time.Microsecond).String()
		}
		t.Rows = append(t.Rows, []string{from.From, fmt.Sprint(len(from.To)), fmt.Sprint(len(rtts)), median, strings.Join(silent, " ")})
	}
	return t.Write(w, table.Text)
}

// A filter selects members. What is empty selects all.
type filter struct {
	tags   []string // KEY=REGEXP
	states []string
	member string // REGEXP
}

func (f *filter) bind(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.tags, "tag", nil, "only members with this tag, `KEY=REGEXP` for all of the value; repeatable")
	cmd.Flags().StringSliceVar(&f.states, "status", nil, "only members that are in one of these states, `alive,failed,left`")
	cmd.Flags().StringVar(&f.member, "member", "", "only members whose whole name matches `REGEXP` (--name selects the agent to ask)")
	complete(cmd, "status", func() []string { return []string{"alive", "failed", "left"} })
}

// keep returns the function that selects members.
func (f *filter) keep() (func(agent.MemberStatus) bool, error) {
	whole := func(flag, text string) (*regexp.Regexp, error) {
		_, err := regexp.Compile(text) // its error shows what the user wrote
		var re *regexp.Regexp
		if err == nil {
			re, err = regexp.Compile("^(?:" + text + ")$")
		}
		if err != nil {
			return nil, fmt.Errorf("--%s: %w", flag, err)
		}
		return re, nil
	}
	for _, s := range f.states {
		if !slices.Contains([]string{membership.Alive.String(), membership.Failed.String(), membership.Left.String()}, s) {
			return nil, fmt.Errorf("--status %s: must be alive, failed or left", s)
		}
	}
	given, err := pairs(f.tags)
	if err != nil {
		return nil, fmt.Errorf("--tag %w", err)
	}
	tags := map[string]*regexp.Regexp{}
	var faults []error
	for _, key := range slices.Sorted(maps.Keys(given)) {
		tags[key], err = whole("tag "+key, given[key])
		faults = append(faults, err)
	}
	name, err := whole("member", cmp.Or(f.member, ".*"))
	faults = append(faults, err)
	return func(m agent.MemberStatus) bool {
		for key, re := range tags {
			if value, has := m.Tags[key]; !has || !re.MatchString(value) {
				return false
			}
		}
		return name.MatchString(m.Name) && (len(f.states) == 0 || slices.Contains(f.states, m.State))
	}, errors.Join(faults...)
}
