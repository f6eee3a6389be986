package live

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/live/api"
	"bellwether/internal/live/daemon"
)

// ErrAgent means that an agent ended with an error, or did not carry out an order.
var ErrAgent = errors.New("an agent failed")

// ofAgent is an error of an agent. It is errAgent for errors.Is, but its text is unchanged.
type ofAgent struct{ error }

// Unwrap returns the error.
func (o ofAgent) Unwrap() error { return o.error }

// Is reports whether target is errAgent.
func (ofAgent) Is(target error) bool { return target == ErrAgent }

// reach are the flags that select an agent.
type reach struct {
	name, state, http, tokenFile string
	format                       cmdline.AnswerFormat
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
	r.format.Bind(cmd)
	cmd.PreRunE = func(*cobra.Command, []string) error { return r.format.Check() }
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

// failed wraps the error of a request to an agent. If no agent listens, it adds what to do.
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
