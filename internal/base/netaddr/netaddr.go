// Package netaddr reads where a machine can be reached, as people write it: "host" or
// "host:port".
//
// It assumes that a host is an IP address or a name that is looked up later; it never looks
// one up. Its errors do not begin with the text that was read: the caller names it.
package netaddr

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"unicode"
)

// Split splits "host[:port]"; an IPv6 address with a port stands in brackets. Without a port
// it gives the usual one. The host may be empty, as in ":7946".
func Split(text string, usual uint16) (host string, port uint16, err error) {
	if scheme, rest, is := strings.Cut(text, "://"); is && scheme != "" {
		return "", 0, fmt.Errorf("want HOST or HOST:PORT, like %s, and no URL", example(rest))
	}
	bare := text
	if inner, opened := strings.CutPrefix(text, "["); opened {
		if whole, closed := strings.CutSuffix(inner, "]"); closed {
			bare = whole
		}
	}
	if ip, err := netip.ParseAddr(bare); err == nil {
		return ip.String(), usual, nil
	}
	if !strings.ContainsAny(text, ":[]") {
		return text, usual, nil
	}
	host, digits, err := net.SplitHostPort(text)
	if err != nil {
		return "", 0, errors.New("want HOST or HOST:PORT; an IPv6 address with a port stands in brackets, like [2001:db8::1]:7946")
	}
	number, err := strconv.ParseUint(digits, 10, 16)
	if err != nil {
		return "", 0, fmt.Errorf("want HOST or HOST:PORT, with a port from 0 to 65535, and got %q for the port", digits)
	}
	return host, uint16(number), nil
}

// example is the part of a URL that was meant, if it could be.
func example(rest string) string {
	at, _, _ := strings.Cut(rest, "/")
	if host, _, err := Split(at, 0); err != nil || CheckHost(host) != nil {
		return "192.168.1.11:7946"
	}
	return at
}

// CheckHost refuses what can be neither an IP address nor the name of a machine. A name whose
// last part is a number is taken for an IP address: no top-level domain is a number (RFC 3696,
// section 2).
func CheckHost(host string) error {
	if _, err := netip.ParseAddr(host); err == nil {
		return nil
	}
	named := strings.TrimSuffix(host, ".")
	parts := strings.Split(named, ".")
	if last := parts[len(parts)-1]; last != "" && strings.Trim(last, "0123456789") == "" {
		return fmt.Errorf("%s is no IP address, and no name of a machine ends in a number alone", host)
	}
	for _, part := range parts {
		if part == "" || strings.ContainsFunc(part, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
		}) {
			return errors.New("want the name or IP address of a machine, and a port if it is another, like 192.168.1.11:7946")
		}
	}
	return nil
}
