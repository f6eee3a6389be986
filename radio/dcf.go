package radio

import (
	"time"
)

// DCF is the part of IEEE Std 802.11-2020, clause 10.3, that basic access leaves out. The
// zero DCF is basic access alone, which is what [CSMA] was before it had this field.
type DCF struct {
	// NAV lets a node that receives a frame for another one find the medium reserved for
	// the time that the frame announces (10.3.2.4): what else belongs to the exchange. A
	// reservation by an RTS ends early if no frame begins when the data should (the same
	// clause), as in ns-3.
	NAV bool
	// EIFS is the idle time before a frame, in place of DIFS, after a frame that a node
	// began to receive and did not get (10.3.2.3.7): SIFS, an acknowledgement at the lowest
	// rate and DIFS, so not less than DIFS. A frame that is received ends it. 0: DIFS.
	// DSSS: 364 µs.
	EIFS time.Duration

	// ReserveBytes is the least unicast frame, header included, before which the sender
	// asks by an RTS and waits for a CTS: dot11RTSThreshold plus one. 0: none.
	ReserveBytes int
	// LongRetries is how often a frame of at least ReserveBytes is sent again after its
	// CTS without being acknowledged; default 4, dot11LongRetryLimit. [Link].Retries
	// bounds RTS without CTS, and shorter frames.
	LongRetries int
	// Answer says when an RTS is answered.
	Answer Answer

	// Idle says what a frame does that finds the medium idle.
	Idle Idle
}

// RTSBytes and CTSBytes are frame control 2, duration 2, addresses of 6 (two and one) and
// check 4 (IEEE Std 802.11-2020, 9.3.1.2 and 9.3.1.3).
const (
	RTSBytes = 20
	CTSBytes = 14
)

// DefaultLongRetries is dot11LongRetryLimit (IEEE Std 802.11-2020, annex C).
const DefaultLongRetries = 4

// An Answer is when a node answers an RTS that it received.
type Answer string

// The answers.
const (
	AnswerUnreserved Answer = ""     // if its NAV is over (10.3.2.9), as in ns-3
	AnswerIdle       Answer = "idle" // if it also senses nothing, as in GloMoSim
)

// An Idle is what a frame does that finds the medium idle.
type Idle string

// What it may do.
const (
	IdleBackoff Idle = ""     // it draws a back-off, as in ns-2
	IdleSend    Idle = "send" // it is sent at once if the medium has been idle for DIFS (10.3.4.2)
	IdleWait    Idle = "wait" // it is sent after DIFS from now on, without a back-off, as in GloMoSim
)

// An Overlap is what becomes of frames that overlap at a receiver.
type Overlap string

// The models of overlap. Interference is the sum of all other frames that arrive.
const (
	// OverlapCapture receives a frame that exceeds the greatest interference by CaptureDB.
	// The noise counts only in the curve of a [Receiver] that has one.
	OverlapCapture Overlap = ""
	// OverlapBounded receives a frame that exceeds noise and greatest interference together
	// by CaptureDB: GloMoSim's SNR-BOUNDED. It needs the noise of a [Receiver].
	OverlapBounded Overlap = "bounded"
	// OverlapSINR receives a frame with the probability that all its bits are right, by the
	// curve of the receiver, piece by piece: noise and interference are constant between
	// two changes of what arrives, as in ns-3's InterferenceHelper. CaptureDB only says how
	// much stronger than all else a later frame must be for a receiver to change to it.
	OverlapSINR Overlap = "sinr"
)

// Rates are bit rates in addition to the link's, with [OverlapSINR]. Broadcasts, RTS, CTS and
// acknowledgements go at the link's own rate, which is the basic one.
type Rates struct {
	Faster []Rate // from slow to fast, each faster than the one before; none: all frames go at the link's rate
	Choice Choice
	// Up, Timer and Down belong to [ChoiceARF]. A node tries the next rate after Up
	// acknowledgements in a row, or Timer tries since it last changed its rate. It goes back
	// after Down failures in a row. Defaults 10, 15 and 2.
	Up, Timer, Down int
}

// A Rate is a bit rate of unicast data.
type Rate struct {
	Modulation Modulation // its curve
	BitrateBps float64
	Symbol     Symbol // as in [Link]
}

// A Choice is how a sender chooses a rate.
type Choice string

// The choices.
const (
	ChoiceFixed Choice = "" // the fastest
	// ChoiceARF is A. Kamerman, L. Monteban, "WaveLAN-II: a high-performance wireless LAN for
	// the unlicensed band", Bell Labs Technical Journal 2(3), 1997: for each neighbour up
	// after ten acknowledgements in a row or when a timer expires, down after two failures in
	// a row, or one if nothing was acknowledged since the step up. It begins at the basic
	// rate. The timer counts tries of data frames, acknowledged or not, as ns-3's
	// ArfWifiManager does: at the first acknowledgement that is the 15th try or a later one
	// the node goes up. An RTS without CTS does not count as a try.
	ChoiceARF Choice = "arf"
)

// DefaultRates returns rates by ARF, with the numbers of its paper and ns-3.
func DefaultRates(faster ...Rate) Rates {
	return Rates{Faster: faster, Choice: ChoiceARF, Up: 10, Timer: 15, Down: 2}
}

func (d DCF) check(f *faults) {
	f.check(d.EIFS >= 0 && d.EIFS <= maxPreamble, "EIFS must be from 0 to %v, got %v", maxPreamble, d.EIFS)
	f.check(d.ReserveBytes >= 0, "bytes from which a frame is announced must not be negative, got %d", d.ReserveBytes)
	f.check(d.LongRetries >= 0 && d.LongRetries <= maxRetries, "long retries must be from 0 to %d, got %d", maxRetries, d.LongRetries)
	f.check(d.Answer == AnswerUnreserved || d.Answer == AnswerIdle, "no answer %q", d.Answer)
	f.check(d.Idle == IdleBackoff || d.Idle == IdleSend || d.Idle == IdleWait, "no idle medium %q", d.Idle)
}

func (r Rates) check(f *faults) {
	for i, one := range r.Faster {
		l := DefaultLink()
		l.BitrateBps, l.Symbol = one.BitrateBps, one.Symbol
		if err := l.Validate(); err != nil || one.BitrateBps == 0 {
			f.check(false, "no bit rate %g", one.BitrateBps)
		}
		f.check(i == 0 || one.BitrateBps > r.Faster[i-1].BitrateBps,
			"rates must rise, and %g bit/s comes after %g bit/s", one.BitrateBps, r.Faster[max(i, 1)-1].BitrateBps)
	}
	f.check(r.Choice == ChoiceFixed || r.Choice == ChoiceARF, "no choice of rates %q", r.Choice)
	f.check(r.Choice == ChoiceFixed || r.Up > 0 && r.Timer > 0 && r.Down > 0 && max(r.Up, r.Timer, r.Down) <= maxRetries,
		"ARF must go up and down after 1 to %d frames, got %d, %d and %d", maxRetries, r.Up, r.Timer, r.Down)
}
