package address

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"time"

	"bellwether/internal/base/netaddr"
	"bellwether/internal/live/membership/internal/wire"
)

// DefaultPort is where seeds without a port are sought: memberlist's, UDP and TCP.
const DefaultPort = 7946

// lookupTimeout bounds a query to the name service: two tries of 5 s, the default of the
// resolver (resolv.conf(5)).
const lookupTimeout = 10 * time.Second

// ParseBind returns the address to listen at. The host must be an IP address: a name may
// have several.
func ParseBind(bind string) (netip.AddrPort, error) {
	host, port, err := netaddr.Split(bind, DefaultPort)
	if err != nil {
		return netip.AddrPort{}, err
	}
	if host == "" {
		host = "0.0.0.0"
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return netip.AddrPort{}, errors.New("the host must be an IP address of this machine or 0.0.0.0")
	}
	if ip.Zone() != "" {
		return netip.AddrPort{}, errors.New("link-local addresses with a zone cannot be gossiped")
	}
	return netip.AddrPortFrom(ip, port), nil
}

// CheckBind reports what is wrong with an address to listen at.
func CheckBind(bind string) error {
	_, err := ParseBind(bind)
	return err
}

// CheckAdvertise reports what is wrong with an address at which others reach an agent. It does
// not check whether the address is one of this machine.
func CheckAdvertise(at string) error {
	host, _, err := netaddr.Split(at, DefaultPort)
	if err != nil {
		return err
	}
	return netaddr.CheckHost(host)
}

// CheckSeed reports what is wrong with a member to join, "host[:port]". It does not check
// whether the member can be reached: it may be started later.
func CheckSeed(seed string) error {
	host, port, err := netaddr.Split(seed, DefaultPort)
	if err != nil {
		return err
	}
	if err := netaddr.CheckHost(host); err != nil {
		return err
	}
	if port == 0 {
		return errors.New("nobody can be reached at port 0")
	}
	if ip, err := netip.ParseAddr(host); err == nil && (ip.IsUnspecified() || ip.IsMulticast()) {
		return errors.New("nobody can be reached there")
	}
	return nil
}

// SeedFault is CheckSeed with the name of the option.
func SeedFault(seed string) error {
	if err := CheckSeed(seed); err != nil {
		return fmt.Errorf("join %q: %w", seed, err)
	}
	return nil
}

// Resolve gives the addresses of "host[:port]", at most four.
func Resolve(ctx context.Context, address string) ([]netip.AddrPort, error) {
	host, port, err := netaddr.Split(address, DefaultPort)
	if err != nil {
		return nil, err
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		return []netip.AddrPort{netip.AddrPortFrom(ip, port)}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	ips, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, err
	}
	var all []netip.AddrPort
	for _, ip := range ips[:min(len(ips), 4)] {
		all = append(all, netip.AddrPortFrom(ip.Unmap(), port))
	}
	return all, nil
}

// A Wish is what an operator says of the address at which others reach this agent.
type Wish struct {
	Advertise string   // "host:port" or "host"; "": not said
	Join      []string // seeds, which the address must be able to reach
}

// Advertise returns the address that others shall use. bind is the address that we listen
// at, with its port known. Its errors name the flag that helps.
func Advertise(o Wish, bind netip.AddrPort) (netip.AddrPort, error) {
	var at netip.AddrPort
	switch {
	case o.Advertise != "":
		host, port, err := netaddr.Split(o.Advertise, bind.Port())
		if err == nil {
			err = netaddr.CheckHost(host)
		}
		if err != nil {
			return at, fmt.Errorf("advertise %q: %w", o.Advertise, err)
		}
		all, err := Resolve(context.Background(), net.JoinHostPort(host, strconv.Itoa(int(port))))
		if err != nil {
			return at, fmt.Errorf("advertise %q: %w", o.Advertise, err)
		}
		at = all[0]
	case !bind.Addr().IsUnspecified():
		at = bind
	default:
		ip, err := ownAddress(o.Join)
		if err != nil {
			return at, err
		}
		at = netip.AddrPortFrom(ip, bind.Port())
	}
	if err := wire.CheckAddr(at.String()); err != nil || at.Addr().Zone() != "" {
		return at, fmt.Errorf("advertise %s: others cannot reach that address: advertise one of this machine", at)
	}
	if seed, ok := distantSeed(o.Join); ok && at.Addr().IsLoopback() {
		return at, fmt.Errorf("advertise %s: %s and others cannot reach a loopback address: advertise an address of this machine, or bind to it", at, seed)
	}
	return at, nil
}

// distantSeed returns the first seed that is certainly an address of another machine.
func distantSeed(seeds []string) (string, bool) {
	for _, s := range seeds {
		host, _, err := netaddr.Split(s, DefaultPort)
		if err != nil {
			continue
		}
		if ip, err := netip.ParseAddr(host); err == nil && !ip.IsLoopback() {
			return s, true
		}
	}
	return "", false
}

var errNoAddress = errors.New("this machine has no private IP address to advertise: advertise another, or bind to 127.0.0.1 to stay on this machine")

// ownAddress gives the address from which the kernel would reach a seed, else the
// first private one of an interface that is up.
func ownAddress(seeds []string) (netip.Addr, error) {
	for _, s := range seeds {
		host, port, err := netaddr.Split(s, DefaultPort)
		if err != nil {
			continue
		}
		if _, err := netip.ParseAddr(host); err != nil {
			continue // a name: its lookup may take long
		}
		// Connecting a UDP socket sends nothing.
		c, err := net.Dial("udp", net.JoinHostPort(host, strconv.Itoa(int(port))))
		if err != nil {
			continue
		}
		at, err := netip.ParseAddrPort(c.LocalAddr().String())
		c.Close()
		if err == nil && at.Addr().Zone() == "" {
			return at.Addr().Unmap(), nil
		}
	}
	return privateAddress()
}

func privateAddress() (netip.Addr, error) {
	cards, err := net.Interfaces()
	if err != nil {
		return netip.Addr{}, fmt.Errorf("look for an address to advertise: %w", err)
	}
	var found netip.Addr
	for _, card := range cards {
		if card.Flags&net.FlagUp == 0 || card.Flags&net.FlagLoopback != 0 {
			continue
		}
		addrs, err := card.Addrs()
		if err != nil {
			continue
		}
		for _, a := range addrs {
			p, err := netip.ParsePrefix(a.String())
			if err != nil || !p.Addr().IsPrivate() {
				continue
			}
			// Take the first, but IPv4 before IPv6: others may have no IPv6.
			if !found.IsValid() || found.Is6() && p.Addr().Is4() {
				found = p.Addr()
			}
		}
	}
	if !found.IsValid() {
		return netip.Addr{}, errNoAddress
	}
	return found, nil
}
