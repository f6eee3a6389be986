package section

import (
	"slices"

	"bellwether/internal/sim/phy"
	"bellwether/internal/sim/presets"
	"bellwether/radio"
)

// Powered reports whether power decides which nodes hear, and not a range, a ratio or a list.
func (r *Radio) Powered() bool {
	return r.Model != RadioDisk && r.Model != RadioDelivery && !r.Placeless()
}

// FromTable reports whether a file says what each link does, wherever nodes are.
func (r *Radio) FromTable() bool {
	return slices.Contains([]string{RadioMatrix, RadioRSSI, RadioDelivery}, r.Model)
}

// Placeless reports whether nodes have no places, and so do not move.
func (r *Radio) Placeless() bool {
	return r.Model == RadioGraph || r.Model == RadioContacts
}

// Contended reports whether nodes contend for the medium.
func (r *Radio) Contended() bool { return r.Access.Model == AccessCSMA || r.Unslotted() }

// Unslotted reports whether they do so as in 802.15.4.
func (r *Radio) Unslotted() bool { return r.Access.Model == AccessUnslotted }

// TableName is what messages call the table of links.
func (r *Radio) TableName() string {
	if r.Model == RadioMatrix {
		return "event log"
	}
	return "table"
}

// RangePath is the key that sets how far the radio reaches.
func (r *Radio) RangePath() string {
	if r.Model == RadioDisk {
		return "radio.range"
	}
	return "radio"
}

// Unequal reports whether nodes send with different powers.
func (r *Radio) Unequal() bool {
	own := r.Powers
	return r.PowerSpread > 0 || len(own) > 0 && slices.Min(own) < slices.Max(own)
}

// DutyCap bounds the time that each node is on the air; nil if nothing does.
func (r *Radio) DutyCap() *radio.DutyCycle {
	d := r.DutyCycle
	if d.Limit == 0 || r.Model == RadioGraph {
		return nil
	}
	return &radio.DutyCycle{Limit: d.Limit, Window: d.Window.Std(), Drop: d.Excess == "drop"}
}

// Bought is the preset that the scenario names.
func (r *Radio) Bought() presets.Preset {
	name := r.Preset
	if r.Model == RadioGraph {
		name = presets.Default
	}
	p, _ := presets.ByName(name)
	return p
}

// LinkLayer is how long a frame takes, and how often it is tried.
func (r *Radio) LinkLayer() radio.Link {
	link := r.Bought().Link
	if r.Bitrate != link.BitrateBps {
		link.BitrateBps, link.Symbol = r.Bitrate, radio.Symbol{} // another rate than the preset's symbols have
	}
	link.Preamble = r.Preamble.Std()
	return link
}

// CSMA has the numbers of the medium; nil if the medium is ideal.
func (r *Radio) CSMA() *radio.CSMA {
	if !r.Contended() {
		return nil
	}
	if r.Unslotted() {
		return r.lowRate()
	}
	a := r.Access
	c := &radio.CSMA{
		Slot: a.Slot.Std(), SIFS: a.SIFS.Std(), DIFS: a.DIFS.Std(), WindowMin: a.WindowMin, WindowMax: a.WindowMax,
		Lifetime: a.Lifetime.Std(), CaptureDB: a.Capture,
		SenseDBm: a.CarrierSense, SenseRange: a.CarrierSenseRange, Exponent: a.Exponent,
		Overlap: unword[radio.Overlap](a.Overlap, OverlapCapture), FaintestDBm: a.Faintest,
		DCF: radio.DCF{NAV: a.NAV, EIFS: a.EIFS.Std(), Answer: unword[radio.Answer](a.CTS, "unreserved"),
			Idle: unword[radio.Idle](a.Idle, "backoff")},
	}
	if a.RTSThreshold < NoRTS {
		c.DCF.ReserveBytes, c.DCF.LongRetries = a.RTSThreshold+1, a.LongRetries
	}
	if len(a.Rates) > 0 {
		c.Rates = radio.DefaultRates()
		if a.RateChoice != ChoiceARF {
			c.Rates = radio.Rates{}
		}
		for _, name := range a.Rates {
			rate, _ := phy.RateOf(radio.Modulation(name))
			c.Rates.Faster = append(c.Rates.Faster, rate)
		}
	}
	return c
}

// lowRate is CSMA of unslotted CSMA-CA.
func (r *Radio) lowRate() *radio.CSMA {
	a, u := r.Access, radio.DefaultUnslotted()
	u.Period, u.Assessment, u.Turnaround = a.BackoffPeriod.Std(), a.Assessment.Std(), a.Turnaround.Std()
	u.MinBE, u.MaxBE, u.MaxBackoffs = a.MinBE, a.MaxBE, a.MaxBackoffs
	u.ShortSpace, u.LongSpace = a.ShortSpace.Std(), a.LongSpace.Std()
	return &radio.CSMA{CaptureDB: a.Capture, SenseDBm: a.CarrierSense, SenseRange: a.CarrierSenseRange, Exponent: a.Exponent,
		Overlap: unword[radio.Overlap](a.Overlap, OverlapCapture), FaintestDBm: a.Faintest, Unslotted: u}
}

// PathLoss is the path loss of the model; nil if a table has the losses.
func (r *Radio) PathLoss() radio.PathLoss {
	carrier := radio.Carrier{FrequencyHz: r.Frequency}
	switch r.Model {
	case RadioFriis:
		return radio.Friis{Carrier: carrier, SystemLoss: r.SystemLoss, MinLossDB: r.MinLoss}
	case RadioLogDistance:
		return radio.LogDistance{Exponent: r.Exponent, ReferenceDistanceM: r.ReferenceDistance, ReferenceLossDB: r.ReferenceLoss}
	case RadioTwoRay:
		return radio.TwoRay{Carrier: carrier, SystemLoss: r.SystemLoss, MinDistanceM: r.MinDistance, HeightM: r.AntennaHeight}
	case RadioThreeLogDistance:
		return radio.ThreeLogDistance{DistancesM: [3]float64(r.Distances), Exponents: [3]float64(r.Exponents), ReferenceLossDB: r.ReferenceLoss}
	}
	return nil
}

// unword is the value of a name.
func unword[T ~string](name, zero string) T {
	if name == zero {
		return ""
	}
	return T(name)
}
