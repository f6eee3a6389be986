package overlay

import (
	"time"

	"bellwether/overlay/internal/aodv"
	"bellwether/overlay/internal/flood"
	"bellwether/overlay/internal/hello"
	"bellwether/overlay/internal/layer"
	"bellwether/overlay/internal/link"
	"bellwether/overlay/internal/olsr"
	"bellwether/protocol"
)

// HelloOptions are the options of a Hello: Interval between two hellos, before jitter (1s by
// default); Timeout, the silence after which a neighbour is dropped (3 intervals); and Window,
// the number of hellos of each neighbour that [Quality] counts, up to 31 (0: it is not measured).
type HelloOptions = hello.Options

// HelloBytes is the size of a hello on which nothing rides, its kind included, for bounds on its
// airtime.
const HelloBytes = hello.Bytes

// QualityWindow is how many hellos of each neighbour [Quality] counts: the hellos of
// ten intervals, as in the delivery ratio of ETX (De Couto, Aguayo, Bicket and Morris, A
// High-Throughput Path Metric for Multi-Hop Wireless Routing, MobiCom 2003, §4.1: w = 10
// s, τ = 1 s).
const QualityWindow = hello.QualityWindow

// FloodOptions are the options of a Flood: Jitter, the longest delay of a relay (20ms by
// default; negative for none), and Copies, the broadcasts of an envelope by each node that has
// it (1 by default).
type FloodOptions = flood.Options

// LinkOptions are the options of a Link: Retry, the time to the first retransmission, which
// doubles up to 8-fold (50ms by default); and Limit, the retransmissions before a message is
// given up (7 by default, as in 802.11).
type LinkOptions = link.Options

// AODVOptions are the options of an AODV, with the names of RFC 3561 §10. Zero fields get
// the RFC's defaults, or with Draft 3 GloMoSim 2's defaults.
//
//   - Draft is 0 for RFC 3561 or [Draft3]. Unicast and Detection are values of [AODVUnicasts]
//     and [AODVDetections].
//   - Lifetimes and times: ActiveRouteTimeout (3s by default), MyRouteTimeout (twice that),
//     NodeTraversalTime (40ms), DeletePeriod, HelloInterval (1s), NextHopWait, BlacklistTimeout.
//   - Bounds: NetDiameter (35 hops), AllowedHelloLoss (2), TTLStart (1), TTLIncrement (2),
//     TTLThreshold (7), TimeoutBuffer (2 hops), RREQRetries (2), RREQRateLimit and RERRRateLimit
//     (10 a second).
//   - Not in the RFC: Jitter, the longest delay of a broadcast (10ms; negative for none);
//     MaxQueueLen (64) and MaxQueueTime (30s), of packets that wait for a route.
//   - Flags: DestinationOnly (D) lets only the destination answer, OneWay omits gratuitous
//     replies (G), ReplyAck (A) asks for acknowledgements, LocalRepair repairs routes (§6.12).
//   - Origin is when the world began, by the clock of nodes: a node that boots then has no past,
//     and does not wait.
type AODVOptions = aodv.Options

// Draft3 as the Draft of an AODV makes it the one that GloMoSim 2 has.
const Draft3 = aodv.Draft3

// AODVDetections are the values of Detection.
func AODVDetections() []string { return aodv.Detections() }

// AODVUnicasts are the values of Unicast.
func AODVUnicasts() []string { return aodv.Unicasts() }

// OLSROptions are the options of an OLSR, with the names of RFC 3626 §18. Zero fields get
// the RFC's defaults: HelloInterval (2s) and TCInterval (5s); NeighbHoldTime and
// TopHoldTime, for which a hello or a topology message holds (three intervals); DupHoldTime, for
// which a message is known again (30s); MaxJitter, by which an interval may be shorter and for
// which a relay waits at most (a quarter of an interval; negative for none); MPRCoverage, by how
// many relays a node two hops away is covered (1); TCRedundancy, which links a node advertises
// (0: to the nodes that chose it as a relay; 1: and to its own relays; 2: to all neighbours).
type OLSROptions = olsr.Options

// LeastTCInterval bounds TCInterval: 2^14 of them are then an hour. After as many, the numbers of
// a node that boots again may be taken for old ones.
const LeastTCInterval = olsr.LeastTCInterval

// Spread draws a delay uniformly from [0, below), to keep nodes out of step.
func Spread(env *protocol.Env, below time.Duration) time.Duration { return layer.Spread(env, below) }
