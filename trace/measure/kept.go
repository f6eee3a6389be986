package measure

import (
	"encoding/json"
	"fmt"
	"slices"

	"bellwether/internal/base/errs"
	"bellwether/protocol"
)

// appendRest appends what a report of stored runs needs beside the metrics, as far as the run
// measured it: what messages of each class cost and how long they were on the air, and when
// batteries were empty.
func (m *Metrics) appendRest(b []byte) ([]byte, error) {
	for _, part := range []struct {
		name string
		of   *perClass
	}{{"energy_by_class", m.EnergyByClass}, {"air_by_class", m.AirByClass}} {
		if part.of == nil {
			continue
		}
		text, err := json.Marshal(part.of)
		if err != nil {
			return nil, err
		}
		b = fmt.Appendf(b, `,%q:%s`, part.name, text)
	}
	if m.Mutest.Node != protocol.Nobody {
		text, err := json.Marshal(m.Mutest)
		if err != nil {
			return nil, err
		}
		b = fmt.Appendf(b, `,"mutest":%s`, text)
	}
	if len(m.deaths) > 0 {
		text, err := keep(m.deaths).MarshalText()
		if err != nil {
			return nil, err
		}
		b = fmt.Appendf(b, `,"deaths":%q`, text)
	}
	return m.appendOwn(b)
}

// DropRest drops what stands beside the numbers of metrics where other has none of it: such as the energy
// of each class, where other was kept by a program that did not know it.
func (m *Metrics) DropRest(other *Metrics) {
	if other.EnergyByClass == nil {
		m.EnergyByClass = nil
	}
	if other.AirByClass == nil {
		m.AirByClass = nil
	}
	if other.Mutest.Node == protocol.Nobody {
		m.Mutest = mutest{}
	}
	if len(other.deaths) == 0 {
		m.deaths = nil
	}
}

// readRest reads what appendRest wrote.
func (m *Metrics) readRest(of map[string]json.RawMessage) error {
	var deaths timeSet
	for _, part := range []struct {
		name string
		into any
	}{{"energy_by_class", &m.EnergyByClass}, {"air_by_class", &m.AirByClass}, {"mutest", &m.Mutest}, {"deaths", &deaths}} {
		if of[part.name] == nil {
			continue
		}
		if err := json.Unmarshal(of[part.name], part.into); err != nil {
			return errs.Measure.Errorf("%s: %w", part.name, err)
		}
	}
	if deaths.Known() {
		m.deaths = slices.Collect(deaths.observations())
	}
	return m.readOwn(of["own"])
}
