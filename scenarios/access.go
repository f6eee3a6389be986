package scenarios

import (
	"bellwether/internal/base/errs"
	"bellwether/internal/sim/phy"
	"bellwether/radio"
)

// Models of medium access.
const (
	accessIdeal = "ideal"
	accessCSMA  = "csma"
)

// accessSection is how nodes share the medium.
type accessSection struct {
	// ideal: no node waits, and frames that overlap are all received; csma: nodes listen
	// before they send and wait a random time, as in 802.11, and frames that overlap at a
	// receiver destroy each other.
	Model string `yaml:"model" jsonschema:"default=ideal,enum=ideal,enum=csma"`
	// Length of a slot of the back-off. Default: the preset's; in 802.11 DSSS it is 20us.
	Slot Duration `yaml:"slot" when:"model=csma" jsonschema:"default=20us" min:"1ns" max:"10s"`
	// Time from a frame to its acknowledgement. Default: the preset's.
	SIFS Duration `yaml:"sifs" when:"model=csma" jsonschema:"default=10us" max:"10s"`
	// Idle time before a frame. Default: the preset's, SIFS and two slots.
	DIFS Duration `yaml:"difs" when:"model=csma" jsonschema:"default=50us" min:"1ns" max:"10s"`
	// Greatest back-off of a first attempt and of every broadcast, in slots; the least is
	// 0. Default: the preset's.
	WindowMin int `yaml:"cw_min" when:"model=csma" jsonschema:"default=31,minimum=0,maximum=32767"`
	// Limit of the window, which doubles after each attempt of a unicast frame without
	// acknowledgement. Default: the preset's.
	WindowMax int `yaml:"cw_max" when:"model=csma" jsonschema:"default=1023,minimum=0,maximum=32767"`
	// Time after which a frame that waits for a busy medium is dropped; 0s: never. The
	// default is ns-3's.
	Lifetime Duration `yaml:"lifetime" when:"model=csma" jsonschema:"default=500ms" max:"10000h"`
	// How much stronger a frame must be than all others together to be received in spite
	// of them, in dB. Default: the preset's; 10 is ns-2's.
	Capture float64 `yaml:"capture" unit:"dB" when:"model=csma" jsonschema:"default=10,exclusiveMinimum=0,maximum=100"`
	// The power from which the medium is busy, in dBm, where power decides who hears.
	// Default: the sensitivity, or with reception snr the power of a link.
	CarrierSense float64 `yaml:"carrier_sense" unit:"dBm" when:"model=csma" jsonschema:"default=-101,minimum=-300,maximum=100"`
	// Distance at which a sender makes the medium busy, as a multiple of the range of a
	// unit-disk. The default is ns-2's 550 m for 250 m.
	CarrierSenseRange float64 `yaml:"carrier_sense_range" when:"model=csma" jsonschema:"default=2.2,exclusiveMinimum=0,maximum=100"`
	// Exponent of the path loss by which frames are compared in power over a unit-disk.
	// The default is that of two rays, as in ns-2.
	Exponent float64 `yaml:"exponent" when:"model=csma" jsonschema:"default=4,minimum=1,maximum=10"`

	// What becomes of frames that overlap, where power decides. capture: a frame that is
	// stronger than all others together by the capture threshold is received; bounded: the
	// same, and noise counts as one of the others, GloMoSim's SNR-BOUNDED; sinr: a frame is
	// received with the probability that all its bits are right, by its curve, noise and
	// interference in each piece of it, as in ns-3; it needs reception snr. Default: the
	// preset's.
	Overlap string `yaml:"overlap" when:"model=csma" jsonschema:"default=capture,enum=capture,enum=bounded,enum=sinr"`
	// Power below which a frame counts as nothing, not even as interference. Default: the
	// preset's; 0: weaker than all that is sensed, received, or spoils another frame by itself.
	Faintest float64 `yaml:"faintest" unit:"dBm" when:"model=csma" jsonschema:"default=0,minimum=-300,maximum=100"`
	// Unicast frames of more bytes than this, header included, are sent after an RTS and a
	// CTS; 802.11's dot11RTSThreshold. The default, ns-3's, is none. Default: the preset's.
	RTSThreshold int `yaml:"rts_threshold" when:"model=csma" jsonschema:"default=65535,minimum=0,maximum=65535"`
	// How often a frame is sent again that got a CTS and no acknowledgement. The retries of
	// the preset bound RTS and all other frames. The default is dot11LongRetryLimit.
	LongRetries int `yaml:"long_retries" when:"model=csma" jsonschema:"default=4,minimum=0,maximum=255"`
	// When an RTS is answered. unreserved: if no other exchange has reserved the medium;
	// idle: if the node also senses nothing, as in GloMoSim. Default: the preset's.
	CTS string `yaml:"cts" when:"model=csma" jsonschema:"default=unreserved,enum=unreserved,enum=idle"`
	// Nodes that receive a frame for another one wait until its exchange is over. Default:
	// true if there are frames with RTS.
	NAV bool `yaml:"nav" when:"model=csma"`
	// Idle time before a frame, in place of DIFS, after a frame that a node began to receive
	// and did not get; 0s: DIFS. It is never shorter than DIFS. In 802.11 DSSS it is 364us.
	// Default: the preset's, or DIFS if that is longer.
	EIFS Duration `yaml:"eifs" when:"model=csma" jsonschema:"default=0s" max:"10s"`
	// What a frame does that finds the medium idle. backoff: it waits for a back-off, as in
	// ns-2; send: it goes at once if the medium has been idle for DIFS, as in the standard;
	// wait: it goes after DIFS, as in GloMoSim. Default: the preset's.
	Idle string `yaml:"idle" when:"model=csma" jsonschema:"default=backoff,enum=backoff,enum=send,enum=wait"`
	// Modulations of 802.11 above that of reception, for unicast data; each must be faster
	// than the one before. Everything else goes at radio.bitrate. They need overlap sinr.
	// Default: none.
	Rates []string `yaml:"rates" when:"model=csma"`
	// How a node chooses among them. fixed: the fastest; arf: for each neighbour, from
	// radio.bitrate on, up after ten acknowledgements in a row, or at an acknowledgement
	// when 15 tries or more have passed since it went up or down; down after two failures in
	// a row, or after one if nothing was acknowledged since it went up.
	RateChoice string `yaml:"rate_choice" when:"model=csma" jsonschema:"default=arf,enum=arf,enum=fixed"`
}

