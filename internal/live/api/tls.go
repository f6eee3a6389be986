package api

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
	"sync"
	"time"
)

// Certificates are files in PEM of one side of TLS.
type Certificates struct {
	Cert, Key string // of this side; only its owner may be able to read the private key
	Authority string // whose certificates the other side must have; "": a server asks for none, a client takes the system's
}

// Server makes the configuration of a server: TLS 1.3. With an authority, clients must have a
// certificate of it. The server's certificate is read again when its file changes, so a
// renewed one needs no restart.
func (c Certificates) Server() (*tls.Config, error) {
	of := &renewed{of: c}
	if _, err := of.get(); err != nil {
		return nil, err
	}
	config := &tls.Config{MinVersion: tls.VersionTLS13,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return of.get() }}
	if c.Authority != "" {
		pool, err := c.pool()
		if err != nil {
			return nil, err
		}
		config.ClientCAs, config.ClientAuth = pool, tls.RequireAndVerifyClientCert
	}
	return config, nil
}

// Client makes the configuration of a client.
func (c Certificates) Client() (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS13}
	if c.Authority != "" {
		pool, err := c.pool()
		if err != nil {
			return nil, err
		}
		config.RootCAs = pool
	}
	if c.Cert != "" {
		pair, err := c.load()
		if err != nil {
			return nil, err
		}
		config.Certificates = []tls.Certificate{*pair}
	}
	return config, nil
}

func (c Certificates) load() (*tls.Certificate, error) {
	pair, err := tls.LoadX509KeyPair(c.Cert, c.Key)
	if err != nil {
		return nil, fmt.Errorf("the certificate %s with the key %s: %w", c.Cert, c.Key, err)
	}
	return &pair, nil
}

func (c Certificates) pool() (*x509.CertPool, error) {
	text, err := os.ReadFile(c.Authority)
	if err != nil {
		return nil, fmt.Errorf("the authority: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("the authority: %s has no certificate in PEM", c.Authority)
	}
	return pool, nil
}

// renewed is a certificate that follows its files.
type renewed struct {
	of Certificates

	mu   sync.Mutex
	pair *tls.Certificate
	read time.Time // when the file of pair was written
}

// get returns the certificate of the files, or the one before if they cannot be read now.
func (r *renewed) get() (*tls.Certificate, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	info, err := os.Stat(r.of.Cert)
	if err == nil && r.pair != nil && info.ModTime().Equal(r.read) {
		return r.pair, nil
	}
	if err == nil {
		var pair *tls.Certificate
		if pair, err = r.of.load(); err == nil {
			r.pair, r.read = pair, info.ModTime()
		}
	}
	if r.pair != nil {
		return r.pair, nil
	}
	return nil, err
}
