package queue

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"bellwether/internal/study/tasks"
)

// options are the options of every connection: it reconnects by itself.
func options(name string) []nats.Option {
	return []nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond), nats.ReconnectJitter(250*time.Millisecond, time.Second),
		nats.Timeout(5 * time.Second), nats.PingInterval(10 * time.Second), nats.MaxPingsOutstanding(3),
	}
}

// errWrongServer means that a server has another certificate than the token says.
var errWrongServer = errors.New("the server has another certificate than the token says: it is another server, or somebody is between")

// credentials returns the options by which the client and the server authenticate each other.
func credentials(a tasks.Access) ([]nats.Option, error) {
	var out []nats.Option
	for _, at := range a.URLs {
		u, err := url.Parse(at)
		if err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls" && u.Scheme != "ws" && u.Scheme != "wss" {
			return nil, fmt.Errorf("queue: %q is no address of a server: want nats://HOST:PORT or tls://HOST:PORT", at)
		}
	}
	if a.Token != "" {
		t, err := readToken(a.Token)
		if err != nil {
			return nil, err
		}
		pair, err := t.pair()
		if err != nil {
			return nil, err
		}
		public, err := pair.PublicKey()
		if err != nil {
			return nil, err
		}
		// The client knows the certificate by its hash; it has no signature of an authority.
		out = append(out, nats.Nkey(public, pair.Sign), nats.Secure(&tls.Config{MinVersion: tls.VersionTLS13, InsecureSkipVerify: true,
			VerifyConnection: func(s tls.ConnectionState) error {
				sum := sha256.Sum256(s.PeerCertificates[0].Raw)
				if subtle.ConstantTimeCompare(sum[:], t.cert[:]) != 1 {
					return errWrongServer
				}
				return nil
			}}))
	}
	for _, f := range []struct{ flag, name string }{{"--creds", a.Creds}, {"--tls-ca", a.CA}, {"--tls-cert", a.Cert}, {"--tls-key", a.Key}} {
		if f.name == "" {
			continue
		}
		// Otherwise the fault would look like an absent server, for as long as patience.
		text, err := os.ReadFile(f.name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.flag, err)
		}
		if f.flag == "--tls-ca" && !x509.NewCertPool().AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("--tls-ca %s: the file has no certificate in PEM", f.name)
		}
	}
	if a.Creds != "" {
		out = append(out, nats.UserCredentials(a.Creds))
	}
	if a.Nkey != "" {
		o, err := nats.NkeyOptionFromSeed(a.Nkey)
		if err != nil {
			return nil, fmt.Errorf("--nkey %s: %w", a.Nkey, err)
		}
		out = append(out, o)
	}
	if a.CA != "" {
		out = append(out, nats.RootCAs(a.CA))
	}
	if a.Cert != "" || a.Key != "" {
		if a.Cert == "" || a.Key == "" {
			return nil, errors.New("--tls-cert and --tls-key go together")
		}
		out = append(out, nats.ClientCert(a.Cert, a.Key))
	}
	return out, nil
}

// inbox is the prefix of the subjects on which the server answers the coordinator. It is not
// _INBOX, because workers may listen to everything below that.
const inbox = "_COORDINATOR"

// within connects the coordinator to its own server.
func (e *embedded) within() (*nats.Conn, error) {
	return nats.Connect("", append(options("bellwether coordinator"), nats.InProcessServer(e.Server), nats.UserInfo(e.owner.Username, e.owner.Password), nats.CustomInboxPrefix(inbox))...)
}

// reach connects to a server. If none answers it tries again until patience ends; if one
// refuses it returns at once.
func reach(ctx context.Context, a tasks.Access, patience time.Duration, warn func(string), more ...nats.Option) (*nats.Conn, error) {
	creds, err := credentials(a)
	if err != nil {
		return nil, err
	}
	all := strings.Join(a.URLs, ",")
	shown := redacted(a.URLs)
	o := append(append(options("bellwether"), creds...), more...)
	var once sync.Once
	for until := time.Now().Add(patience); ; {
		nc, err := nats.Connect(all, o...)
		switch {
		case err == nil:
			return nc, nil
		case refuses(err):
			return nil, fmt.Errorf("queue: %s refuses: %w%s", shown, err, hint(a))
		case time.Now().After(until):
			return nil, fmt.Errorf("queue: nobody answers at %s for %v: %w: %w", shown, patience, tasks.ErrAway, err)
		}
		once.Do(func() { warn(fmt.Sprintf("nobody answers at %s (%v); trying for %v", shown, err, patience)) })
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// redacted returns addresses without passwords.
func redacted(urls []string) string {
	var out []string
	for _, text := range urls {
		u, err := url.Parse(text)
		if err != nil {
			continue // credentials has refused it
		}
		out = append(out, u.Redacted())
	}
	return strings.Join(out, ",")
}

// refuses reports whether an error will not go away by itself.
func refuses(err error) bool {
	var bad *tls.CertificateVerificationError
	return errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired) || errors.Is(err, errWrongServer) ||
		errors.Is(err, nats.ErrSecureConnRequired) || errors.Is(err, nats.ErrSecureConnWanted) || errors.As(err, &bad) || errors.Is(err, nats.ErrNkeysNotSupported)
}

func hint(a tasks.Access) string {
	if a.Token == "" && a.Creds == "" && a.Nkey == "" {
		return "; does it want a token (--token, which sweep --serve printed) or credentials (--creds, --nkey)?"
	}
	return ""
}

// lastFault is a server's logger that keeps its last error.
type lastFault struct {
	mutex sync.Mutex
	text  string
}

func (l *lastFault) said() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.text == "" {
		return "it does not say why"
	}
	return l.text
}

func (l *lastFault) keep(format string, v ...any) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.text = fmt.Sprintf(format, v...)
}

func (l *lastFault) Errorf(format string, v ...any) { l.keep(format, v...) }
func (l *lastFault) Fatalf(format string, v ...any) { l.keep(format, v...) }
func (l *lastFault) Warnf(string, ...any)           {}
func (l *lastFault) Noticef(string, ...any)         {}
func (l *lastFault) Debugf(string, ...any)          {}
func (l *lastFault) Tracef(string, ...any)          {}

var _ server.Logger = (*lastFault)(nil)
