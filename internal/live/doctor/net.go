package doctor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"bellwether/internal/base/netaddr"
	"bellwether/internal/live/daemon"
	"bellwether/internal/live/discovery"
	"bellwether/internal/live/membership"
)

// port checks whether the gossip's port is free or held by the agent.
func port(ctx context.Context, e *Examination, n *notes) {
	at, err := split(e.Settings.Bind)
	if err != nil {
		return // among the faults of the settings
	}
	for _, network := range []string{"udp", "tcp"} {
		listen(ctx, e, n, endpoint{network, at, "--bind"})
	}
}

// web checks whether the port of HTTP is free or held by the agent.
func web(ctx context.Context, e *Examination, n *notes) {
	if e.Settings.HTTP == "off" {
		n.ok("off")
		return
	}
	if daemon.CheckHTTP(e.Settings.HTTP) == nil {
		listen(ctx, e, n, endpoint{"tcp", e.Settings.HTTP, "--http"})
	}
}

// An endpoint is an address to listen at, and the flag that sets it.
type endpoint struct{ network, at, flag string }

// listen opens a port and closes it.
func listen(ctx context.Context, e *Examination, n *notes, p endpoint) {
	var c interface{ Close() error }
	var err error
	if p.network == "udp" {
		c, err = new(net.ListenConfig).ListenPacket(ctx, p.network, p.at)
	} else {
		c, err = new(net.ListenConfig).Listen(ctx, p.network, p.at)
	}
	runs := e.running != nil || e.silent != nil
	switch {
	case err == nil:
		c.Close()
		if runs {
			n.warn(remedy("check that "+p.flag+" is what the agent was started with"), "%s %s is free, though the agent runs", p.network, p.at)
			return
		}
		n.ok("%s %s is free", p.network, p.at)
	case errors.Is(err, syscall.EADDRINUSE) && runs:
		n.ok("%s %s is in use, as the agent's should be", p.network, p.at)
	case errors.Is(err, syscall.EADDRINUSE):
		n.fail(remedy(`"ss -lnp" as root says by whom; end that, or choose another `+p.flag), "%s %s is in use by another program", p.network, p.at)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		n.fail(remedy("choose one of this machine for "+p.flag+`, which "ip address" shows`), "%s is no address of this machine", p.at)
	case errors.Is(err, syscall.EACCES):
		n.fail(remedy("choose a port from 1024 on for "+p.flag), "%s %s needs more rights", p.network, p.at)
	default:
		n.fail(remedy("choose another "+p.flag), "%s %s: %v", p.network, p.at, err)
	}
}

// split is host:port of where an agent listens.
func split(bind string) (string, error) {
	host, number, err := netaddr.Split(bind, membership.DefaultPort)
	return net.JoinHostPort(host, strconv.Itoa(int(number))), err
}

// address checks the address at which others reach the agent.
func address(ctx context.Context, e *Examination, n *notes) {
	at := e.Settings.Advertise
	if at == "" && e.running != nil {
		for _, m := range e.running.Members {
			if m.ID == e.running.Self.ID {
				at = m.Addr
			}
		}
	}
	if at == "" {
		n.ok("others are told that of the way to the first seed, else the first private one")
		return
	}
	host, _, err := netaddr.Split(at, membership.DefaultPort)
	if err != nil {
		return
	}
	ips, err := lookup(ctx, host)
	if err != nil {
		n.fail("correct --advertise, or the name service", "%s: %v", host, err)
		return
	}
	cards, err := net.InterfaceAddrs()
	if err != nil {
		n.warn("", "the addresses of this machine cannot be listed: %v", err)
		return
	}
	own := func(ip netip.Addr) bool {
		return slices.ContainsFunc(cards, func(a net.Addr) bool {
			p, err := netip.ParsePrefix(a.String())
			return err == nil && p.Addr().Unmap() == ip
		})
	}
	switch {
	case !slices.ContainsFunc(ips, own):
		n.warn("forward UDP and TCP of that port to this machine, or correct --advertise", "others are told %s, which is no address of this machine", host)
	case ips[0].IsLoopback() && len(e.Settings.Join) > 0 && !loopbacks(e.Settings.Join):
		n.fail("advertise an address that the seeds can reach", "others are told %s, which only this machine reaches", host)
	default:
		n.ok("others are told %s, an address of this machine", host)
	}
}

// loopbacks reports whether all seeds are on this machine.
func loopbacks(seeds []string) bool {
	for _, s := range seeds {
		host, _, _ := netaddr.Split(s, membership.DefaultPort)
		if ip, err := netip.ParseAddr(host); host != "localhost" && (err != nil || !ip.IsLoopback()) {
			return false
		}
	}
	return true
}

func lookup(ctx context.Context, host string) ([]netip.Addr, error) {
	if ip, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{ip.Unmap()}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	ips, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	for i := range ips {
		ips[i] = ips[i].Unmap()
	}
	return ips, err
}

// seedsMost bounds the seeds that are called.
const seedsMost = 16

// seeds calls each seed by UDP and TCP.
func seeds(ctx context.Context, e *Examination, n *notes) {
	all := e.Settings.Join
	if len(all) == 0 && !e.Settings.Discover && (e.running == nil || len(e.running.Members) < 2) {
		n.warn("name one member or more with --join, or look for them with --discover", "there are none, so this agent finds nobody by itself")
		return
	}
	all = all[:min(len(all), seedsMost)]
	found := make([]notes, len(all))
	var calling sync.WaitGroup
	for i, seed := range all {
		found[i].check = n.check
		calling.Go(func() { callSeed(ctx, seed, &found[i]) })
	}
	calling.Wait()
	for _, f := range found {
		n.found = append(n.found, f.found...)
	}
}

