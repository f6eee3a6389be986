package simulators_test

import (
	"strings"
	"testing"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/simulators"
	"bellwether/internal/formats/text"
)

// Devices of a session that stand nowhere are told.
func TestDevicesWithoutAPositionAreTold(t *testing.T) {
	const stands = `<device name="a"><position x="1" y="2"/></device>`
	for devices, want := range map[string]bool{stands: false, stands + `<device name="b"></device>`: true} {
		notes := &text.Notes{}
		_, err := simulators.ReadCORESession(strings.NewReader("<scenario><devices>"+devices+"</devices></scenario>"), text.File{Name: "s.xml", Notes: notes}, geo.Metres)
		if err != nil {
			t.Fatal(err)
		}
		if told := strings.Join(notes.Remarks, " "); strings.Contains(told, "left out: 1 of 2 devices, which have no position") != want {
			t.Errorf("%s: told %q", devices, told)
		}
	}
}
