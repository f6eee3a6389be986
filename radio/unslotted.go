package radio

import "time"

// Unslotted is the unslotted CSMA-CA of IEEE Std 802.15.4-2006, clause 7.5.1.4: that of a
// network without beacons. A node waits for a random number of back-off periods and does not
// listen meanwhile. At their end it assesses the channel once. If the channel is idle, the
// node turns its radio round and sends; until the frame begins, others still find the channel
// idle. If it is busy, the node draws again from twice the periods. After MaxBackoffs such
// draws it gives the frame up: a channel access failure. A unicast frame that is not
// acknowledged begins again from MinBE, at most [Link].Retries times (macMaxFrameRetries);
// its sender waits for macAckWaitDuration, which is a turnaround, an acknowledgement and a
// back-off period (table 86).
//
// The assessment is CCA mode 1 (6.9.9): the channel is busy if the power on it has reached
// [CSMA].SenseDBm at any time of the assessment. Modes 2 and 3, which detect a modulated
// signal, are not built. A node that is about to acknowledge a frame finds the channel busy.
//
// Deviations: a node hears again as soon as its frame ends, not a turnaround later; who
// awaits an acknowledgement still receives frames of others.
type Unslotted struct {
	Period     time.Duration // aUnitBackoffPeriod (table 85), 20 symbols
	Assessment time.Duration // CCA, 8 symbols (6.9.9)
	// Turnaround is aTurnaroundTime (table 22), 12 symbols: from the assessment to the frame
	// (6.9.2), and from a frame to its acknowledgement (7.5.6.4.2).
	Turnaround time.Duration

	// A back-off is drawn uniformly from 0 to 2^BE − 1 periods. BE begins at MinBE, macMinBE,
	// from 0 to MaxBE, default 3. Each busy assessment adds one, up to MaxBE, macMaxBE, from 3
	// to 8, default 5.
	MinBE, MaxBE int
	// MaxBackoffs is macMaxCSMABackoffs, from 0 to 5, default 4: a frame is given up at the busy
	// assessment after so many.
	MaxBackoffs int

	// After a frame, or its acknowledgement, its sender rests before it begins with the next one
	// (7.5.1.3): for ShortSpace, macMinSIFSPeriod, 12 symbols, if the frame had at most
	// ShortBytes, aMaxSIFSFrameSize, 18; else for LongSpace, macMinLIFSPeriod, 40 symbols.
	ShortSpace, LongSpace time.Duration
	ShortBytes            int
}

// DefaultUnslotted has the standard's numbers at 2.4 GHz, where a symbol lasts 16 µs.
func DefaultUnslotted() Unslotted {
	const symbol = 16 * time.Microsecond
	return Unslotted{Period: 20 * symbol, Assessment: 8 * symbol, Turnaround: 12 * symbol,
		MinBE: 3, MaxBE: 5, MaxBackoffs: 4, ShortSpace: 12 * symbol, LongSpace: 40 * symbol, ShortBytes: 18}
}

// Bounds of table 86.
const (
	leastMaxBE     = 3
	mostMaxBE      = 8
	mostMaxBackoff = 5
)

func (u Unslotted) check(f *faults) {
	f.check(u.Period > 0 && u.Period <= maxPreamble, "back-off period must be above 0 and at most %v, got %v", maxPreamble, u.Period)
	f.check(u.Assessment > 0 && u.Assessment <= maxPreamble, "assessment must be above 0 and at most %v, got %v", maxPreamble, u.Assessment)
	f.check(u.Turnaround >= 0 && u.Turnaround <= maxPreamble, "turnaround must be from 0 to %v, got %v", maxPreamble, u.Turnaround)
	f.check(u.MaxBE >= leastMaxBE && u.MaxBE <= mostMaxBE, "macMaxBE must be from %d to %d, got %d", leastMaxBE, mostMaxBE, u.MaxBE)
	f.check(u.MinBE >= 0 && u.MinBE <= u.MaxBE, "macMinBE must be from 0 to macMaxBE, %d, got %d", u.MaxBE, u.MinBE)
	f.check(u.MaxBackoffs >= 0 && u.MaxBackoffs <= mostMaxBackoff, "macMaxCSMABackoffs must be from 0 to %d, got %d", mostMaxBackoff, u.MaxBackoffs)
	f.check(u.ShortSpace >= 0 && u.ShortSpace <= u.LongSpace && u.LongSpace <= maxPreamble,
		"spaces after short and long frames must rise from 0 to at most %v, got %v and %v", maxPreamble, u.ShortSpace, u.LongSpace)
	f.check(u.ShortBytes >= 0, "bytes of a short frame must not be negative, got %d", u.ShortBytes)
}
