package live

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/api"
)

func liveStatusCommand() *cobra.Command {
	return statusCommand(&cobra.Command{
		Use:     "status",
		Short:   "Show what a running agent knows",
		Example: "  bellwether live status\n  bellwether live status --http 192.168.1.7:7980 --format json",
	}, func(s agent.Status) any { return s }, showStatus)
}

// statusCommand makes a command that prints a part of an agent's status: as JSON, or as
// show writes it.
func statusCommand(cmd *cobra.Command, part func(agent.Status) any, show func(io.Writer, agent.Status) error) *cobra.Command {
	var r reach
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		s, err := answer(&r, func(c *api.Client) (agent.Status, error) { return c.Status(cmd.Context()) })
		if err != nil {
			return err
		}
		if r.format == cmdline.AsJSON {
			return cmdline.WriteJSON(cmd.OutOrStdout(), part(s))
		}
		return show(cmd.OutOrStdout(), s)
	}
	return r.formatted(r.bind(cmd))
}

// offered is what the agent offers, and why that is less or more.
func offered(s agent.Status) string {
	offers := fmt.Sprint(s.Capability)
	if s.Resigned {
		offers += ", resigned"
	}
	if s.ResignedWhy != "" {
		offers += ": " + s.ResignedWhy
	}
	if s.Kept {
		offers += ", kept: no better node takes over now"
	}
	return offers
}

func showStatus(w io.Writer, s agent.Status) error {
	leader := "none is known"
	if s.Leader != nil {
		leader = fmt.Sprintf("%s (%v)", s.Leader.Name, s.Leader.ID)
		if s.Leader.ID == s.Self.ID {
			leader += ", this node"
		}
	}
	var b strings.Builder
	row := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-12s %s\n", name, fmt.Sprintf(format, args...))
	}
	row("node", "%s (%v), incarnation %d, up %v", s.Self.Name, s.Self.ID, s.Incarnation, s.Uptime.Round(time.Second))
	row("algorithm", "%s, %s", s.Algorithm, s.Phase)
	row("leader", "%s", leader)
	row("since", "%s, epoch %d", s.Since.Format(time.RFC3339), s.Epoch)
	row("offers", "%s", offered(s))
	if s.Ineligible != "" {
		row("eligible", "no: %s", s.Ineligible)
	}
	if s.LockedOut != "" {
		row("locked out", "%s; \"live doctor\" says what to do", s.LockedOut)
	}
	if s.Unheard {
		row("unheard", "it led and no member followed it, so that it stepped down")
	}
	if m := s.Majority; m != nil {
		row("majority", "%s", majority(m))
		if n := len(m.Guests); n > 0 {
			row("guests", "%s: no operator has admitted them, and they do not count", strings.Join(m.Guests[:min(n, guestsNamed)], ", "))
		}
	}
	alive := 0
	for _, m := range s.Members {
		if m.State == "alive" {
			alive++
		}
	}
	row("members", "%d alive of %d, %d neighbours", alive, len(s.Members), len(s.Neighbours))
	if others := s.Others(); len(others) > 0 {
		text := others[0].Name + " " + elsewhere(others[0])
		if len(others) > 1 {
			text = fmt.Sprintf("%s, and %d more elect apart", text, len(others)-1)
		}
		if s.GivesWay {
			text += "; their leader counts, since this node's group gives way"
		}
		row("apart", "%s: see \"bellwether live doctor\"", text)
	}
	if len(s.Neighbours) > 0 {
		row("hellos", "%.0f %% of the neighbours' last ones heard", 100*s.Quality)
	}
	row("leaderless", "%s, %d elections", leaderless(s), s.Counters.Elections)
	if len(s.Refused) > 0 {
		var all []string
		for _, reason := range slices.Sorted(maps.Keys(s.Refused)) {
			said := fmt.Sprintf("%d %s", s.Refused[reason], strings.TrimPrefix(reason, "gossip_"))
			if at := s.RefusedAt[reason]; !at.IsZero() {
				said += " (the last at " + at.Format(time.TimeOnly) + ")"
			}
			all = append(all, said)
		}
		row("refused", "packets and streams: %s", strings.Join(all, ", "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// leaderless says for how long this node knew no leader, and for how long nobody could lead.
func leaderless(s agent.Status) string {
	text := fmt.Sprintf("%v in all", s.Leaderless.Round(time.Millisecond))
	if s.NoneEligible > 0 {
		text += fmt.Sprintf(", nobody eligible for %v", s.NoneEligible.Round(time.Millisecond))
	}
	return text
}

// majority says what a majority grants.
func majority(m *agent.WordStatus) string {
	text := fmt.Sprintf("%d needed", m.Needed)
	if m.Granting > 0 {
		text += fmt.Sprintf(", %d grant this node", m.Granting)
	}
	if m.Named != nil {
		text += ", elected is " + m.Named.Name
	}
	if m.Lease > 0 && m.HoldsFor > 0 {
		text += fmt.Sprintf(", the lease lasts for %v", m.HoldsFor.Round(10*time.Millisecond))
	}
	switch {
	case m.Fence != 0:
		text += fmt.Sprintf(", fencing token %d", m.Fence)
	case m.Lease > 0:
		text += ", no fencing token"
	}
	if m.Lease > 0 && m.Unfenced != "" {
		text += ": " + m.Unfenced
	}
	if m.Surplus != "" {
		text += "; " + m.Surplus
	}
	return text
}

// guestsNamed bounds the names of guests.
const guestsNamed = 16
