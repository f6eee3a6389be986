package air

import (
	"bellwether/internal/sim/phy"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios/internal/section"
)

// Files has what the files of a radio say, and how far it reaches. All runs share it.
type Files struct {
	Obstacles *phy.Obstacles
	Matrix    *phy.Matrix
	Ratios    *phy.Deliveries
	Names     []string // of the nodes of a table
	RangeM    float64  // where power decides; 0 before Tune
	LinkDBm   float64  // the power of the weakest link, if so
}

// A Table is what each link does over time.
type Table interface {
	Nodes() int
	First() protocol.Time
	Last() protocol.Time
}

// Table is that of a radio whose links are in a file; nil for other radios.
func (f *Files) Table() Table {
	switch {
	case f.Matrix != nil:
		return f.Matrix
	case f.Ratios != nil:
		return f.Ratios
	}
	return nil
}

// Radio makes what a run needs of the radio.
type Radio struct {
	Keys     *section.Radio
	Files    *Files
	Groups   []section.Group // whose nodes have antennas
	Until    section.Duration
	Seed     uint64          // of the first run
	Movement mobility.Model  // nil if nodes have no places
	Graph    radio.Graph     // if links are listed
	Meetings radio.Timetable // if links come and go as in a file
	// Losses of the program's own, by name.
	Losses map[string]func(seed uint64) (radio.Loss, error)
}

// Tune makes the channel of the first run, where power decides, and notes how far it reaches.
func (r *Radio) Tune() (*phy.Channel, error) {
	c, err := r.Channel(r.Seed)
	if err != nil {
		return nil, err
	}
	r.Files.RangeM, r.Files.LinkDBm = c.RangeM(), c.LinkDBm()
	return c, nil
}

// Channel is the radio of one seed.
func (r *Radio) Channel(seed uint64) (*phy.Channel, error) {
	return phy.NewChannel(r.channelOptions(seed), phy.Site{Matrix: r.Files.Matrix, Obstacles: r.Files.Obstacles})
}

// channelOptions are the options of the channel of one seed, without its site.
func (r *Radio) channelOptions(seed uint64) radio.ChannelOptions {
	o := radio.ChannelOptions{
		Seed: seed, Path: r.Keys.PathLoss(), HighestM: r.highestM(),
		Shadowing: radio.Shadowing{SigmaDB: r.Keys.Shadowing.Sigma, CorrelationM: r.Keys.Shadowing.Correlation, Coherence: r.Keys.Shadowing.Coherence.Std()},
		Emitter:   radio.Emitter{PowerDBm: r.Keys.Power, GainDB: r.Keys.AntennaGain, OwnDBm: r.Keys.Powers, SpreadDB: r.Keys.PowerSpread},
		Receiver: radio.Receiver{Modulation: radio.Threshold, SensitivityDBm: r.Keys.Reception.Sensitivity,
			NoiseFigureDB: r.Keys.Reception.NoiseFigure, BandwidthHz: r.Keys.Reception.Bandwidth},
	}
	if own := r.Antennas(); own != nil {
		o.Emitter.Antennas, o.Emitter.Header = own, r.Headings(own, seed)
	}
	if r.Keys.Model == section.RadioRSSI {
		o.Emitter = radio.Emitter{} // the losses of the matrix are those from 0 dBm to what was measured
	}
	if r.Keys.Reception.Model == section.ReceptionNoise {
		o.Receiver.Modulation = radio.Modulation(r.Keys.Reception.Modulation)
	}
	switch f := r.Keys.Fading; f.Model {
	case section.FadingRayleigh:
		o.Fading = radio.Rayleigh()
		o.Fading.Slot, o.Fading.DopplerHz = f.Slot.Std(), f.Doppler
	case section.FadingNakagami:
		o.Fading = radio.Fading{Shapes: [3]float64(f.Shapes), DistancesM: [2]float64(f.Distances), Slot: f.Slot.Std(), DopplerHz: f.Doppler}
	}
	return o
}

// Medium is who may hear whom in a run.
func (r *Radio) Medium(seed uint64) (radio.Medium, error) {
	switch r.Keys.Model {
	case section.RadioDisk:
		return radio.Disk(r.Keys.Range), nil
	case section.RadioGraph:
		return r.Graph, nil
	case section.RadioContacts:
		return r.Meetings, nil
	case section.RadioDelivery:
		return phy.NewDelivery(phy.DeliveryOptions{Seed: seed, Ratios: r.Files.Ratios, LinkRatio: r.Keys.LinkRatio, Slot: radio.DefaultSlot})
	}
	return r.Channel(seed)
}

// Heights are the altitudes of all nodes.
func (r *Radio) Heights() mobility.Altitudes {
	if r.Movement == nil {
		return mobility.Altitudes{}
	}
	return mobility.AltitudesOf(r.Movement)
}

// highestM is the greatest altitude of a node.
func (r *Radio) highestM() float64 {
	return r.Heights().MaxM
}
