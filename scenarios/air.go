package scenarios

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"slices"

	"github.com/paulmach/orb"

	"bellwether/internal/base/errs"
	"bellwether/internal/formats/emane"
	"bellwether/internal/formats/obstaclefile"
	"bellwether/internal/sim/phy"
	"bellwether/internal/sim/presets"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios/internal/section"
)

// fileParts is what all runs of a radio that decides by power share.
type fileParts struct {
	obstacles *phy.Obstacles
	matrix    *phy.Matrix
	ratios    *phy.Deliveries
	names     []string // of the nodes of the matrix
	files     []sideFile
	rangeM    float64 // 0 before it is known
	linkDBm   float64 // the power of the weakest link
}

// powered reports whether power decides which nodes hear, and not a range, a ratio or a list.
func (s *Scenario) powered() bool {
	return s.Radio.Model != section.RadioDisk && s.Radio.Model != section.RadioDelivery && !s.placeless()
}

// fromTable reports whether a file says what each link does, wherever nodes are.
func (s *Scenario) fromTable() bool {
	return slices.Contains([]string{section.RadioMatrix, section.RadioRSSI, section.RadioDelivery}, s.Radio.Model)
}

// A linkTable is what each link does over time.
type linkTable interface {
	Nodes() int
	First() protocol.Time
	Last() protocol.Time
}

// linkTable is that of the radio, nil if it has none.
func (s *Scenario) linkTable() linkTable {
	switch {
	case s.air.matrix != nil:
		return s.air.matrix
	case s.air.ratios != nil:
		return s.air.ratios
	}
	return nil
}

// tableName is what messages call it.
func (s *Scenario) tableName() string {
	if s.Radio.Model == section.RadioMatrix {
		return "event log"
	}
	return "table"
}

// readRadio reads the files that the radio names.
func (r *reader) readRadio() {
	s := r.s
	if !s.powered() && !s.fromTable() {
		return
	}
	if !s.fromTable() && s.Radio.Obstacles != "" {
		r.readFile("radio.obstacles", s.Radio.Obstacles, func(data []byte) (err error) {
			o := obstaclefile.Options{Name: s.Radio.Obstacles, WallDB: s.Radio.WallAttenuation}
			if len(s.Radio.ObstaclesOrigin) == 2 {
				o.Origin = &orb.Point{s.Radio.ObstaclesOrigin[0], s.Radio.ObstaclesOrigin[1]}
			}
			s.air.obstacles, err = obstaclefile.Read(bytes.NewReader(data), o)
			return err
		})
	}
	if !s.fromTable() {
		return
	}
	if s.Radio.File == "" {
		if r.Sound("radio") {
			r.Fault("radio", "model %s needs a file", s.Radio.Model)
		}
		return
	}
	r.readFile("radio.file", s.Radio.File, func(data []byte) (err error) {
		if s.Radio.Model != section.RadioMatrix {
			return r.readTestbed(data)
		}
		s.air.matrix, s.air.names, err = emane.Read(bytes.NewReader(data), s.Radio.File)
		return err
	})
}

// ReadFile reads a file that the key at path names, and keeps a copy.
func (r *reader) readFile(path, name string, parse func([]byte) error) {
	data, err := r.readAll(name)
	if err != nil {
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		r.Fault(path, "cannot read %s: %v", name, err)
		return
	}
	if err := parse(data); err != nil {
		r.Fault(path, "%s", errs.Why(err))
		return
	}
	file := r.fileOf(name, data)
	for _, other := range r.s.Files() {
		if other.Name == file.Name && !bytes.Equal(other.Data, data) {
			r.Fault(path, "another file is called %s too, and they would be one file beside a copy of the scenario", file.Name)
			return
		}
	}
	for _, other := range r.s.files {
		if other.Name == file.Name {
			return // a log of places and losses is one file
		}
	}
	r.s.air.files = append(r.s.air.files, file)
}

// preset is the radio that the scenario names.
func (s *Scenario) preset() presets.Preset {
	name := s.Radio.Preset
	if s.Radio.Model == section.RadioGraph {
		name = presets.Default
	}
	p, _ := presets.ByName(name)
	return p
}

// presetDefaults sets what the file leaves to the preset.
func (r *reader) presetDefaults() {
	s := r.s
	if s.Radio.Model == section.RadioGraph || !r.Sound("radio.preset") {
		return
	}
	p := s.preset()
	for _, of := range []struct {
		key    string
		field  *float64
		preset float64
	}{
		{"frequency", &s.Radio.Frequency, p.Carrier.FrequencyHz},
		{"power", &s.Radio.Power, p.Emitter.PowerDBm},
		{"bitrate", &s.Radio.Bitrate, p.Link.BitrateBps},
		{"reception.sensitivity", &s.Radio.Reception.Sensitivity, p.Receiver.SensitivityDBm},
		{"reception.noise_figure", &s.Radio.Reception.NoiseFigure, p.Receiver.NoiseFigureDB},
		{"reception.bandwidth", &s.Radio.Reception.Bandwidth, p.Receiver.BandwidthHz},
	} {
		if !r.Given("radio." + of.key) {
			*of.field = of.preset
		}
	}
	if !r.Given("radio.reception.modulation") {
		s.Radio.Reception.Modulation = string(p.Curve)
	}
	r.modelDefaults()
}

