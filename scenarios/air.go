package scenarios

import (
	"bytes"
	"math"
	"slices"

	"github.com/paulmach/orb"

	"bellwether/internal/base/errs"
	"bellwether/internal/formats/emane"
	"bellwether/internal/formats/obstaclefile"
	"bellwether/internal/sim/presets"
	"bellwether/radio"
	"bellwether/scenarios/internal/section"
	"bellwether/scenarios/internal/sources"
)

// readRadio reads the files that the radio names.
func (r *reader) readRadio() {
	s := r.s
	if !s.Radio.Powered() && !s.Radio.FromTable() {
		return
	}
	if !s.Radio.FromTable() && s.Radio.Obstacles != "" {
		r.files.ParseRadio(r.File, sources.Key{Path: "radio.obstacles", Name: s.Radio.Obstacles}, func(data []byte) (err error) {
			o := obstaclefile.Options{Name: s.Radio.Obstacles, WallDB: s.Radio.WallAttenuation}
			if len(s.Radio.ObstaclesOrigin) == 2 {
				o.Origin = &orb.Point{s.Radio.ObstaclesOrigin[0], s.Radio.ObstaclesOrigin[1]}
			}
			s.radioFiles.Obstacles, err = obstaclefile.Read(bytes.NewReader(data), o)
			return err
		})
	}
	if !s.Radio.FromTable() {
		return
	}
	if s.Radio.File == "" {
		if r.Sound("radio") {
			r.Fault("radio", "model %s needs a file", s.Radio.Model)
		}
		return
	}
	r.files.ParseRadio(r.File, sources.Key{Path: "radio.file", Name: s.Radio.File}, func(data []byte) (err error) {
		if s.Radio.Model != section.RadioMatrix {
			return r.readTestbed(data)
		}
		s.radioFiles.Matrix, s.radioFiles.Names, err = emane.Read(bytes.NewReader(data), s.Radio.File)
		return err
	})
}

// presetDefaults sets what the file leaves to the preset.
func (r *reader) presetDefaults() {
	s := r.s
	if s.Radio.Model == section.RadioGraph || !r.Sound("radio.preset") {
		return
	}
	p := s.Radio.Bought()
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
	if nakagami := radio.Nakagami(); s.Radio.Powered() && s.Radio.Fading.Model == section.FadingNakagami {
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

// checkRadioCounts compares the number of nodes with what the radio lists.
func (r *reader) checkRadioCounts() {
	s := r.s
	if s.Radio.Powered() && len(s.Radio.Powers) > 0 && len(s.Radio.Powers) != s.Nodes && r.Sound("radio.powers") {
		r.Fault("radio.powers", "has %d powers for %d nodes", len(s.Radio.Powers), s.Nodes)
	}
	if m := s.radioFiles.Table(); m != nil && s.Nodes > m.Nodes() {
		r.Fault("nodes", "the %s %s has %d nodes, not %d", s.Radio.TableName(), s.Radio.File, m.Nodes(), s.Nodes)
	}
	if s.Radio.Loss.Model == section.LossDistance && (s.Radio.Placeless() || s.Radio.FromTable()) && r.Sound("radio") {
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
	if s.Radio.Powered() {
		c, err := s.radio().Channel(s.Seed)
		if err != nil {
			fault("radio", err)
			return
		}
		s.radioFiles.RangeM, s.radioFiles.LinkDBm = c.RangeM(), c.LinkDBm()
		r.senseDefault(c)
	}
	switch _, err := s.radio().Loss(s.Seed); {
	case err == nil:
	case s.Radio.Loss.Model == section.WordOwn: // the faults apart would not say whose loss it is
		r.Refused("radio.loss", errs.Plain(err), err)
	default:
		fault("radio.loss", err)
	}
}
