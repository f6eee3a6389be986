package membership

import (
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/memberlist"
)

// Timing holds the periods of membership. All are positive; [Presets] has sets of
// them that fit together. The detection time of a member that fails is about
// Probe + SuspicionMult × max(1, log₁₀ n) × Probe, up to SuspicionMaxMult times
// the second term where too few others confirm the suspicion.
type Timing struct {
	Name string // of the preset

	Probe            time.Duration // between probes of one member each
	ProbeTimeout     time.Duration // until a probe is tried through others; about the 99th percentile of a round trip
	IndirectChecks   int           // members asked to probe for us
	SuspicionMult    int
	SuspicionMaxMult int
	RetransmitMult   int           // each member sends a piece of news this × ⌈log₁₀(n+1)⌉ times
	Gossip           time.Duration // between rounds of gossip
	GossipNodes      int           // members told in a round
	GossipToTheDead  time.Duration // then memberlist forgets a failed member; this package does not
	PushPull         time.Duration // between exchanges of the whole state with one member
	Stream           time.Duration // to open a stream, to read and to write it

	Rejoin    time.Duration // first wait before failed members and seeds are tried again
	RejoinMax time.Duration // the wait doubles up to this
	Announce  time.Duration // least time between two announcements of our own Meta
}

// Presets lists the sets of periods: three of memberlist and two of ours. The time until
// all of eight members knew that one died, without losses, median (95th percentile) of 20
// trials on the network of gossiptest: lan 6.0 s (7.8 s), wan 39 s (43 s), local 4.9 s
// (7.1 s), wifi 13.5 s (15.5 s); of fifty: lan 8.4 s, wan 63 s, local 7.6 s, wifi 22 s.
// An agent that must detect a death sooner needs a failure detector of its own.
func Presets() []Timing {
	lan := preset("lan", memberlist.DefaultLANConfig())
	lan.Rejoin, lan.RejoinMax, lan.Announce = 2*time.Second, 15*time.Second, time.Second

	wan := preset("wan", memberlist.DefaultWANConfig())
	wan.Rejoin, wan.RejoinMax, wan.Announce = 10*time.Second, 60*time.Second, 5*time.Second

	local := preset("local", memberlist.DefaultLocalConfig())
	local.Rejoin, local.RejoinMax, local.Announce = time.Second, 5*time.Second, 500*time.Millisecond

	// lan-fast detects a dead leader sooner by its hellos, not by the gossip: faster probes would take
	// paused members for dead. Others hear sooner whom a member follows.
	fast := lan
	fast.Name, fast.Announce = "lan-fast", 500*time.Millisecond

	return []Timing{lan, fast, wan, local, wifi(lan)}
}

// wifi is lan for radios that save power and lose frames.
//
// An access point beacons every 100 time units of 1.024 ms and keeps frames for a
// sleeping station until the next beacon, or until every third of them where the DTIM
// period is 3 (IEEE 802.11, power management): a frame may wait 307 ms at each end. A
// probe and its answer wait twice, 614 ms, and retries at the MAC add tens of
// milliseconds: 750 ms. An indirect probe waits four times, 1229 ms, and must fit into
// what is left of the probe's period: 2 s.
//
// Frames to all are neither acknowledged nor repeated and suffer losses of 5 %
// and more (RFC 9119 §3.1); measurements between roofs found links of all loss rates
// (Aguayo et al., SIGCOMM 2004). At 30 % loss a probe and its answer both arrive with
// probability 0.7² = 0.49, each of four indirect ones with
// 0.7⁴ = 0.24, so one round in six fails by chance (0.51 × 0.76⁴ = 0.17; three
// indirect ones: 0.22) before the stream is tried. Hence four checks, five
// probe periods to refute, 10 s, and five transmissions of a piece of news.
//
// Gossip is slower, so that radios may sleep. The election does not wait for it: it has
// datagrams of its own. Detection takes about 14 s.
func wifi(lan Timing) Timing {
	t := lan
	t.Name = "wifi"
	t.Probe, t.ProbeTimeout = 2*time.Second, 750*time.Millisecond
	t.IndirectChecks, t.SuspicionMult, t.RetransmitMult = 4, 5, 5
	t.Gossip = 500 * time.Millisecond
	t.GossipToTheDead = 60 * time.Second // six suspicions, as lan's 30 s are about seven
	t.Rejoin, t.RejoinMax, t.Announce = 3*time.Second, 15*time.Second, 2*time.Second
	return t
}

// Preset finds a preset by its name.
func Preset(name string) (Timing, error) {
	var names []string
	for _, t := range Presets() {
		if t.Name == name {
			return t, nil
		}
		names = append(names, t.Name)
	}
	return Timing{}, fmt.Errorf("no timing preset %q: choose one of %s", name, strings.Join(names, ", "))
}

func preset(name string, c *memberlist.Config) Timing {
	return Timing{
		Name:  name,
		Probe: c.ProbeInterval, ProbeTimeout: c.ProbeTimeout, IndirectChecks: c.IndirectChecks,
		SuspicionMult: c.SuspicionMult, SuspicionMaxMult: c.SuspicionMaxTimeoutMult,
		RetransmitMult: c.RetransmitMult, Gossip: c.GossipInterval, GossipNodes: c.GossipNodes,
		GossipToTheDead: c.GossipToTheDeadTime, PushPull: c.PushPullInterval, Stream: c.TCPTimeout,
	}
}

// into copies the periods into a memberlist configuration.
func (t Timing) into(c *memberlist.Config) {
	c.ProbeInterval, c.ProbeTimeout, c.IndirectChecks = t.Probe, t.ProbeTimeout, t.IndirectChecks
	c.SuspicionMult, c.SuspicionMaxTimeoutMult = t.SuspicionMult, t.SuspicionMaxMult
	c.RetransmitMult, c.GossipInterval, c.GossipNodes = t.RetransmitMult, t.Gossip, t.GossipNodes
	c.GossipToTheDeadTime, c.PushPullInterval, c.TCPTimeout = t.GossipToTheDead, t.PushPull, t.Stream
}

// check refuses periods with which memberlist would wait for ever or not at all.
func (t Timing) check() error {
	for _, d := range []struct {
		name string
		is   time.Duration
	}{
		{"probe", t.Probe}, {"probe time-out", t.ProbeTimeout}, {"gossip", t.Gossip},
		{"gossip to the dead", t.GossipToTheDead}, {"push-pull", t.PushPull}, {"stream", t.Stream},
		{"rejoin", t.Rejoin}, {"greatest rejoin", t.RejoinMax}, {"announce", t.Announce},
	} {
		if d.is <= 0 {
			return fmt.Errorf("timing: %s must be longer than 0, got %v", d.name, d.is)
		}
	}
	switch {
	case t.ProbeTimeout >= t.Probe:
		return fmt.Errorf("timing: the probe time-out %v must be below the probe period %v", t.ProbeTimeout, t.Probe)
	case t.RejoinMax < t.Rejoin:
		return fmt.Errorf("timing: the greatest rejoin wait %v is below the first, %v", t.RejoinMax, t.Rejoin)
	case t.IndirectChecks < 0 || t.SuspicionMult < 1 || t.SuspicionMaxMult < 1 || t.RetransmitMult < 1 || t.GossipNodes < 1:
		return fmt.Errorf("timing: a count is too small: %+v", t)
	}
	return nil
}
