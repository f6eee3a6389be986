package radiofile

import (
	"bellwether/internal/base/errs"
	"bellwether/internal/sim/phy"
	"bellwether/internal/sim/presets"
	"bellwether/radio"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// access sets what the file leaves to the preset, and what goes with a
// medium on which frames collide: they have preambles, and no other losses unless
// they are asked for.
func (p *Part) access() {
	bought := p.Radio.Bought()
	keys.Fill(p.File, "radio.preamble", &p.Radio.Preamble, section.Duration(bought.Link.Preamble))
	if !p.Radio.Contended() {
		return
	}
	if bought.Link.Preamble == 0 {
		keys.Fill(p.File, "radio.preamble", &p.Radio.Preamble, section.Duration(radio.DefaultPreamble))
	}
	if !p.File.Given("radio.loss") {
		p.Radio.Loss.Model = section.WordNone
	}
	a := &p.Radio.Access
	keys.Fill(p.File, "radio.access.capture", &a.Capture, bought.Access.CaptureDB)
	keys.Fill(p.File, "radio.access.exponent", &a.Exponent, bought.Access.Exponent)
	if p.Radio.Unslotted() {
		p.unslotted(bought)
		return
	}
	keys.Fill(p.File, "radio.access.slot", &a.Slot, section.Duration(bought.Access.Slot))
	keys.Fill(p.File, "radio.access.sifs", &a.SIFS, section.Duration(bought.Access.SIFS))
	keys.Fill(p.File, "radio.access.difs", &a.DIFS, a.SIFS+2*a.Slot)
	keys.Fill(p.File, "radio.access.cw_min", &a.WindowMin, bought.Access.WindowMin)
	keys.Fill(p.File, "radio.access.cw_max", &a.WindowMax, bought.Access.WindowMax)
	keys.Fill(p.File, "radio.access.lifetime", &a.Lifetime, section.Duration(bought.Access.Lifetime))
	keys.Fill(p.File, "radio.access.carrier_sense_range", &a.CarrierSenseRange, bought.Access.SenseRange)
	p.coordination(bought.Access)
}

// coordination sets what a preset has beyond basic access.
func (p *Part) coordination(c radio.CSMA) {
	a := &p.Radio.Access
	if c.DCF.ReserveBytes > 0 {
		keys.Fill(p.File, "radio.access.rts_threshold", &a.RTSThreshold, c.DCF.ReserveBytes-1)
		keys.Fill(p.File, "radio.access.long_retries", &a.LongRetries, c.DCF.LongRetries)
	}
	keys.Fill(p.File, "radio.access.nav", &a.NAV, c.DCF.NAV || a.RTSThreshold < section.NoRTS)
	if c.DCF.EIFS > 0 { // a DIFS of the file may be longer, and no EIFS is shorter than DIFS
		keys.Fill(p.File, "radio.access.eifs", &a.EIFS, max(section.Duration(c.DCF.EIFS), a.DIFS))
	}
	keys.Fill(p.File, "radio.access.cts", &a.CTS, word(c.DCF.Answer, "unreserved"))
	keys.Fill(p.File, "radio.access.idle", &a.Idle, word(c.DCF.Idle, "backoff"))
	p.overlap(c)
}

// overlap sets what becomes of frames that overlap.
func (p *Part) overlap(c radio.CSMA) {
	if a := &p.Radio.Access; p.Radio.Powered() {
		keys.Fill(p.File, "radio.access.overlap", &a.Overlap, word(c.Overlap, section.OverlapCapture))
		keys.Fill(p.File, "radio.access.faintest", &a.Faintest, c.FaintestDBm)
	}
}

// unslotted sets the numbers of 802.15.4. A node senses as far as it hears: the standard wants a
// threshold of at most 10 dB above the sensitivity (IEEE Std 802.15.4-2006, 6.9.9).
func (p *Part) unslotted(bought presets.Preset) {
	a, u := &p.Radio.Access, bought.Unslotted
	keys.Fill(p.File, "radio.access.backoff_period", &a.BackoffPeriod, section.Duration(u.Period))
	keys.Fill(p.File, "radio.access.cca", &a.Assessment, section.Duration(u.Assessment))
	keys.Fill(p.File, "radio.access.turnaround", &a.Turnaround, section.Duration(u.Turnaround))
	keys.Fill(p.File, "radio.access.min_be", &a.MinBE, u.MinBE)
	keys.Fill(p.File, "radio.access.max_be", &a.MaxBE, u.MaxBE)
	keys.Fill(p.File, "radio.access.max_backoffs", &a.MaxBackoffs, u.MaxBackoffs)
	keys.Fill(p.File, "radio.access.short_space", &a.ShortSpace, section.Duration(u.ShortSpace))
	keys.Fill(p.File, "radio.access.long_space", &a.LongSpace, section.Duration(u.LongSpace))
	keys.Fill(p.File, "radio.access.carrier_sense_range", &a.CarrierSenseRange, 1)
	p.overlap(bought.Access)
}

// word is the name of a value in files, where the zero value has a name too.
func word[T ~string](value T, zero string) string {
	if value == "" {
		return zero
	}
	return string(value)
}

// sense is the power of a link, or the preset's. It tries the medium, so that no run
// fails for it.
func (p *Part) sense(c *phy.Channel) {
	dBm, bought := c.LinkDBm(), p.Radio.Bought()
	switch {
	case p.Radio.Unslotted() && bought.AssessDBm != 0:
		dBm = bought.AssessDBm
	case bought.SenseDBm != 0:
		dBm = bought.SenseDBm
	}
	keys.Fill(p.File, "radio.access.carrier_sense", &p.Radio.Access.CarrierSense, dBm)
	if !p.Radio.Contended() || !p.File.Sound("radio.access") {
		return
	}
	if _, err := phy.Over(*p.Radio.CSMA(), c); err != nil {
		for _, why := range errs.Each(err) {
			p.File.Fault("radio.access.overlap", "%s", why)
		}
	}
}

// Access finds what is wrong between the numbers of the medium.
func (p *Part) Access() {
	if !p.Radio.Contended() || !p.File.Sound("radio.access") {
		return
	}
	if p.Radio.Model == section.RadioDelivery {
		p.File.Fault("radio.access.model", "radio model delivery has no strengths, so there is no rule for which frames collide: use ideal, or radio model rssi")
		return
	}
	if p.Radio.Placeless() {
		p.File.Fault("radio.access.model", "radio model %s has no places, so there is no rule for which frames collide: use ideal, or a radio model with places", p.Radio.Model)
		return
	}
	if !p.rates() {
		return
	}
	if a := p.Radio.Access; !p.Radio.Unslotted() && a.EIFS > 0 && a.EIFS < a.DIFS {
		p.File.Fault("radio.access.eifs", "must be 0s or at least as long as difs, %v, got %v: it is the longer wait", a.DIFS, a.EIFS)
		return
	}
	if p.Radio.Unslotted() && !p.rises() {
		return
	}
	if a := p.Radio.Access; a.Overlap != section.OverlapCapture && !p.Radio.Powered() {
		p.File.Fault("radio.access.overlap", "%s needs noise, and radio model %s has no power: use capture, or a model by power", a.Overlap, p.Radio.Model)
		return
	}
	if err := p.Radio.CSMA().Validate(); err != nil {
		for _, why := range errs.Each(err) {
			p.File.Fault("radio.access", "%s", why)
		}
	}
}

// rises reports whether the exponents and the spaces of 802.15.4 rise.
func (p *Part) rises() bool {
	a := p.Radio.Access
	if a.MinBE > a.MaxBE {
		p.File.Fault("radio.access.min_be", "must be at most max_be, %d, got %d", a.MaxBE, a.MinBE)
		return false
	}
	if a.ShortSpace > a.LongSpace {
		if p.File.Given("radio.access.short_space") {
			p.File.Fault("radio.access.short_space", "must be at most long_space, %v, got %v", a.LongSpace, a.ShortSpace)
		} else {
			p.File.Fault("radio.access.long_space", "must be at least short_space, %v, got %v", a.ShortSpace, a.LongSpace)
		}
		return false
	}
	return true
}

// rates reports whether the rates are ones, and rise from that of the link.
func (p *Part) rates() bool {
	a := p.Radio.Access
	last := p.Radio.Bitrate
	for i, name := range a.Rates {
		rate, ok := phy.RateOf(radio.Modulation(name))
		if !ok || rate.BitrateBps <= p.Radio.Bitrate {
			p.File.Fault("radio.access.rates", "%q is no modulation of 802.11 that is faster than radio.bitrate, %v bit/s", name, p.Radio.Bitrate)
			return false
		}
		if rate.BitrateBps <= last {
			p.File.Fault("radio.access.rates", "%q is not faster than %q before it: list them from slow to fast, each once", name, a.Rates[i-1])
			return false
		}
		last = rate.BitrateBps
	}
	return true
}