// noRTS is the threshold at which no frame is announced: no frame is longer.
const noRTS = 65535

// Words of what frames that overlap do, and of rates.
const (
	overlapCapture = "capture"
	choiceARF      = "arf"
)

// contended reports whether nodes contend for the medium.
func (s *Scenario) contended() bool { return s.Radio.Access.Model == accessCSMA }

// accessDefaults sets what the file leaves to the preset, and what goes with a
// medium on which frames collide: they have preambles, and no other losses unless
// they are asked for.
func (r *reader) accessDefaults() {
	s := r.s
	p := s.preset()
	fill(r, "radio.preamble", &s.Radio.Preamble, Duration(p.Link.Preamble))
	if !s.contended() {
		return
	}
	if p.Link.Preamble == 0 {
		fill(r, "radio.preamble", &s.Radio.Preamble, Duration(radio.DefaultPreamble))
	}
	if !r.Given("radio.loss") {
		s.Radio.Loss.Model = wordNone
	}
	a := &s.Radio.Access
	fill(r, "radio.access.slot", &a.Slot, Duration(p.Access.Slot))
	fill(r, "radio.access.sifs", &a.SIFS, Duration(p.Access.SIFS))
	fill(r, "radio.access.difs", &a.DIFS, a.SIFS+2*a.Slot)
	fill(r, "radio.access.cw_min", &a.WindowMin, p.Access.WindowMin)
	fill(r, "radio.access.cw_max", &a.WindowMax, p.Access.WindowMax)
	fill(r, "radio.access.lifetime", &a.Lifetime, Duration(p.Access.Lifetime))
	fill(r, "radio.access.capture", &a.Capture, p.Access.CaptureDB)
	fill(r, "radio.access.carrier_sense_range", &a.CarrierSenseRange, p.Access.SenseRange)
	fill(r, "radio.access.exponent", &a.Exponent, p.Access.Exponent)
	r.coordinationDefaults(p.Access)
}

