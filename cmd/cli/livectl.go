package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bellwether/internal/draw/table"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/api"
	"bellwether/internal/live/daemon"
)

// errAgent says that an agent ended with an error, or did not obey an order.
var errAgent = errors.New("an agent failed")

// ofAgent is an error of an agent. It is errAgent for errors.Is, but its text is unchanged.
type ofAgent struct{ error }

// Unwrap returns the error.
func (o ofAgent) Unwrap() error { return o.error }

// Is reports whether target is errAgent.
func (ofAgent) Is(target error) bool { return target == errAgent }

// reach are the flags that select an agent.
type reach struct {
	name, state, http, tokenFile string
	format                       answerFormat
	certificates                 api.Certificates
}

func (r *reach) bind(cmd *cobra.Command) *cobra.Command {
	flags := cmd.Flags()
	flags.StringVar(&r.name, "name", "", "the `NAME` of an agent of this machine (default the host's, or the only one)")
	flags.StringVar(&r.state, "state", "", "its state `DIR` (default by its name)")
	flags.StringVar(&r.http, "http", "", "ask the agent that serves HTTP at `HOST:PORT` instead, with TLS at https://HOST:PORT")
	flags.StringVar(&r.tokenFile, "token-file", "", "the `FILE` of the token, for orders over HTTP")
	flags.StringVar(&r.certificates.Authority, "ca", "", "the `FILE` of the authority of the agent's certificate, in PEM (default the system's)")
	flags.StringVar(&r.certificates.Cert, "cert", "", "the `FILE` of a certificate for an agent that asks for one, in PEM")
	flags.StringVar(&r.certificates.Key, "cert-key", "", "the `FILE` of its private key, in PEM")
	return cmd
}

// formatted adds --format, and refuses unknown formats.
func (r *reach) formatted(cmd *cobra.Command) *cobra.Command {
	r.format.bind(cmd)
	cmd.PreRunE = func(*cobra.Command, []string) error { return r.format.check() }
	return cmd
}

func (r *reach) client() (*api.Client, error) {
	if err := r.checkCertificates(); err != nil {
		return nil, err
	}
	if r.http == "" {
		home, err := daemon.Home{Name: r.name, State: r.state}.Find()
		if err != nil {
			return nil, err
		}
		socket, err := home.Socket()
		return api.Local(socket), err
	}
	at, sealed := strings.CutPrefix(r.http, "https://")
	if !sealed {
		at = strings.TrimPrefix(r.http, "http://")
	}
	if err := daemon.CheckHTTP(at); err != nil {
		return nil, fmt.Errorf("--http %s: %w", r.http, err)
	}
	token, err := daemon.ReadToken(r.tokenFile)
	if err != nil || !sealed {
		return api.Remote(api.Server{Address: at, Token: token}), err
	}
	config, err := r.certificates.Client()
	return api.Remote(api.Server{Address: at, Token: token, TLS: config}), err
}

// checkCertificates refuses files of TLS without https, and a certificate without its key or
// the reverse.
func (r *reach) checkCertificates() error {
	c := r.certificates
	switch {
	case c == api.Certificates{}:
		return nil
	case !strings.HasPrefix(r.http, "https://"):
		return errors.New("--ca, --cert and --cert-key need --http https://HOST:PORT")
	case (c.Cert == "") != (c.Key == ""):
		return errors.New("--cert and --cert-key need each other")
	}
	return nil
}

// ask sends a query or an order to the agent.
func (r *reach) ask(question func(*api.Client) error) error {
	c, err := r.client()
	if err != nil {
		return err
	}
	if err := question(c); err != nil {
		return r.failed(err)
	}
	return nil
}

// answer asks the agent for something.
func answer[T any](r *reach, question func(*api.Client) (T, error)) (a T, err error) {
	err = r.ask(func(c *api.Client) (err error) {
		a, err = question(c)
		return err
	})
	return a, err
}

// failed wraps the error of a request to an agent. If no agent listens it adds what to do.
func (r *reach) failed(err error) error {
	if !errors.Is(err, api.ErrNobody) {
		return ofAgent{err}
	}
	if r.http != "" {
		return ofAgent{fmt.Errorf("%w: one that is started with --http %s does", err, r.http)}
	}
	start := "bellwether live"
	if r.name != "" {
		start += " --name " + r.name
	}
	if r.state != "" {
		start += " --state " + r.state
	}
	others, closed := daemon.Homes()
	switch {
	case r.state != "":
	case len(others) > 0:
		return ofAgent{fmt.Errorf("%w: there are %s, which --name takes; or start it with %q", err, daemon.Names(others), start)}
	case len(closed) > 0:
		return ofAgent{fmt.Errorf("%w: there may be one in %s, which you may not read: ask as its owner; or start one with %q",
			err, strings.Join(closed, " and "), start)}
	}
	return ofAgent{fmt.Errorf("%w: start one with %q", err, start)}
}