func callSeed(ctx context.Context, seed string, n *notes) {
	host, number, err := netaddr.Split(seed, membership.DefaultPort)
	if err != nil {
		return
	}
	ips, err := lookup(ctx, host)
	if err != nil || len(ips) == 0 {
		n.fail("correct the name, or take an address", "%s: its name is not known: %v", seed, err)
		return
	}
	at := netip.AddrPortFrom(ips[0], number).String()
	tcp, udp := call(ctx, "tcp", at), call(ctx, "udp", at)
	refused := func(err error) bool { return errors.Is(err, syscall.ECONNREFUSED) }
	switch {
	case refused(tcp):
		n.warn("start an agent there, or correct --join", "%s: the machine answers, and nobody listens by TCP", seed)
	case tcp != nil:
		n.fail("is the machine on, and may TCP pass each firewall to that port", "%s cannot be reached by TCP: %v", seed, tcp)
	case refused(udp):
		n.fail("let UDP pass the firewall to that port, not TCP alone", "%s listens by TCP, and refuses UDP", seed)
	default:
		n.ok("%s answers by TCP, and does not refuse UDP", seed)
	}
}

// refusal is how long a refusal of UDP may take: the longest round trip of --timing wan.
const refusal = 500 * time.Millisecond

// call connects by TCP, or sends a byte by UDP and waits for a refusal.
func call(ctx context.Context, network, at string) error {
	c, err := (&net.Dialer{Timeout: callTime}).DialContext(ctx, network, at)
	if err != nil {
		return err
	}
	defer c.Close()
	if network == "tcp" {
		return nil
	}
	if err := c.SetDeadline(time.Now().Add(refusal)); err != nil {
		return err
	}
	if _, err := c.Write([]byte{0}); err != nil {
		return err
	}
	_, err = c.Read(make([]byte, 1))
	if errors.Is(err, syscall.ECONNREFUSED) {
		return err
	}
	return nil // an open port of UDP sends no answer
}

// multicast looks for agents as --discover does.
func multicast(ctx context.Context, e *Examination, n *notes) {
	if !e.Settings.Discover {
		n.ok("not used, without --discover")
		return
	}
	found, err := discovery.Find(ctx, discovery.Options{Label: e.Settings.Label, Interface: e.Settings.Interface})
	own := 0
	if e.running != nil {
		own = 1 // it answers, too
	}
	switch {
	case err != nil:
		n.fail("does the card carry multicast, and is it up? --interface chooses another", "%v", err)
	case len(found) <= own:
		n.warn("on the access point allow multicast between stations; on a switch look at IGMP snooping; or take --join",
			"no other agent answers by multicast DNS")
	default:
		n.ok("%d agents answer by multicast DNS", len(found))
	}
}

// packetMost is the longest packet of the gossip on the network: 1400 bytes and the headers of
// UDP and of IPv6.
const packetMost = 1400 + 8 + 40

// mtu checks whether packets fit the network cards on the routes to seeds and members.
func mtu(_ context.Context, e *Examination, n *notes) {
	to := slices.Clone(e.Settings.Join)
	if e.running != nil {
		for _, m := range e.running.Members {
			to = append(to, m.Addr)
		}
	}
	checked := map[string]bool{}
	for _, at := range to {
		card, err := way(at)
		if err != nil || checked[card.Name] {
			continue
		}
		checked[card.Name] = true
		fits(n, card, at)
	}
	if len(n.found) == 0 {
		n.ok("looked at once there are members or seeds with an address")
	}
}

// fits reports whether packets fit the MTU of a card on the route to a member.
func fits(n *notes, card net.Interface, to string) {
	if card.MTU < packetMost {
		n.warn("raise the card's MTU if the link allows it",
			"%s, on the way to %s, carries %d bytes: packets of up to %d are sent in fragments, all of which must arrive", card.Name, to, card.MTU, packetMost)
		return
	}
	n.ok("%s carries %d bytes, packets have at most %d", card.Name, card.MTU, packetMost)
}

// way returns the card by which the kernel would send.
func way(to string) (net.Interface, error) {
	host, number, err := netaddr.Split(to, membership.DefaultPort)
	if err != nil {
		return net.Interface{}, err
	}
	if _, err := netip.ParseAddr(host); err != nil {
		return net.Interface{}, err // a name: seeds looks it up
	}
	c, err := net.Dial("udp", net.JoinHostPort(host, strconv.Itoa(int(number)))) // sends nothing
	if err != nil {
		return net.Interface{}, err
	}
	defer c.Close()
	local, err := netip.ParseAddrPort(c.LocalAddr().String())
	if err != nil {
		return net.Interface{}, err
	}
	cards, err := net.Interfaces()
	if err != nil {
		return net.Interface{}, err
	}
	for _, card := range cards {
		addrs, err := card.Addrs()
		if err != nil {
			continue
		}
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil && p.Addr().Unmap() == local.Addr().Unmap() {
				return card, nil
			}
		}
	}
	return net.Interface{}, fmt.Errorf("no card has %s", local.Addr())
}
