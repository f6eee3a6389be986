package queue

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"bellwether/internal/base/durable"
	"bellwether/internal/study/tasks"
)

// Files of a queue in its directory.
const (
	stateFile = tasks.QueueFile // the state, for its owner alone
	storeDir  = "queue"         // the server's
	secret    = 0o600
)

// state is what a restarted coordinator must know.
type state struct {
	Job    job    `json:"job"`
	URL    string `json:"url,omitempty"`    // of a server of our own
	Token  string `json:"token,omitempty"`  // of a guarded one
	Key    []byte `json:"key,omitempty"`    // of its certificate
	Cert   []byte `json:"cert,omitempty"`   // the certificate
	Joined bool   `json:"joined,omitempty"` // the token was printed
}

// readState reads the state of a directory; nil if it has none.
func readState(dir string) (*state, error) {
	name := filepath.Join(dir, stateFile)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	s := new(state)
	if err := json.Unmarshal(text, s); err != nil || s.Job == "" {
		return nil, fmt.Errorf("%s cannot be read: %w: without it the sweep begins a new queue, and repeats the runs under way", name, err)
	}
	return s, nil
}

func (s *state) write(dir string) error {
	text, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	return durable.Write(durable.OS{}, filepath.Join(dir, stateFile), secret, append(text, '\n'))
}

// listen is the address at which our own server listens.
type listen struct {
	host     string
	port     int
	loopback bool
}

// parseListen reads HOST:PORT.
func parseListen(text string) (listen, error) {
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		return listen{}, fmt.Errorf("--listen %s: want HOST:PORT, like 127.0.0.1:4222, 192.168.1.10:4222, or 0.0.0.0:4222 for all addresses: %w", text, err)
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return listen{}, fmt.Errorf("--listen %s: a port is 0 to 65535, and 0 is any free one", text)
	}
	if host == "" {
		return listen{}, fmt.Errorf("--listen %s: which address? 127.0.0.1 is this machine alone, 0.0.0.0 is all of its addresses", text)
	}
	out := listen{host: host, port: int(n), loopback: host == "localhost"}
	if at, err := netip.ParseAddr(host); err == nil {
		out.loopback = at.IsLoopback()
	}
	if n == 0 {
		out.port = server.RANDOM_PORT
	}
	return out, nil
}

// embedded is our own server, in this process.
type embedded struct {
	*server.Server
	owner *server.User
}

// serverPatience is how long a server may take until it accepts connections.
const serverPatience = 20 * time.Second

// maxPayload is the greatest message: an answer in one, with its headers.
const maxPayload = 1 << 20

// embed starts a server, with its files below dir. Nothing is lost when it is killed: the
// coordinator queues again what it had not written.
func embed(s *tasks.Serving, at listen, st *state, dir string) (*embedded, error) {
	o := &server.Options{
		ServerName: "bellwether-" + string(st.Job), Host: at.host, Port: at.port, JetStream: true,
		StoreDir: filepath.Join(dir, storeDir), NoSigs: true, NoLog: true, MaxPayload: maxPayload,
		JetStreamMaxMemory: 64 << 20, JetStreamMaxStore: contentBytes + taskBytes + answerBytes + 2*largeBytes,
		MaxConn: 1 << 16, NoSystemAccount: true,
	}
	if err := guard(o, s, at, st); err != nil {
		return nil, err
	}
	if err := at.free(); err != nil {
		return nil, err
	}
	srv, err := server.NewServer(o)
	if err != nil {
		return nil, fmt.Errorf("queue: the server cannot begin: %w", err)
	}
	failed := new(lastFault)
	srv.SetLoggerV2(failed, false, false, false)
	srv.Start()
	if !srv.ReadyForConnections(serverPatience) {
		srv.Shutdown()
		srv.WaitForShutdown()
		return nil, fmt.Errorf("--listen %s: the server cannot begin: %s; --listen %s takes any free port",
			net.JoinHostPort(at.host, strconv.Itoa(at.port)), failed.said(), net.JoinHostPort(at.host, "0"))
	}
	out := &embedded{srv, o.Users[0]}
	scheme := "nats"
	if st.Token != "" {
		scheme = "tls"
	}
	st.URL = scheme + "://" + at.reached(srv.Addr())
	return out, nil
}

// free returns an error if it is impossible to listen at an address. The server itself would
// try for serverPatience without a message.
func (l listen) free() error {
	where := net.JoinHostPort(l.host, strconv.Itoa(max(l.port, 0)))
	probe, err := net.Listen("tcp", where)
	if err == nil {
		return probe.Close()
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("--listen %s: %w; --listen %s takes any free port", where, err, net.JoinHostPort(l.host, "0"))
	}
	return fmt.Errorf("--listen %s: %w; it must be an address of this machine", where, err)
}

