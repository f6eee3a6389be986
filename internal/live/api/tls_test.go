package api_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/api"
)

// An authority signs certificates for tests.
type authority struct {
	dir  string
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func write(t *testing.T, name, kind string, of []byte) string {
	t.Helper()
	if err := os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: of}), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func newAuthority(t *testing.T, name string) *authority {
	t.Helper()
	a := &authority{dir: t.TempDir()}
	a.cert, a.key = a.sign(t, name, true)
	write(t, filepath.Join(a.dir, "ca.pem"), "CERTIFICATE", a.cert.Raw)
	return a
}

func (a *authority) sign(t *testing.T, name string, self bool) (*x509.Certificate, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, IsCA: self, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature}
	by, with := of, key
	if !self {
		by, with = a.cert, a.key
	}
	raw, err := x509.CreateCertificate(rand.Reader, of, by, &key.PublicKey, with)
	if err != nil {
		t.Fatal(err)
	}
	made, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	return made, key
}

// issue writes a certificate of the authority; its own certificate is the other side's authority.
func (a *authority) issue(t *testing.T, name string) api.Certificates {
	t.Helper()
	cert, key := a.sign(t, name, false)
	raw, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return api.Certificates{Authority: filepath.Join(a.dir, "ca.pem"),
		Cert: write(t, filepath.Join(a.dir, name+".pem"), "CERTIFICATE", cert.Raw),
		Key:  write(t, filepath.Join(a.dir, name+".key"), "EC PRIVATE KEY", raw)}
}

// serveTLS serves clients of an authority with a certificate of it, until the test ends.
func serveTLS(t *testing.T, by *authority) (certificates api.Certificates, address string) {
	t.Helper()
	certificates = by.issue(t, "server")
	config, err := certificates.Server()
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- api.Serve(ctx, tls.NewListener(l, config), http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, `{"algorithm":"served"}`)
		}), slog.New(slog.DiscardHandler))
	}()
	t.Cleanup(func() {
		end()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return certificates, l.Addr().String()
}

// ask is what a client with certificates is answered, or the error.
func ask(t *testing.T, address string, as api.Certificates) string {
	t.Helper()
	config, err := as.Client()
	if err != nil {
		t.Fatal(err)
	}
	s, err := api.Remote(api.Server{Address: address, TLS: config}).Status(t.Context())
	if err != nil {
		return err.Error()
	}
	return s.Algorithm
}

// With TLS and an authority of clients, a client with a certificate of it is served, and no other.
func TestTLS(t *testing.T) {
	t.Parallel()
	ours, foreign := newAuthority(t, "ours"), newAuthority(t, "foreign")
	_, address := serveTLS(t, ours)
	client, stranger := ours.issue(t, "client"), foreign.issue(t, "stranger")
	stranger.Authority = client.Authority
	for name, c := range map[string]struct {
		as   api.Certificates
		want string
	}{
		"a client":                     {client, "served"},
		"without a certificate":        {api.Certificates{Authority: client.Authority}, "certificate required"},
		"of another authority":         {stranger, "certificate"},
		"who trusts another authority": {foreign.issue(t, "other"), "certificate signed by unknown authority"},
	} {
		if got := ask(t, address, c.as); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if s, err := api.Remote(api.Server{Address: address}).Status(t.Context()); err == nil {
		t.Errorf("plain HTTP is served: %+v", s)
	}
}

// A certificate that is renewed is served without a restart, and the one before it while the
// file is torn.
func TestACertificateIsRenewed(t *testing.T) {
	t.Parallel()
	ours := newAuthority(t, "ours")
	server, address := serveTLS(t, ours)
	client := ours.issue(t, "client")
	serial := func() *big.Int {
		config, err := client.Client()
		if err != nil {
			t.Fatal(err)
		}
		c, err := tls.Dial("tcp", address, config)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		return c.ConnectionState().PeerCertificates[0].SerialNumber
	}
	before := serial()
	ours.issue(t, "server")
	if err := os.Chtimes(server.Cert, time.Time{}, time.Now().Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	if serial().Cmp(before) == 0 {
		t.Error("the certificate that was renewed is not served")
	}
	if err := os.WriteFile(server.Cert, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := ask(t, address, client); got != "served" {
		t.Errorf("while the certificate is torn: %s", got)
	}
}
