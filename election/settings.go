package election

import (
	"cmp"
	"time"

	"bellwether/protocol"
)

// The values of the parameter signalling.
const (
	signallingTCP       = "tcp"
	signallingUDP       = "udp"
	signallingBroadcast = "broadcast"
	signallingOptimised = "optimised"
)

// settings are the resolved parameters, shared by all nodes of a world.
type settings struct {
	signalling     signalling
	beaconInterval time.Duration
	beaconTimeout  time.Duration // beacon_interval × beacon_loss
	probeInterval  time.Duration
	replyTimeout   time.Duration
	childTimeout   time.Duration
	jitter         time.Duration
	hopAge         uint32 // milliseconds a claim ages by being passed on
	tries          uint8
	rto            time.Duration // tcp: before the first repetition
	rtoMax         time.Duration
	tcpTimeout     time.Duration // 0: not tcp
	synRTO         time.Duration // the same three of a Syn
	synTimeout     time.Duration
	reuse          bool // a connection outlives the message it was opened for
	linkExchanges  int  // broadcast: over a new link
	hysteresis     protocol.Margin
}

// maxTries keeps a count of tries within a byte.
const maxTries = 100

func params() []protocol.Param {
	return []protocol.Param{
		{Name: "signalling", Type: protocol.TypeChoice, Default: signallingBroadcast,
			Choices: []string{signallingTCP, signallingUDP, signallingBroadcast, signallingOptimised},
			Doc: "How Elections travel (§VI): tcp, one to each neighbour over a connection, each acknowledged; udp, the same without " +
				"connections; broadcast, one for all, " +
				"answered by Child; or optimised, broadcast that names the departed leader, so that a node with another leader stays out. " +
				"Broadcast is the default: fewer messages than unicast, no neighbour list, and no node left out because of its leader."},
		{Name: "beacon_interval", Type: protocol.TypeDuration, Default: protocol.DefaultInterval, Min: "1ms", Max: "24h",
			Doc: "Between two beacons of a leader. The paper's is 20s; the default is the scenario's detection budget, the same for every algorithm."},
		{Name: "beacon_loss", Type: protocol.TypeInteger, Default: protocol.DefaultMisses, Min: "1", Max: "100",
			Doc: "Beacon intervals of silence before a leader counts as lost. The paper's is 6."},
		{Name: "probe_interval", Type: protocol.TypeDuration, Default: "1s", Min: "1ms", Max: "24h",
			Doc: "Between two rounds of Probes while a node awaits Acks or the Leader. Not given in the paper. The default is " +
				"longer than an election over 20 hops takes without loss, so that only elections in trouble are probed."},
		{Name: "reply_timeout", Type: protocol.TypeDuration, Default: "250ms", Min: "1ms", Max: "24h",
			Doc: "How long a Probe may stay unanswered. Not given in the paper. The default is twice the longest one-hop exchange " +
				"of 802.11 at 2 Mbit/s with all 7 retries each way, about 60ms, and twice that again for a loaded channel."},
		{Name: "child_timeout", Type: protocol.TypeDuration, Default: "100ms", Min: "1ms", Max: "24h",
			Doc: "CHILD-TIMEOUT: how long a node waits for others to join by its Election (broadcast and optimised signalling). Not given in the paper. " +
				"It must exceed two rebroadcast_jitter, its own and its child's, and two airtimes; the default leaves 60ms to the retries of Child."},
		{Name: "rebroadcast_jitter", Type: protocol.TypeDuration, Default: "20ms", Min: "0s", Max: "1h",
			Doc: "Bound of the uniform delay before a flood is passed on: neighbours that heard the same frame would collide. " +
				"Not given in the paper; 20ms is some tens of beacon airtimes at 2 Mbit/s, enough for a degree of 10 to 20."},
		{Name: "udp_tries", Type: protocol.TypeInteger, Default: "3", Min: "1", Max: "100",
			Doc: "Probes left unanswered before the other side counts as disconnected (§VI: \"a fixed number of tries\", not given). " +
				"At 30% loss each way three Probes all fail with probability 0.13 without a link layer, and never with its 7 retries."},
		{Name: "link_exchanges", Type: protocol.TypeInteger, Default: "0", Min: "0", Max: "1",
			Doc: "How many times each end of a new link tells the other its leader (broadcast and optimised signalling; unicast does so once). " +
				"With 0, the default, a merge is noticed by the beacons that cross it, and no neighbour list is kept, which is the purpose of these " +
				"signallings; with 1 merges are as in the paper, and claims of a leader spread over new links too. " +
				"More would repeat what the link layer repeats."},
		{Name: "tcp_rto", Type: protocol.TypeDuration, Default: "1s", Min: "1ms", Max: "24h",
			Doc: "Before the first repetition of a segment or Syn; it doubles with each (tcp signalling). The default is the least that " +
				"RFC 6298 §2.4 allows; RFC 1122 §4.2.3.1, of the paper's time, begins with 3s."},
		{Name: "tcp_rto_max", Type: protocol.TypeDuration, Default: "60s", Min: "1ms", Max: "24h",
			Doc: "Where the doubling ends: the least upper bound that RFC 6298 §2.5 allows."},
		{Name: "tcp_timeout", Type: protocol.TypeDuration, Default: "100s", Min: "1ms", Max: "24h",
			Doc: "How long a segment or Syn may stay unacknowledged before the other side counts as disconnected. Not given in the paper. " +
				"The default is the least that RFC 1122 §4.2.3.5 recommends for R2."},
		{Name: "tcp_syn_rto", Type: protocol.TypeDuration, Default: "0s", Min: "0s", Max: "24h",
			Doc: "Before the first repetition of a Syn; it doubles with each, up to tcp_rto_max. The default, 0s, is tcp_rto. FreeBSD 2.2, the TCP of " +
				"GloMoSim, has 3s (TCPTV_SRTTDFLT), so Syns leave at 0, 3, 9, 21 and 45 s."},
		{Name: "tcp_syn_timeout", Type: protocol.TypeDuration, Default: "0s", Min: "0s", Max: "24h",
			Doc: "How long a Syn may stay unanswered before the other side counts as disconnected. The default, 0s, is tcp_timeout. FreeBSD 2.2 has 75s " +
				"(TCPTV_KEEP_INIT)."},
		{Name: "tcp_reuse", Type: protocol.TypeInteger, Default: "1", Min: "0", Max: "1",
			Doc: "1: a connection stays open for further messages; 0: it serves those that wait for it, and the next message " +
				"begins with a handshake of its own, as in a program that connects for each message. Not given in the paper."},
	}
}