// reached returns the address for other machines: the machine's name if the server listens on
// all addresses.
func (l listen) reached(bound net.Addr) string {
	_, port, err := net.SplitHostPort(bound.String())
	if err != nil {
		return bound.String()
	}
	at, err := netip.ParseAddr(l.host)
	if err != nil || !at.IsUnspecified() {
		return bound.String()
	}
	host, err := os.Hostname()
	if err != nil {
		return bound.String()
	}
	return net.JoinHostPort(host, port)
}

// permitted is what a worker may do: take tasks, answer, read contents, report that it is
// there. It may not queue tasks, take answers, or change a stream.
func permitted(j job) *server.Permissions {
	contents := "OBJ_" + j.bucket()
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			j.answer("*"), j.roll(), statusOfAll,
			"$JS.API.STREAM.NAMES", "$JS.API.STREAM.LIST",
			"$JS.API.STREAM.INFO." + j.tasks(), "$JS.API.CONSUMER.INFO." + j.tasks() + "." + workers,
			"$JS.API.CONSUMER.MSG.NEXT." + j.tasks() + "." + workers, "$JS.ACK." + j.tasks() + "." + workers + ".>",
			"$JS.API.STREAM.INFO." + contents, "$JS.API.DIRECT.GET." + contents, "$JS.API.DIRECT.GET." + contents + ".>", "$JS.API.STREAM.MSG.GET." + contents,
			"$JS.API.STREAM.INFO.OBJ_" + j.large(), "$O." + j.large() + ".>", "$JS.API.DIRECT.GET.OBJ_" + j.large() + ".>",
			"$JS.API.STREAM.PURGE.OBJ_" + j.large(),
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>", j.end()}},
	}
}

// guard sets the permissions. On loopback every client may work, unless the server is guarded;
// the coordinator itself is connected within the process.
func guard(o *server.Options, s *tasks.Serving, at listen, st *state) error {
	may := permitted(st.Job)
	o.Users = []*server.User{{Username: owner, Password: rand.Text()}}
	if at.loopback && !s.Guarded {
		st.Token, st.Key, st.Cert = "", nil, nil
		o.Users = append(o.Users, &server.User{Username: "worker", Password: rand.Text(), Permissions: may})
		o.NoAuthUser = "worker"
		return nil
	}
	pair, err := st.secrets(at)
	if err != nil {
		return err
	}
	t, err := readToken(st.Token)
	if err != nil {
		return err
	}
	public, err := t.public()
	if err != nil {
		return err
	}
	o.Nkeys = []*server.NkeyUser{{Nkey: public, Permissions: may}}
	o.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{pair}}
	o.TLS, o.TLSTimeout, o.AuthTimeout = true, 5, 5
	return nil
}

// owner is the user of the coordinator.
const owner = "coordinator"

// secrets returns the certificate of the server; if it does not exist yet, it makes it and the
// token.
func (s *state) secrets(at listen) (tls.Certificate, error) {
	if s.Token == "" {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			return tls.Certificate{}, err
		}
		serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
		if err != nil {
			return tls.Certificate{}, err
		}
		// Workers know the certificate by its hash, so its name and its expiry do not matter.
		form := &x509.Certificate{SerialNumber: serial, Subject: pkix.Name{CommonName: "bellwether"}, DNSNames: []string{"bellwether"},
			NotBefore: time.Unix(0, 0), NotAfter: time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC), KeyUsage: x509.KeyUsageDigitalSignature}
		if s.Cert, err = x509.CreateCertificate(rand.Reader, form, form, &key.PublicKey, key); err != nil {
			return tls.Certificate{}, err
		}
		if s.Key, err = x509.MarshalPKCS8PrivateKey(key); err != nil {
			return tls.Certificate{}, err
		}
		if s.Token, err = newToken(s.Cert); err != nil {
			return tls.Certificate{}, err
		}
		s.Joined = false
	}
	key, err := x509.ParsePKCS8PrivateKey(s.Key)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("queue: the key in %s: %w", stateFile, err)
	}
	return tls.Certificate{Certificate: [][]byte{s.Cert}, PrivateKey: key}, nil
}

// newToken returns the token of a new worker's key and of a certificate.
func newToken(cert []byte) (string, error) {
	var seed [32]byte
	if _, err := rand.Read(seed[:]); err != nil {
		return "", err
	}
	return token{seed, sha256.Sum256(cert)}.String(), nil
}