// modelDefaults sets those of lists, and the reference loss that goes with a
// frequency.
func (r *reader) modelDefaults() {
	s := r.s
	threeLog := radio.DefaultThreeLogDistance()
	if s.Radio.Distances == nil && s.Radio.Model == section.RadioThreeLogDistance {
		s.Radio.Distances = slices.Clone(threeLog.DistancesM[:])
	}
	if s.Radio.Exponents == nil && s.Radio.Model == section.RadioThreeLogDistance {
		s.Radio.Exponents = slices.Clone(threeLog.Exponents[:])
	}
	if nakagami := radio.Nakagami(); s.powered() && s.Radio.Fading.Model == section.FadingNakagami {
		if s.Radio.Fading.Shapes == nil {
			s.Radio.Fading.Shapes = nakagami.Shapes[:]
		}
		if s.Radio.Fading.Distances == nil {
			s.Radio.Fading.Distances = nakagami.DistancesM[:]
		}
	}
	logarithmic := s.Radio.Model == section.RadioLogDistance || s.Radio.Model == section.RadioThreeLogDistance
	if logarithmic && !r.Given("radio.reference_loss") && (r.Given("radio.frequency") || s.Radio.Preset != presets.Default) {
		first := s.Radio.ReferenceDistance
		if s.Radio.Model == section.RadioThreeLogDistance && len(s.Radio.Distances) == 3 {
			first = s.Radio.Distances[0]
		}
		loss := radio.FreeSpaceDB(first, radio.Carrier{FrequencyHz: s.Radio.Frequency})
		s.Radio.ReferenceLoss = max(math.Round(loss*1000)/1000, 0)
	}
}

// path is the path loss that the scenario names, nil for a matrix.
func (s *Scenario) path() radio.PathLoss {
	carrier := radio.Carrier{FrequencyHz: s.Radio.Frequency}
	switch s.Radio.Model {
	case section.RadioFriis:
		return radio.Friis{Carrier: carrier, SystemLoss: s.Radio.SystemLoss, MinLossDB: s.Radio.MinLoss}
	case section.RadioLogDistance:
		return radio.LogDistance{Exponent: s.Radio.Exponent, ReferenceDistanceM: s.Radio.ReferenceDistance, ReferenceLossDB: s.Radio.ReferenceLoss}
	case section.RadioTwoRay:
		return radio.TwoRay{Carrier: carrier, SystemLoss: s.Radio.SystemLoss, MinDistanceM: s.Radio.MinDistance, HeightM: s.Radio.AntennaHeight}
	case section.RadioThreeLogDistance:
		return radio.ThreeLogDistance{DistancesM: [3]float64(s.Radio.Distances), Exponents: [3]float64(s.Radio.Exponents), ReferenceLossDB: s.Radio.ReferenceLoss}
	}
	return nil
}

// highestM is the greatest altitude of a node.
func (s *Scenario) highestM() float64 {
	return s.heights().MaxM
}

// channel is the radio of one seed.
func (s *Scenario) channel(seed uint64) (*phy.Channel, error) {
	return phy.NewChannel(s.channelOptions(seed), phy.Site{Matrix: s.air.matrix, Obstacles: s.air.obstacles})
}

