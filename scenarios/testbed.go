package scenarios

import (
	"bytes"
	"math"

	"bellwether/internal/formats/testbed"
	"bellwether/internal/formats/text"
	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios/internal/section"
)

// readTestbed reads what the links of a testbed did.
func (r *reader) readTestbed(data []byte) error {
	s := r.s
	kind := testbed.RSSI
	if s.Radio.Model == section.RadioDelivery {
		kind = testbed.Delivery
	}
	notes := &text.Notes{Lenient: s.Radio.Lenient || r.o.Lenient}
	table, err := testbed.Read(bytes.NewReader(data), text.File{Name: s.Radio.File, Notes: notes}, kind)
	if err != nil {
		return err
	}
	r.files.Remarks("radio.file", notes)
	s.radioFiles.Names = table.Names
	if kind == testbed.Delivery {
		s.radioFiles.Ratios, err = phy.NewDeliveries(len(table.Names), ratios(table))
	} else {
		s.radioFiles.Matrix, err = phy.NewMatrix(len(table.Names), strengths(table))
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

// ratios are those of a table; a silent link delivers nothing.
func ratios(t *testbed.Table) []phy.Ratio {
	out := make([]phy.Ratio, len(t.Rows))
	for i, row := range t.Rows {
		out[i] = phy.Ratio{At: protocol.Time(row.At), From: protocol.ID(row.From), To: protocol.ID(row.To), Share: row.Value}
	}
	return out
}
