package radio

import (
	"errors"
	"math"
	"time"

	"bellwether/internal/base/errs"
)

const (
	// A bit rate below 1 bit/s or above 1 Tbit/s is a typing error. Within these
	// bounds no airtime overflows.
	minBitrateBps = 1
	maxBitrateBps = 1e12

	// maxOverheadBytes is above the length of any 802.11 frame.
	maxOverheadBytes = 1 << 16

	// maxPreamble is longer than any in use: the slowest of LoRa takes a second.
	maxPreamble = 10 * time.Second

	// maxRetries is the greatest limit that an 802.11 station accepts
	// (dot11ShortRetryLimit is 1 to 255).
	maxRetries = 255
)

// Link holds the parameters of the link layer, the same for every node. A frame on
// the air is the message with its header. A unicast frame that arrives is
// answered by an acknowledgement, which may be lost and takes energy too. A unicast frame
// that is not acknowledged is sent again.
type Link struct {
	BitrateBps  float64       // bits a second; default 2e6; 0 is infinitely fast, for graphs
	HeaderBytes int           // header and trailer of every message; default 28
	AckBytes    int           // of a whole acknowledgement; default 14
	Retries     int           // transmissions of a unicast frame after the first; default 7
	RetryDelay  time.Duration // from a missing acknowledgement to the retry; default 1 ms

	Preamble time.Duration // before the bits of every frame; default 0
	Symbol   Symbol        // if bits are sent in symbols; zero: they are not
}

// A Symbol carries a number of bits at once; the last one of a frame is padded.
// With symbols, BitrateBps does not change airtimes.
type Symbol struct {
	Bits  int           // in one symbol, or in one code word of several symbols
	Extra int           // bits of a frame besides its bytes; below 0: bits that the preamble carries
	Lasts time.Duration // duration of one symbol or code word
}

// DefaultLink is an ad-hoc station of IEEE Std 802.11-2020 at 2 Mbit/s, the rate
// of most MANET studies since the 1997 edition:
//
//   - the header is that of a data frame between stations, 24 bytes (frame
//     control 2, duration 2, three addresses of 6, sequence control 2; clause
//     9.3.2.1), and the frame check sequence, 4 bytes (9.2.4.8);
//   - the acknowledgement is frame control 2, duration 2, one address 6, check 4
//     (9.3.1.4);
//   - the retry limit is dot11ShortRetryLimit, 7 (10.3.4.4 and annex C); the
//     package comment says how it is counted;
//   - the delay before a retry stands for time-out and back-off. It is
//     [DefaultSlot], so that loss is always drawn again for a retry.
func DefaultLink() Link {
	return Link{BitrateBps: 2e6, HeaderBytes: 28, AckBytes: 14, Retries: 7, RetryDelay: DefaultSlot}
}

// Validate reports every number that is out of bounds.
func (l Link) Validate() error {
	var faults []error
	fault := func(format string, args ...any) {
		faults = append(faults, errs.Radio.Errorf(format, args...))
	}
	if l.BitrateBps != 0 && !(l.BitrateBps >= minBitrateBps && l.BitrateBps <= maxBitrateBps) {
		fault("bit rate must be 0 or from %d to %g bit/s, got %g", minBitrateBps, float64(maxBitrateBps), l.BitrateBps)
	}
	if l.HeaderBytes < 0 || l.HeaderBytes > maxOverheadBytes {
		fault("header must be from 0 to %d bytes, got %d", maxOverheadBytes, l.HeaderBytes)
	}
	if l.AckBytes < 0 || l.AckBytes > maxOverheadBytes {
		fault("acknowledgement must be from 0 to %d bytes, got %d", maxOverheadBytes, l.AckBytes)
	}
	if l.Retries < 0 || l.Retries > maxRetries {
		fault("retries must be from 0 to %d, got %d", maxRetries, l.Retries)
	}
	if l.RetryDelay < 0 || l.RetryDelay == 0 && l.Retries > 0 {
		fault("retry delay must be above 0, got %v", l.RetryDelay)
	}
	if l.Preamble < 0 || l.Preamble > maxPreamble {
		fault("preamble must be from 0 to %v, got %v", maxPreamble, l.Preamble)
	}
	if s := l.Symbol; s != (Symbol{}) && !(s.Bits > 0 && s.Bits <= maxOverheadBytes && s.Extra >= -maxOverheadBytes &&
		s.Extra <= maxOverheadBytes && s.Lasts > 0 && s.Lasts <= maxPreamble) {
		fault("symbol must have from 1 to %d bits and last from above 0 to %v, got %d bits, %d extra bits and %v", maxOverheadBytes, maxPreamble, s.Bits, s.Extra, s.Lasts)
	}
	return errors.Join(faults...)
}

// Airtime returns how long a frame of this many bytes, header included, occupies the air,
// rounded up to the next nanosecond.
//
// It is exact for frames up to a megabyte at a whole number of bits a second:
// both numbers are then below 2^53, and a quotient that is not whole lies farther
// from the next whole number than rounding can move it.
func (l Link) Airtime(bytes int) time.Duration {
	if l.Symbol.Bits > 0 {
		symbols := (8*bytes + l.Symbol.Extra + l.Symbol.Bits - 1) / l.Symbol.Bits
		return l.Preamble + time.Duration(max(symbols, 0))*l.Symbol.Lasts
	}
	if l.BitrateBps == 0 {
		return l.Preamble
	}
	return l.Preamble + time.Duration(math.Ceil(float64(bytes)*8e9/l.BitrateBps))
}
