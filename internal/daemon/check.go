package daemon

import (
	"errors"
	"fmt"
	"net"
	"os"

	"bellwether/internal/api"
	"bellwether/internal/gossip"
	"bellwether/internal/hostport"
	"bellwether/internal/inwords"
	"bellwether/internal/sensor"
	"bellwether/internal/strict"
)

// checkAddresses refuses names and addresses that no agent can have. Whether an address is this
// machine's, and who can be reached, is not checked before the agent starts.
func (s *Settings) checkAddresses(doc *strict.Document) {
	if err := gossip.CheckName(s.Name); err != nil {
		doc.Fault("name", "%v", err)
	}
	if err := gossip.CheckBind(s.Bind); err != nil {
		doc.Fault("bind", "%v", err)
	}
	if s.Advertise != "" {
		if err := gossip.CheckAdvertise(s.Advertise); err != nil {
			doc.Fault("advertise", "%v", err)
		}
	}
	for i, seed := range s.Join {
		if err := gossip.CheckSeed(seed); err != nil {
			doc.Fault(fmt.Sprintf("join[%d]", i), "%q: %v", seed, err)
		}
	}
	for i, host := range s.HTTPHosts {
		if hostport.CheckHost(host) != nil {
			doc.Fault(fmt.Sprintf("http_hosts[%d]", i), "%q is no name of a machine", host)
		}
	}
	if s.HTTP != "off" {
		if err := CheckHTTP(s.HTTP); err != nil {
			doc.Fault("http", "%v; or off", err)
		}
	}
}

// CheckHTTP refuses what is not "host:port" or ":port".
func CheckHTTP(at string) error {
	host, _, err := hostport.Split(at, 0)
	if err != nil {
		return err
	}
	if _, _, err := net.SplitHostPort(at); err != nil {
		return errors.New("want HOST:PORT, like 127.0.0.1:7980")
	}
	if host == "" {
		return nil
	}
	return hostport.CheckHost(host)
}

// checkFiles refuses files that cannot be used, and a capability that cannot be parsed.
func (s *Settings) checkFiles(doc *strict.Document) {
	if _, err := sensor.Parse(s.Capability); err != nil {
		doc.Fault("capability", "%v", err)
	}
	if s.KeyFile != "" {
		if _, err := ReadKeyFile(s.KeyFile); err != nil {
			doc.Fault("key_file", "%s", inwords.Of(err))
		}
	}
	s.checkIdentity(doc)
	s.checkCertificates(doc)
	if _, err := ReadToken(s.TokenFile); err != nil {
		doc.Fault("token_file", "%s", inwords.Of(err))
	}
	for _, of := range []struct{ path, dir string }{{"state", s.State}, {"trace", s.Trace}} {
		if info, err := os.Stat(of.dir); err == nil && !info.IsDir() {
			doc.Fault(of.path, "%s is a file; wanted is a directory", of.dir)
		}
	}
}

// checkCertificates refuses incomplete settings of TLS, and files that hold no certificate or
// key.
func (s *Settings) checkCertificates(doc *strict.Document) {
	switch {
	case s.HTTPCert == "" && s.HTTPCertKey != "":
		doc.Fault("http_cert_key", "has no effect without http_cert")
	case s.HTTPCert == "" && s.HTTPClientCA != "":
		doc.Fault("http_client_ca", "has no effect without http_cert")
	case s.HTTPCert == "":
	case s.HTTP == "off":
		doc.Fault("http_cert", "has no effect with http off")
	case s.HTTPCertKey == "":
		doc.Fault("http_cert", "needs http_cert_key, the file of its private key")
	default:
		if _, err := s.certificates().Server(); err != nil {
			doc.Fault("http_cert", "%s", inwords.Of(err))
		}
	}
}

// certificates are those of HTTP.
func (s *Settings) certificates() api.Certificates {
	return api.Certificates{Cert: s.HTTPCert, Key: s.HTTPCertKey, Authority: s.HTTPClientCA}
}
