package live

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bellwether/internal/draw/table"
	"bellwether/internal/live/agent"
)

func liveMembersCommand() *cobra.Command {
	var f filter
	var keep func(agent.MemberStatus) bool
	selected := func(s agent.Status) agent.Status {
		s.Members = slices.DeleteFunc(s.Members, func(m agent.MemberStatus) bool { return !keep(m) })
		return s
	}
	cmd := statusCommand(&cobra.Command{
		Use:     "members",
		Short:   "List the members as a running agent sees them",
		Example: "  bellwether live members\n  bellwether live members --tag role=gateway --status alive\n  bellwether live members --member 'node-.*'",
	}, func(s agent.Status) any { return selected(s).Members }, func(w io.Writer, s agent.Status) error { return showMembers(w, selected(s)) })
	f.bind(cmd)
	known := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) (err error) {
		if keep, err = f.keep(); err != nil {
			return err
		}
		return known(cmd, args)
	}
	return cmd
}

func showMembers(w io.Writer, s agent.Status) error {
	t := table.Table{Header: []string{"name", "id", "address", "state", "offers", "rtt", "lost", "neighbour", "leader", "tags"},
		Right: []bool{false, true, false, false, true, true, true}}
	for _, m := range s.Members {
		rtt := "-"
		if m.RTT > 0 {
			rtt = m.RTT.Round(10 * time.Microsecond).String()
		}
		lost := "-"
		if m.Quality != nil {
			lost = fmt.Sprintf("%.0f %%", 100*(1-*m.Quality))
		}
		state := m.State
		if !m.Same {
			state += ", " + elsewhere(m)
		}
		if m.Differs != "" {
			state += ", other settings"
		}
		t.Rows = append(t.Rows, []string{m.Name, fmt.Sprint(m.ID), m.Addr, state, fmt.Sprint(m.Capability), rtt, lost,
			tick(m.Neighbour), tick(m.Leader), tagText(m.Tags)})
	}
	return t.Write(w, table.Text)
}

// elsewhere says what a member runs that this agent does not.
func elsewhere(m agent.MemberStatus) string {
	if m.Runs == "" {
		return "another algorithm"
	}
	algorithm, _, _ := strings.Cut(m.Runs, " ")
	return "runs " + algorithm
}

func tick(yes bool) string {
	if yes {
		return "yes"
	}
	return ""
}