func liveStatusCommand() *cobra.Command {
	return statusCommand(&cobra.Command{
		Use:     "status",
		Short:   "Show what a running agent knows",
		Example: "  bellwether live status\n  bellwether live status --http 192.168.1.7:7980 --format json",
	}, func(s agent.Status) any { return s }, showStatus)
}

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
		if r.format == asJSON {
			return writeJSON(cmd.OutOrStdout(), part(s))
		}
		return show(cmd.OutOrStdout(), s)
	}
	return r.formatted(r.bind(cmd))
}

func liveMonitorCommand() *cobra.Command {
	var r reach
	return r.formatted(r.bind(&cobra.Command{
		Use:     "monitor",
		Short:   "Print events of a running agent as they come",
		Example: "  bellwether live monitor\n  bellwether live monitor --format json | jq .leader",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := cmd.OutOrStdout()
			return r.ask(func(c *api.Client) error {
				err := c.Events(cmd.Context(), func(e agent.Event) error {
					if r.format == asJSON {
						return writeJSON(out, e)
					}
					_, err := fmt.Fprintln(out, tellEvent(e))
					return err
				})
				if cmd.Context().Err() != nil { // the user has interrupted it
					return nil
				}
				return err
			})
		},
	}))
}

// liveOrders are the commands that send an agent an order.
func liveOrders() []*cobra.Command {
	var out []*cobra.Command
	for _, o := range []struct{ verb, short, long string }{
		{"elect", "Make a running agent start an election", ""},
		{"resign", "Make a running agent offer nothing, and step down if it leads", "\n\nIt stays a member, and offers its capability again after \"bellwether live resume\"."},
		{"resume", "Make an agent that resigned offer its capability again", ""},
		{"leave", "Make a running agent hand over, say goodbye, and end", ""},
	} {
		var r reach
		out = append(out, r.bind(&cobra.Command{
			Use: o.verb, Short: o.short, Long: o.short + "." + o.long,
			Example: "  bellwether live " + o.verb + "\n  bellwether live " + o.verb + " --name alpha",
			Args:    cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error {
				return r.ask(func(c *api.Client) error { return c.Order(cmd.Context(), o.verb) })
			},
		}))
	}
	return out
}

func writeJSON(w io.Writer, what any) error { return json.NewEncoder(w).Encode(what) }

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
	offers := fmt.Sprint(s.Capability)
	if s.Resigned {
		offers += ", resigned"
	}
	if s.Kept {
		offers += ", kept: no better node takes over now"
	}
	row("offers", "%s", offers)
	if s.Unheard {
		row("unheard", "it led and no member followed it, so that it stepped down")
	}
	if m := s.Majority; m != nil {
		row("majority", "%s", majority(m))
	}
	alive := 0
	for _, m := range s.Members {
		if m.State == "alive" {
			alive++
		}
	}
	row("members", "%d alive of %d, %d neighbours", alive, len(s.Members), len(s.Neighbours))
	if len(s.Neighbours) > 0 {
		row("hellos", "%.0f %% of the neighbours' last ones heard", 100*s.Quality)
	}
	row("leaderless", "%v in all, %d elections", s.Leaderless.Round(time.Millisecond), s.Counters.Elections)
	if len(s.Refused) > 0 {
		var all []string
		for _, reason := range slices.Sorted(maps.Keys(s.Refused)) {
			all = append(all, fmt.Sprintf("%d %s", s.Refused[reason], strings.TrimPrefix(reason, "gossip_")))
		}
		row("refused", "packets and streams: %s", strings.Join(all, ", "))
	}
	_, err := io.WriteString(w, b.String())
	return err
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
	return text
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
			state += ", another algorithm"
		}
		if m.Differs != "" {
			state += ", other settings"
		}
		t.Rows = append(t.Rows, []string{m.Name, fmt.Sprint(m.ID), m.Addr, state, fmt.Sprint(m.Capability), rtt, lost,
			tick(m.Neighbour), tick(m.Leader), tagText(m.Tags)})
	}
	return t.Write(w, table.Text)
}

func tick(yes bool) string {
	if yes {
		return "yes"
	}
	return ""
}

// tellEvent is an event in a line.
func tellEvent(e agent.Event) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %-15s", e.At.Format("15:04:05.000"), e.Kind)
	if len(e.Members) > 0 {
		fmt.Fprintf(&b, " %s,", strings.Join(e.Members, " "))
	}
	if e.Leader != nil {
		fmt.Fprintf(&b, " leader %s", e.Leader.Name)
	} else {
		b.WriteString(" no leader")
	}
	if e.Former != nil {
		fmt.Fprintf(&b, " after %s", e.Former.Name)
	}
	if e.Reconfirmed {
		b.WriteString(" (repeated)")
	}
	fmt.Fprintf(&b, ", epoch %d, %d alive", e.Epoch, e.Alive)
	if e.User != nil {
		fmt.Fprintf(&b, ": %s from %s, clock %d %q", e.User.Name, e.User.From.Name, e.User.Clock, e.User.Payload)
	}
	if e.Why != "" {
		fmt.Fprintf(&b, ": %s", e.Why)
	}
	return b.String()
}