// channelOptions are those of one seed, without the site.
func (s *Scenario) channelOptions(seed uint64) radio.ChannelOptions {
	o := radio.ChannelOptions{
		Seed: seed, Path: s.path(), HighestM: s.highestM(),
		Shadowing: radio.Shadowing{SigmaDB: s.Radio.Shadowing.Sigma, CorrelationM: s.Radio.Shadowing.Correlation, Coherence: s.Radio.Shadowing.Coherence.Std()},
		Emitter:   radio.Emitter{PowerDBm: s.Radio.Power, GainDB: s.Radio.AntennaGain, OwnDBm: s.Radio.Powers, SpreadDB: s.Radio.PowerSpread},
		Receiver: radio.Receiver{Modulation: radio.Threshold, SensitivityDBm: s.Radio.Reception.Sensitivity,
			NoiseFigureDB: s.Radio.Reception.NoiseFigure, BandwidthHz: s.Radio.Reception.Bandwidth},
	}
	if own := s.antennas(); own != nil {
		o.Emitter.Antennas, o.Emitter.Header = own, s.headings(own, seed)
	}
	if s.Radio.Model == section.RadioRSSI {
		o.Emitter = radio.Emitter{} // the losses of the matrix are those from 0 dBm to what was measured
	}
	if s.Radio.Reception.Model == section.ReceptionNoise {
		o.Receiver.Modulation = radio.Modulation(s.Radio.Reception.Modulation)
	}
	switch f := s.Radio.Fading; f.Model {
	case section.FadingRayleigh:
		o.Fading = radio.Rayleigh()
		o.Fading.Slot, o.Fading.DopplerHz = f.Slot.Std(), f.Doppler
	case section.FadingNakagami:
		o.Fading = radio.Fading{Shapes: [3]float64(f.Shapes), DistancesM: [2]float64(f.Distances), Slot: f.Slot.Std(), DopplerHz: f.Doppler}
	}
	return o
}

// loss is the loss model of a seed, nil if there is none.
func (s *Scenario) loss(seed uint64) (radio.Loss, error) {
	l, err := s.lossForEver(seed)
	if err != nil {
		return nil, err
	}
	if l, err = s.redraws(l); err != nil {
		return nil, err
	}
	return endsAt(l, s.Radio.Loss.Until), nil
}

// lossForEver is the loss of a run as if it never ended.
func (s *Scenario) lossForEver(seed uint64) (radio.Loss, error) {
	l := s.Radio.Loss
	switch l.Model {
	case section.LossBernoulli:
		if l.Probability == 0 {
			return nil, nil
		}
		return radio.NewBernoulli(seed, l.Probability, radio.DefaultSlot)
	case section.LossBursts:
		return radio.NewBursts(s.bursts(), seed)
	case section.WordOwn:
		return s.ownLoss(seed)
	case section.LossDistance:
		return radio.NewDistanceLoss(radio.DistanceLoss{Near: l.Near, Far: l.Far, RangeM: s.rangeM(), Exponent: l.Exponent, Slot: radio.DefaultSlot}, seed)
	}
	return nil, nil
}

func (s *Scenario) bursts() radio.GilbertElliott {
	l := s.Radio.Loss
	return radio.GilbertElliott{Good: l.Good.Std(), Bad: l.Bad.Std(), LossGood: l.LossGood, LossBad: l.LossBad, Slot: radio.DefaultSlot}
}

// checkRadioCounts compares the number of nodes with what the radio lists.
func (r *reader) checkRadioCounts() {
	s := r.s
	if s.powered() && len(s.Radio.Powers) > 0 && len(s.Radio.Powers) != s.Nodes && r.Sound("radio.powers") {
		r.Fault("radio.powers", "has %d powers for %d nodes", len(s.Radio.Powers), s.Nodes)
	}
	if m := s.linkTable(); m != nil && s.Nodes > m.Nodes() {
		r.Fault("nodes", "the %s %s has %d nodes, not %d", s.tableName(), s.Radio.File, m.Nodes(), s.Nodes)
	}
	if s.Radio.Loss.Model == section.LossDistance && (s.placeless() || s.fromTable()) && r.Sound("radio") {
		r.Fault("radio.loss.model", "loss by distance has no range to go by with radio model %s", s.Radio.Model)
	}
}

// prepareRadio tries a channel and a loss, so that no run fails for them, and
// notes how far the radio reaches.
func (r *reader) prepareRadio() {
	s := r.s
	fault := func(path string, err error) {
		for _, why := range errs.Each(err) {
			r.Refused(path, why, err)
		}
	}
	if s.powered() {
		c, err := s.channel(s.Seed)
		if err != nil {
			fault("radio", err)
			return
		}
		s.air.rangeM, s.air.linkDBm = c.RangeM(), c.LinkDBm()
		r.senseDefault(c)
	}
	switch _, err := s.loss(s.Seed); {
	case err == nil:
	case s.Radio.Loss.Model == section.WordOwn: // the faults apart would not say whose loss it is
		r.Refused("radio.loss", errs.Plain(err), err)
	default:
		fault("radio.loss", err)
	}
}

// rangeM is how far the radio reaches, in metres: the range, or where the mean
// path of the strongest sender ends without shadows and walls. It is infinite
// where no distance decides.
func (s *Scenario) rangeM() float64 {
	switch {
	case s.Radio.Model == section.RadioDisk:
		return s.Radio.Range
	case s.powered():
		return s.air.rangeM
	}
	return math.Inf(1)
}

// rangePath is the key that sets how far the radio reaches.
func (s *Scenario) rangePath() string {
	if s.Radio.Model == section.RadioDisk {
		return "radio.range"
	}
	return "radio"
}
