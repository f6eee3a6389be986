package reproduce

import (
	"bytes"
	"fmt"
	"slices"
	"time"
)

// A Setup is a [Configuration] by name.
type Setup string

// The setups.
const (
	// AsGloMoSim is as much of GloMoSim's world as its source tells: the stage "together" of
	// package unknowns. What it does not tell is as in Assumptions, with the old list and a
	// CHILD-TIMEOUT below the paper's least T.
	AsGloMoSim Setup = "glomosim"
	// AsChosen is the configuration that comes nearest to Figs. 5, 8 and 10a, by the
	// rule of package unknowns: the one that Figs. 9 and 10b are predicted with.
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
	c.List, c.Child, c.Medium, c.Unicast, c.Connect, c.Jitter, c.Start = AsBeacons, 2400*time.Millisecond, GloMoSim, Stalling, Each, 0, Leaving
	return c
}

// reading names what a study assumes.
func (s *Study) reading() string {
	if s.Setup != "" {
		return string(s.Setup)
	}
	return reading(s.Merge, s.List, s.Access)
}

// RecordedSetup returns the recorded study of a setup.
func RecordedSetup(s Setup) (*Study, error) {
	if _, err := s.configuration(); err != nil {
		return nil, err
	}
	text, has := RecordedStudy(string(s))
	if !has {
		return nil, fmt.Errorf("%w: of setup %s", ErrRecorded, s)
	}
	return ReadJSON(bytes.NewReader(text))
}
