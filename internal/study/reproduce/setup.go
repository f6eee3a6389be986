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
	// AsGloMoSim is as much of GloMoSim's world as its source tells: the stage "together" of
	// package sensitivity. What it does not tell is as in Assumptions, with the old list and a
	// CHILD-TIMEOUT below the paper's least T.
	AsGloMoSim Setup = "glomosim"
	// AsChosen is the configuration that comes nearest to Figs. 5, 8 and 10a, by the
	// rule of package sensitivity: the one that Figs. 9 and 10b are predicted with.
	AsChosen Setup = "chosen"
)

// Setups lists the setups.
func Setups() []Setup { return []Setup{AsGloMoSim, AsChosen} }

// configuration returns what a setup stands for; that of no setup means nothing.
func (s Setup) configuration() (Configuration, error) {
	switch s {
	case "":
		return Configuration{}, nil
	case AsChosen:
		return ChosenConfiguration(), nil
	case AsGloMoSim:
		return GloMoSimConfiguration(), nil
	}
	return Configuration{}, fmt.Errorf("%w %q: there are %v", ErrSetup, string(s), slices.Clone(Setups()))
}

// GloMoSimConfiguration is that of AsGloMoSim.
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
	return ReadJSON(bytes.NewReader(text))
}

// configured returns the table of what the setup of a study takes for what the paper leaves open.
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
