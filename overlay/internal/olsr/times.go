package olsr

import (
	"time"

	"bellwether/protocol"
)

// Settle bounds how long after the last change of links, or after the boot, a packet may still find
// no way or a wrong one, if no frame is lost. A link that is gone is noticed by its silence; one
// that came, by three hellos. By the next hello its ends tell their neighbours, who choose relays
// by theirs; and these advertise, by their next topology message, which has then to be relayed.
//
// Lists of nodes that are gone are held for TopHoldTime, which is longer. They do no harm: a list
// counts only where there is a way to its origin.
func (o Options) Settle(s protocol.Scale) time.Duration {
	w := o.WithDefaults()
	links := max(holdOf(w.NeighbHoldTime).time(), 3*w.HelloInterval) + s.Hop
	return links + 2*w.HelloInterval + w.TCInterval + time.Duration(s.Diameter)*(s.Hop+w.MaxJitter)
}
