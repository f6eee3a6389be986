package radio

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// Link is the numbers of the link layer, the same for every node.
type Link struct {
	BitrateBps  float64       // bits a second; default 2 Mbit/s; 0 is infinitely fast, for graphs
	HeaderBytes int           // before and after every frame's message; default 28
	AckBytes    int           // a whole acknowledgement; default 14
	Retries     int           // transmissions of a unicast frame after the first; default 7
	RetryDelay  time.Duration // from the end of one attempt to the next; default 1 ms
}

// DefaultLink is an IEEE 802.11 station at the scenario default of 2 Mbit/s.
func DefaultLink() Link {
	return Link{BitrateBps: 2e6, HeaderBytes: 28, AckBytes: 14, Retries: 7, RetryDelay: DefaultSlot}
}

// Validate says which numbers make no sense, all at once.
func (l Link) Validate() error {
	var faults []error
	if l.BitrateBps != 0 && !(l.BitrateBps >= 1 && l.BitrateBps <= 1e12) {
		faults = append(faults, fmt.Errorf("radio: bit rate must be 0 or between 1 and 1e12 bit/s, got %g", l.BitrateBps))
	}
	return errors.Join(faults...)
}

// Airtime is how long a frame of this many bytes, header included, occupies the
// air: rounded up to the nanosecond.
func (l Link) Airtime(bytes int) time.Duration {
	if l.BitrateBps == 0 {
		return 0
	}
	return time.Duration(math.Ceil(float64(bytes) * 8e9 / l.BitrateBps))
}
