package reproduce

import "time"

// An assumption is a number that the paper leaves open, with its value here and the reason.
type assumption struct{ What, Value, Why string }

const (
	forcedPeriod = 5 * time.Minute
	fig5Discard  = 25 * time.Minute
)

// openNumbers returns the numbers that the paper does not give.
func openNumbers() []assumption {
	return []assumption{
		{"CHILD-TIMEOUT", "3s; Fig. 10 also 2.4s, chosen afterwards", "Child is a unicast over AODV: it may need a route discovery, at most 2.8s (NET_TRAVERSAL_TIME, 2 · 40ms · 35 hops, RFC 3561 §10). But a leaf waits for CHILD-TIMEOUT before it answers, so the paper's least T, 2.49s, bounds it: 3s is above that, so T at N = 20 cannot be the published with it"},
		{"reply time-out", "3s", "the same for the answer to a Probe"},
		{"probe interval", "5s", "longer than the reply time-out, shorter than a beacon interval"},
		{"UDP tries", "3", "the product's default: three Probes in a row are lost by chance only on links that are useless"},
		{"neighbour list", "hello 1s, time-out 3s; or 20s, 120s", "AODV's HELLO_INTERVAL (RFC 3561 §10), with three hellos missed where AODV allows two; or the beacons' 20s, of which six may be missed. That is the only such period in the paper; it was chosen afterwards, when the figures had been compared. With it the order of Fig. 5 is the paper's, and R of Fig. 8 is nearer: see WHY.md"},
		{"merges", "exchange, or by beacon", "where components merge, the ends of the new link exchange leaders; but Election-Bcast keeps no neighbour list (§VI). Beacons alone were the first study's; exchange was chosen afterwards"},
		{"rebroadcast jitter", "20ms", "the product's default"},
		{"bit rate", "2 Mbit/s", "IEEE 802.11 of the time"},
		{"loss", "none", "free space and a unit disk"},
		{"medium access", "ideal, or contended", "802.11 DSSS and ns-2's capture and carrier sense; the paper says IEEE 802.11 alone. Both are tried, and make no difference"},
		{"values", "the node's number", "§II: value = id without loss of generality"},
		{"discarded beginning of Fig. 5", "25m", "a quarter, as in Fig. 10"},
		{"period of forced elections, Fig. 10", "5m", "many times the longest published election, 23s, so that they do not meet"},
		{"who is forced", "a node drawn anew each time", "the paper says no more than periodic"},
		{"signalling of Figs. 8-10", "Election-Opt", "Fig. 8 at N = 120 agrees with Fig. 5's Election-Opt alone (0.020 against 0.024)"},
		{"TCP", "1s first retransmission, 100s limit", "RFC 6298, RFC 1122: see bellwether algorithms vasudevan"},
	}
}