// coordinationDefaults sets what a preset has beyond basic access.
func (r *reader) coordinationDefaults(p radio.CSMA) {
	a := &r.s.Radio.Access
	if p.DCF.ReserveBytes > 0 {
		fill(r, "radio.access.rts_threshold", &a.RTSThreshold, p.DCF.ReserveBytes-1)
		fill(r, "radio.access.long_retries", &a.LongRetries, p.DCF.LongRetries)
	}
	fill(r, "radio.access.nav", &a.NAV, p.DCF.NAV || a.RTSThreshold < noRTS)
	if p.DCF.EIFS > 0 { // a DIFS of the file may be longer, and no EIFS is shorter than DIFS
		fill(r, "radio.access.eifs", &a.EIFS, max(Duration(p.DCF.EIFS), a.DIFS))
	}
	fill(r, "radio.access.cts", &a.CTS, word(p.DCF.Answer, "unreserved"))
	fill(r, "radio.access.idle", &a.Idle, word(p.DCF.Idle, "backoff"))
	if r.s.powered() {
		fill(r, "radio.access.overlap", &a.Overlap, word(p.Overlap, overlapCapture))
		fill(r, "radio.access.faintest", &a.Faintest, p.FaintestDBm)
	}
}

// word is the name of a value in files, where the zero value has a name too.
func word[T ~string](value T, zero string) string {
	if value == "" {
		return zero
	}
	return string(value)
}

// unword is the value of a name.
func unword[T ~string](name, zero string) T {
	if name == zero {
		return ""
	}
	return T(name)
}

// senseDefault is the power of a link, or the preset's. It tries the medium, so that no run
// fails for it.
func (r *reader) senseDefault(c *phy.Channel) {
	dBm := c.LinkDBm()
	if p := r.s.preset(); p.SenseDBm != 0 {
		dBm = p.SenseDBm
	}
	fill(r, "radio.access.carrier_sense", &r.s.Radio.Access.CarrierSense, dBm)
	if !r.s.contended() || !r.Sound("radio.access") {
		return
	}
	if _, err := phy.Over(*r.s.access(), c); err != nil {
		for _, why := range errs.Each(err) {
			r.Fault("radio.access.overlap", "%s", why)
		}
	}
}

// access is the numbers of the medium, nil of an ideal one.
func (s *Scenario) access() *radio.CSMA {
	if !s.contended() {
		return nil
	}
	a := s.Radio.Access
	c := &radio.CSMA{
		Slot: a.Slot.Std(), SIFS: a.SIFS.Std(), DIFS: a.DIFS.Std(), WindowMin: a.WindowMin, WindowMax: a.WindowMax,
		Lifetime: a.Lifetime.Std(), CaptureDB: a.Capture,
		SenseDBm: a.CarrierSense, SenseRange: a.CarrierSenseRange, Exponent: a.Exponent,
		Overlap: unword[radio.Overlap](a.Overlap, overlapCapture), FaintestDBm: a.Faintest,
		DCF: radio.DCF{NAV: a.NAV, EIFS: a.EIFS.Std(), Answer: unword[radio.Answer](a.CTS, "unreserved"),
			Idle: unword[radio.Idle](a.Idle, "backoff")},
	}
	if a.RTSThreshold < noRTS {
		c.DCF.ReserveBytes, c.DCF.LongRetries = a.RTSThreshold+1, a.LongRetries
	}
	if len(a.Rates) > 0 {
		c.Rates = radio.DefaultRates()
		if a.RateChoice != choiceARF {
			c.Rates = radio.Rates{}
		}
		for _, name := range a.Rates {
			rate, _ := phy.RateOf(radio.Modulation(name))
			c.Rates.Faster = append(c.Rates.Faster, rate)
		}
	}
	return c
}

