// Package radiofile reads the section radio of a scenario: its files, the defaults that follow
// from the preset and from other keys, and what contradicts.
//
// Package air makes the radio of a run from what is read here. A Part assumes that the
// section was decoded. It is asked in this order: Read, Defaults, Antennas, the checks, Try.
// It reports to the scenario file and opens no file but those that the section names.
//
// Lengths are in metres, powers in dBm, frequencies in Hz.
package radiofile

import (
	"bytes"
	"fmt"
	"math"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/emane"
	"bellwether/internal/formats/obstaclefile"
	"bellwether/internal/formats/testbed"
	"bellwether/internal/formats/text"
	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios/internal/air"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
	"bellwether/scenarios/internal/sources"
)

// A Part is the section radio of one file.
type Part struct {
	File    *keys.File
	Files   *sources.Files
	Radio   *section.Radio
	Made    *air.Files      // where what the files say is put
	Groups  []section.Group // whose nodes have antennas
	Nodes   int
	Lenient bool // bad lines of a table are skipped
}

// Read reads the files that the radio names.
func (p *Part) Read() {
	if !p.Radio.Powered() && !p.Radio.FromTable() {
		return
	}
	if !p.Radio.FromTable() && p.Radio.Obstacles != "" {
		p.Files.ParseRadio(p.File, sources.Key{Path: "radio.obstacles", Name: p.Radio.Obstacles}, func(data []byte) (err error) {
			o := obstaclefile.Options{Name: p.Radio.Obstacles, WallDB: p.Radio.WallAttenuation}
			if len(p.Radio.ObstaclesOrigin) == 2 {
				o.Origin = &orb.Point{p.Radio.ObstaclesOrigin[0], p.Radio.ObstaclesOrigin[1]}
			}
			p.Made.Obstacles, err = obstaclefile.Read(bytes.NewReader(data), o)
			return err
		})
	}
	if !p.Radio.FromTable() {
		return
	}
	if p.Radio.File == "" {
		if p.File.Sound("radio") {
			p.File.Fault("radio", "model %s needs a file", p.Radio.Model)
		}
		return
	}
	p.Files.ParseRadio(p.File, sources.Key{Path: "radio.file", Name: p.Radio.File}, func(data []byte) (err error) {
		if p.Radio.Model != section.RadioMatrix {
			return p.testbed(data)
		}
		p.Made.Matrix, p.Made.Names, err = emane.Read(bytes.NewReader(data), p.Radio.File)
		return err
	})
}

// testbed reads what the links of a testbed did.
func (p *Part) testbed(data []byte) error {
	kind := testbed.RSSI
	if p.Radio.Model == section.RadioDelivery {
		kind = testbed.Delivery
	}
	notes := &text.Notes{Lenient: p.Radio.Lenient || p.Lenient}
	columns, err := text.ParseMapping(p.Radio.Columns)
	if err != nil {
		return fmt.Errorf("columns: %w", err)
	}
	table, err := testbed.Read(bytes.NewReader(data), text.File{Name: p.Radio.File, Notes: notes, Columns: columns}, kind)
	if err != nil {
		return err
	}
	p.Files.Remarks("radio.file", notes)
	p.Made.Names = table.Names
	if kind == testbed.Delivery {
		p.Made.Ratios, err = phy.NewDeliveries(len(table.Names), ratios(table))
	} else {
		p.Made.Matrix, err = phy.NewMatrix(len(table.Names), strengths(table))
	}
	return err
}

// strengths are the losses of a sender of 0 dBm that make the strengths of a table.
func strengths(t *testbed.Table) []radio.Entry {
	out := make([]radio.Entry, len(t.Rows))
	for i, row := range t.Rows {
		out[i] = radio.Entry{At: protocol.Time(row.At), From: protocol.ID(row.From), To: protocol.ID(row.To), LossDB: -row.Value}
		if row.Silent {
			out[i].LossDB = math.Inf(1)
		}
	}
	return out
}

// ratios are the shares of frames in a table; a silent link delivers nothing.
func ratios(t *testbed.Table) []phy.Ratio {
	out := make([]phy.Ratio, len(t.Rows))
	for i, row := range t.Rows {
		out[i] = phy.Ratio{At: protocol.Time(row.At), From: protocol.ID(row.From), To: protocol.ID(row.To), Share: row.Value}
	}
	return out
}