// resolve reads a configuration.
func resolve(c protocol.Config) *settings {
	v := c.Values
	s := &settings{
		beaconInterval: v.Duration("beacon_interval"),
		beaconTimeout:  v.Duration("beacon_interval") * time.Duration(v.Int("beacon_loss")),
		probeInterval:  v.Duration("probe_interval"),
		replyTimeout:   v.Duration("reply_timeout"),
		childTimeout:   v.Duration("child_timeout"),
		jitter:         v.Duration("rebroadcast_jitter"),
		hopAge:         uint32(max(v.Duration("rebroadcast_jitter")/time.Millisecond, 1)),
		tries:          uint8(min(v.Int("udp_tries"), maxTries)),
		linkExchanges:  int(v.Int("link_exchanges")),
		hysteresis:     c.Hysteresis,
	}
	switch name := v.Choice("signalling"); name {
	case signallingTCP:
		s.signalling = tcp{}
		s.rto, s.rtoMax = v.Duration("tcp_rto"), v.Duration("tcp_rto_max")
		s.tcpTimeout = v.Duration("tcp_timeout")
		s.synRTO = cmp.Or(v.Duration("tcp_syn_rto"), s.rto)
		s.synTimeout = cmp.Or(v.Duration("tcp_syn_timeout"), s.tcpTimeout)
		s.reuse = v.Int("tcp_reuse") > 0
	case signallingUDP:
		s.signalling = unicast{}
	case signallingBroadcast:
		s.signalling = broadcast{}
	case signallingOptimised:
		s.signalling = optimised{}
	}
	return s
}