// checkAccess finds what is wrong between the numbers of the medium.
func (r *reader) checkAccess() {
	s := r.s
	if !s.contended() || !r.Sound("radio.access") {
		return
	}
	if s.Radio.Model == radioDelivery {
		r.Fault("radio.access.model", "radio model delivery has no strengths, so there is no rule for which frames collide: use ideal, or radio model rssi")
		return
	}
	if s.placeless() {
		r.Fault("radio.access.model", "radio model %s has no places, so there is no rule for which frames collide: use ideal, or a radio model with places", s.Radio.Model)
		return
	}
	if !r.checkRates() {
		return
	}
	if a := s.Radio.Access; a.EIFS > 0 && a.EIFS < a.DIFS {
		r.Fault("radio.access.eifs", "must be 0s or at least as long as difs, %v, got %v: it is the longer wait", a.DIFS, a.EIFS)
		return
	}
	if a := s.Radio.Access; a.Overlap != overlapCapture && !s.powered() {
		r.Fault("radio.access.overlap", "%s needs noise, and radio model %s has no power: use capture, or a model by power", a.Overlap, s.Radio.Model)
		return
	}
	if err := s.access().Validate(); err != nil {
		for _, why := range errs.Each(err) {
			r.Fault("radio.access", "%s", why)
		}
	}
}

// checkRates reports whether the rates are ones, and rise from that of the link.
func (r *reader) checkRates() bool {
	a := r.s.Radio.Access
	last := r.s.Radio.Bitrate
	for i, name := range a.Rates {
		rate, ok := phy.RateOf(radio.Modulation(name))
		if !ok || rate.BitrateBps <= r.s.Radio.Bitrate {
			r.Fault("radio.access.rates", "%q is no modulation of 802.11 that is faster than radio.bitrate, %v bit/s", name, r.s.Radio.Bitrate)
			return false
		}
		if rate.BitrateBps <= last {
			r.Fault("radio.access.rates", "%q is not faster than %q before it: list them from slow to fast, each once", name, a.Rates[i-1])
			return false
		}
		last = rate.BitrateBps
	}
	return true
}

// warnOfAccess looks for numbers that do not fit the world.
func (r *reader) warnOfAccess() {
	s := r.s
	if !s.contended() {
		return
	}
	link, a := s.link(), s.Radio.Access
	if s.Radio.Bitrate == 0 {
		r.warnAt("radio.bitrate", "0 is infinitely fast: frames of %v of preamble alone hardly collide", link.Preamble)
	}
	air := link.Airtime(link.HeaderBytes + electionBytes)
	if a.Lifetime > 0 && a.Lifetime.Std() < air {
		r.warnAt("radio.access.lifetime", "is shorter than the %v that a frame of %d bytes is on the air: a node that waits for such a frame drops its own",
			air, electionBytes)
	}
	if r.Given("radio.access.exponent") && s.powered() || r.Given("radio.access.carrier_sense_range") && s.powered() {
		r.warnAt("radio.access", "carrier_sense_range and exponent have no effect: with radio model %s power decides", s.Radio.Model)
	}
	if r.Given("radio.access.carrier_sense") && !s.powered() {
		r.warnAt("radio.access.carrier_sense", "has no effect: a unit-disk knows no power, see carrier_sense_range")
	}
	if s.Radio.Model == radioDisk && a.CarrierSenseRange < 1 {
		r.warnAt("radio.access.carrier_sense_range", "is below 1: at %v m nodes do not notice senders that they hear",
			metres(a.CarrierSenseRange*s.Radio.Range))
	}
	if a.RTSThreshold < noRTS && !a.NAV {
		r.warnAt("radio.access.nav", "is false: nobody heeds what an RTS or a CTS reserves")
	}
	if len(a.Rates) > 0 {
		r.warnAt("radio.access.rates", "airtime_fraction counts all frames at radio.bitrate: a trace does not have the rate of a frame")
	}
	if s.powered() && a.CarrierSense > s.air.linkDBm {
		r.warnAt("radio.access.carrier_sense", "%v dBm is above the %v dBm of the weakest link: nodes do not notice senders that they hear",
			a.CarrierSense, s.air.linkDBm)
	}
}
