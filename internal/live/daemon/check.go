package daemon

import (
	"errors"
	"fmt"
	"net"
	"os"

	"bellwether/internal/base/errs"
	"bellwether/internal/base/netaddr"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/live/api"
	"bellwether/internal/live/membership"
	"bellwether/internal/live/secure"
	"bellwether/internal/live/sensors"
)

// checkAddresses refuses names and addresses that no agent can have. Whether an address is this
// machine's, and who can be reached, is not checked before the agent starts.
func (s *Settings) checkAddresses(doc *strictyaml.Document) {
	if err := membership.CheckName(s.Name); err != nil {
		doc.Fault("name", "%v", err)
	}
	if err := membership.CheckBind(s.Bind); err != nil {
		doc.Fault("bind", "%v", err)
	}
	if s.Advertise != "" {
		if err := membership.CheckAdvertise(s.Advertise); err != nil {
			doc.Fault("advertise", "%v", err)
		}
	}
	for i, seed := range s.Join {
		if err := membership.CheckSeed(seed); err != nil {
			doc.Fault(fmt.Sprintf("join[%d]", i), "%q: %v", seed, err)
		}
	}
	for i, host := range s.HTTPHosts {
		if netaddr.CheckHost(host) != nil {
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
	host, _, err := netaddr.Split(at, 0)
	if err != nil {
		return err
	}
	if _, _, err := net.SplitHostPort(at); err != nil {
		return errors.New("want HOST:PORT, like 127.0.0.1:7980")
	}
	if host == "" {
		return nil
	}
	return netaddr.CheckHost(host)
}

// checkFiles refuses files that cannot be used, and a capability that cannot be parsed.
func (s *Settings) checkFiles(doc *strictyaml.Document) {
	if _, err := sensors.Parse(s.Capability); err != nil {
		doc.Fault("capability", "%v", err)
	}
	if s.KeyFile != "" {
		if _, err := ReadKeyFile(s.KeyFile); err != nil {
			doc.Fault("key_file", "%s", errs.ForPeople(err))
		}
	}
	if s.Wire != secure.Open1.String() && s.KeyFile == "" {
		doc.Fault("wire", "has no effect without key_file")
	}
	if s.Operators != "" && s.KeyFile == "" {
		doc.Fault("operators", "has no effect without key_file")
	}
	if _, err := s.operatedBy(); err != nil {
		doc.Fault("operators", "%s", errs.ForPeople(err))
	}
	s.checkIdentity(doc)
	s.checkAdmission(doc)
	s.checkCertificates(doc)
	if _, err := ReadToken(s.TokenFile); err != nil {
		doc.Fault("token_file", "%s", errs.ForPeople(err))
	}
	for _, of := range []struct{ path, dir string }{{"state", s.State}, {"trace", s.Trace}} {
		if info, err := os.Stat(of.dir); err == nil && !info.IsDir() {
			doc.Fault(of.path, "%s is a file; wanted is a directory", of.dir)
		}
	}
}

// checkCertificates refuses incomplete settings of TLS, and files that hold no certificate or
// key.
func (s *Settings) checkCertificates(doc *strictyaml.Document) {
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
			doc.Fault("http_cert", "%s", errs.ForPeople(err))
		}
	}
}

// certificates are for HTTP.
func (s *Settings) certificates() api.Certificates {
	return api.Certificates{Cert: s.HTTPCert, Key: s.HTTPCertKey, Authority: s.HTTPClientCA}
}
