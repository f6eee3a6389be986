package scenarios

import (
	"bellwether/internal/air"
	"bellwether/internal/refuse"
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
}

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
}

// senseDefault is the power of a link.
func (r *reader) senseDefault(c *air.Channel) {
	fill(r, "radio.access.carrier_sense", &r.s.Radio.Access.CarrierSense, c.LinkDBm())
}

// access is the numbers of the medium, nil of an ideal one.
func (s *Scenario) access() *radio.CSMA {
	if !s.contended() {
		return nil
	}
	a := s.Radio.Access
	return &radio.CSMA{
		Slot: a.Slot.Std(), SIFS: a.SIFS.Std(), DIFS: a.DIFS.Std(), WindowMin: a.WindowMin, WindowMax: a.WindowMax,
		Lifetime: a.Lifetime.Std(), CaptureDB: a.Capture,
		SenseDBm: a.CarrierSense, SenseRange: a.CarrierSenseRange, Exponent: a.Exponent,
	}
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
	if err := s.access().Validate(); err != nil {
		for _, why := range refuse.Each(err) {
			r.Fault("radio.access", "%s", why)
		}
	}
}

// warnOfAccess looks for numbers that do not fit the world.
func (r *reader) warnOfAccess() {
	s := r.s
	if !s.contended() {
		return
	}
	if r.Given("radio.loss") && s.Radio.Loss.Model == lossBernoulli && s.Radio.Loss.Probability > 0 {
		r.warnAt("radio.loss", "loses %v of all frames besides those that collide: if bernoulli stood for collisions, they count twice",
			s.Radio.Loss.Probability)
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
	if s.powered() && a.CarrierSense > s.air.linkDBm {
		r.warnAt("radio.access.carrier_sense", "%v dBm is above the %v dBm of the weakest link: nodes do not notice senders that they hear",
			a.CarrierSense, s.air.linkDBm)
	}
}
