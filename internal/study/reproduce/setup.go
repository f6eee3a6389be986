package reproduce

import (
	"bytes"
	"fmt"
	"slices"

	"bellwether/internal/draw/table"
)

// A Setup is a [Configuration] by name.
type Setup string

// The setups.
const (
	// asGloMoSim is GloMoSim's world as far as its source shows it: the stage "together" of
	// package sensitivity. Everything else is as in Assumptions, with the old list and a
	// CHILD-TIMEOUT below the paper's least T.
	asGloMoSim Setup = "glomosim"
	// asChosen is the configuration that comes nearest to Figs. 5, 8 and 10a, by the
	// rule of package sensitivity: the one that Figs. 9 and 10b are predicted with.
	asChosen Setup = "chosen"
)

// Setups lists the setups.
func Setups() []Setup { return []Setup{asGloMoSim, asChosen} }

// configuration returns the configuration of a setup; without a setup the result has no
// meaning.
func (s Setup) configuration() (Configuration, error) {
	switch s {
	case "":
		return Configuration{}, nil
	case asChosen:
		return ChosenConfiguration(), nil
	case asGloMoSim:
		return GloMoSimConfiguration(), nil
	}
	return Configuration{}, fmt.Errorf("%w %q: there are %v", errSetup, string(s), slices.Clone(Setups()))
}

// GloMoSimConfiguration is the configuration of AsGloMoSim.
func GloMoSimConfiguration() Configuration {
	c := Assumed()
	c.List, c.Child, c.Medium, c.Unicast, c.Connect, c.Jitter, c.Start = AsBeacons, ChildBounded, GloMoSim, Stalling, Each, 0, Leaving
	return c
}

// RecordedSetup returns the recorded study of a setup.
func RecordedSetup(s Setup) (*Study, error) {
	if _, err := s.configuration(); err != nil {
		return nil, err
	}
	text, has := RecordedStudy(string(s))
	if !has {
		return nil, fmt.Errorf("%w of setup %s: leave out --recorded to make it", ErrRecorded, s)
	}
	return readJSON(bytes.NewReader(text))
}

// configured returns a table of the values that the setup of a study has for what the paper
// leaves open.
func (s *Study) configured() table.Table {
	c, _ := s.Setup.configuration() // a study has a setup that exists
	t := table.Table{Title: openTitle, Header: []string{"what", "taken"}}
	for _, row := range []struct {
		what  string
		value any
	}{
		{"reply time-out", c.Reply}, {"UDP tries", c.Tries}, {"probe interval", c.Probe}, {"CHILD-TIMEOUT", c.Child},
		{"neighbour list", c.List.text()}, {"range, times Tx", c.RangeShare}, {"merges", c.Merge},
		{"unicast", c.Unicast}, {"medium", c.Medium}, {"sensing, times the range", c.Sensing}, {"jitter of floods", c.Jitter},
		{"TCP connects", c.Connect}, {"who is forced", c.Forced}, {"each", c.Period}, {"movement begins", c.Start}, {"first elections", c.First},
	} {
		t.Rows = append(t.Rows, []string{row.what, fmt.Sprint(row.value)})
	}
	return t
}
