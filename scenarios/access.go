package scenarios

import (
	"bellwether/internal/base/errs"
	"bellwether/internal/sim/phy"
	"bellwether/radio"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// accessDefaults sets what the file leaves to the preset, and what goes with a
// medium on which frames collide: they have preambles, and no other losses unless
// they are asked for.
func (r *reader) accessDefaults() {
	s := r.s
	p := s.Radio.Bought()
	keys.Fill(r.File, "radio.preamble", &s.Radio.Preamble, Duration(p.Link.Preamble))
	if !s.Radio.Contended() {
		return
	}
	if p.Link.Preamble == 0 {
		keys.Fill(r.File, "radio.preamble", &s.Radio.Preamble, Duration(radio.DefaultPreamble))
	}
	if !r.Given("radio.loss") {
		s.Radio.Loss.Model = section.WordNone
	}
	a := &s.Radio.Access
	keys.Fill(r.File, "radio.access.slot", &a.Slot, Duration(p.Access.Slot))
	keys.Fill(r.File, "radio.access.sifs", &a.SIFS, Duration(p.Access.SIFS))
	keys.Fill(r.File, "radio.access.difs", &a.DIFS, a.SIFS+2*a.Slot)
	keys.Fill(r.File, "radio.access.cw_min", &a.WindowMin, p.Access.WindowMin)
	keys.Fill(r.File, "radio.access.cw_max", &a.WindowMax, p.Access.WindowMax)
	keys.Fill(r.File, "radio.access.lifetime", &a.Lifetime, Duration(p.Access.Lifetime))
	keys.Fill(r.File, "radio.access.capture", &a.Capture, p.Access.CaptureDB)
	keys.Fill(r.File, "radio.access.carrier_sense_range", &a.CarrierSenseRange, p.Access.SenseRange)
	keys.Fill(r.File, "radio.access.exponent", &a.Exponent, p.Access.Exponent)
	r.coordinationDefaults(p.Access)
}

// coordinationDefaults sets what a preset has beyond basic access.
func (r *reader) coordinationDefaults(p radio.CSMA) {
	a := &r.s.Radio.Access
	if p.DCF.ReserveBytes > 0 {
		keys.Fill(r.File, "radio.access.rts_threshold", &a.RTSThreshold, p.DCF.ReserveBytes-1)
		keys.Fill(r.File, "radio.access.long_retries", &a.LongRetries, p.DCF.LongRetries)
	}
	keys.Fill(r.File, "radio.access.nav", &a.NAV, p.DCF.NAV || a.RTSThreshold < section.NoRTS)
	if p.DCF.EIFS > 0 { // a DIFS of the file may be longer, and no EIFS is shorter than DIFS
		keys.Fill(r.File, "radio.access.eifs", &a.EIFS, max(Duration(p.DCF.EIFS), a.DIFS))
	}
	keys.Fill(r.File, "radio.access.cts", &a.CTS, word(p.DCF.Answer, "unreserved"))
	keys.Fill(r.File, "radio.access.idle", &a.Idle, word(p.DCF.Idle, "backoff"))
	if r.s.Radio.Powered() {
		keys.Fill(r.File, "radio.access.overlap", &a.Overlap, word(p.Overlap, section.OverlapCapture))
		keys.Fill(r.File, "radio.access.faintest", &a.Faintest, p.FaintestDBm)
	}
}

// word is the name of a value in files, where the zero value has a name too.
func word[T ~string](value T, zero string) string {
	if value == "" {
		return zero
	}
	return string(value)
}

// senseDefault is the power of a link, or the preset's. It tries the medium, so that no run
// fails for it.
func (r *reader) senseDefault(c *phy.Channel) {
	dBm := c.LinkDBm()
	if p := r.s.Radio.Bought(); p.SenseDBm != 0 {
		dBm = p.SenseDBm
	}
	keys.Fill(r.File, "radio.access.carrier_sense", &r.s.Radio.Access.CarrierSense, dBm)
	if !r.s.Radio.Contended() || !r.Sound("radio.access") {
		return
	}
	if _, err := phy.Over(*r.s.Radio.CSMA(), c); err != nil {
		for _, why := range errs.Each(err) {
			r.Fault("radio.access.overlap", "%s", why)
		}
	}
}

// checkAccess finds what is wrong between the numbers of the medium.
func (r *reader) checkAccess() {
	s := r.s
	if !s.Radio.Contended() || !r.Sound("radio.access") {
		return
	}
	if s.Radio.Model == section.RadioDelivery {
		r.Fault("radio.access.model", "radio model delivery has no strengths, so there is no rule for which frames collide: use ideal, or radio model rssi")
		return
	}
	if s.Radio.Placeless() {
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
	if a := s.Radio.Access; a.Overlap != section.OverlapCapture && !s.Radio.Powered() {
		r.Fault("radio.access.overlap", "%s needs noise, and radio model %s has no power: use capture, or a model by power", a.Overlap, s.Radio.Model)
		return
	}
	if err := s.Radio.CSMA().Validate(); err != nil {
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
