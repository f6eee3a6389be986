package scenarios

import (
	"path/filepath"
	"slices"

	"bellwether/emulator"
	"bellwether/internal/base/errs"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/contract/foreign"
	"bellwether/mobility"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios/internal/air"
	"bellwether/scenarios/internal/equipment"
	"bellwether/scenarios/internal/movement"
	"bellwether/scenarios/internal/recorded"
	"bellwether/scenarios/internal/script"
	"bellwether/scenarios/internal/section"
	"bellwether/trace"
)

// Config returns what the emulator needs for one run of one row. Nothing but the
// algorithm differs between the rows of one seed.
func (s *Scenario) Config(e Entry, seed uint64, sinks ...trace.Sink) (emulator.Config, error) {
	a, known := s.Algorithm(e.Name)
	if !known {
		return emulator.Config{}, errs.Scenarios.Errorf("unknown algorithm %q", e.Name)
	}
	setup, faults := s.setup(e, a)
	if len(faults) > 0 {
		return emulator.Config{}, errs.Scenarios.Errorf("%s: %w", e.Label, faults[0])
	}
	c := emulator.Config{
		Seed: seed, Nodes: s.Nodes, Until: s.Duration.Std(),
		Algorithm: a, Setup: setup,
		Mobility: s.movement,
		Link:     s.Radio.LinkLayer(),
		Access:   s.Radio.CSMA(), Duty: s.Radio.DutyCap(),
		Energy:     s.batteries(seed),
		Capability: s.offered(),
		Services:   s.services(),
		Start:      emulator.Start{Leader: protocol.ID(s.Start.Leader), All: s.Start.Elect.All, Elect: s.Start.Elect.Nodes, Listen: s.Start.Listen.Std()},
		Faults:     script.Faults(s.Faults), OwnFaults: s.options.Faults, Interventions: script.Interventions(s.Interventions),
		Sinks: sinks,
	}
	var err error
	if c.Medium, err = s.radio().Medium(seed); err != nil {
		return emulator.Config{}, errs.Scenarios.Errorf("%w", err)
	}
	s.setTruth(&c)
	if c.Loss, err = s.radio().Loss(seed); err != nil {
		return emulator.Config{}, errs.Scenarios.Errorf("%w", err)
	}
	return c, nil
}

// prepare makes what runs share: the model of movement, the graph or the contacts.
// With an error, path is of what it is about.
func (s *Scenario) prepare() (path string, err error) {
	if s.Radio.Model == section.RadioContacts {
		s.meetings, err = recorded.Meetings(s.Contacts(), s.Nodes, s.Radio.Latency.Std())
		return "radio.file", err
	}
	if s.Radio.Model == section.RadioGraph {
		s.graph, err = air.Graph(&s.Radio, s.Nodes)
		return "radio", err
	}
	s.movement, path, err = s.ways().Model()
	return path, err
}

// Movement returns how nodes move, nil where there are no places. Of a run it is
// mobility.ForRun with its seed.
func (s *Scenario) Movement() mobility.Model { return s.movement }

// Kinds are the messages that may occur in a run of a row, for a trace's codec.
func (s *Scenario) Kinds(e Entry) []protocol.MessageKind {
	a, _ := s.Algorithm(e.Name)
	_, kinds, _ := overlay.Compose(a, func() protocol.Machine { return nil }, s.services())
	return kinds
}

// YAML writes the scenario as it is run, every default filled in. Its files, see
// Files, are expected beside it.
func (s *Scenario) YAML() []byte {
	head := "# As run by bellwether: every default is filled in.\n"
	c := *s
	c.Groups = slices.Clone(s.Groups)
	for _, m := range c.movings() {
		if m.File != "" {
			m.File = filepath.Base(m.File)
		}
		m.Files = slices.Clone(m.Files)
		for i, name := range m.Files {
			m.Files[i] = filepath.Base(name)
		}
	}
	if len(c.Groups) > 0 {
		c.Mobility = section.Mobility{}
	}
	c.Algorithms = slices.Clone(s.Algorithms)
	for i := range c.Algorithms {
		words := s.kept.Beside(c.Algorithms[i].Command)
		if len(words) > 0 && words[0] != c.Algorithms[i].Command[0] {
			words[0] = foreign.Beside(0, words[0])
		}
		c.Algorithms[i].Command, c.Algorithms[i].Files = words, s.kept.Beside(c.Algorithms[i].Files)
	}
	for _, file := range []*string{&c.Radio.Obstacles, &c.Radio.File} {
		if *file != "" {
			*file = filepath.Base(*file)
		}
	}
	return append([]byte(head), strictyaml.Encode(c)...)
}

// radio makes the radio of runs.
func (s *Scenario) radio() *air.Radio {
	return &air.Radio{Keys: &s.Radio, Files: &s.radioFiles, Groups: s.Groups, Until: s.Duration, Seed: s.Seed, Movement: s.movement,
		Graph: s.graph, Meetings: s.meetings, Losses: s.options.Losses}
}

// ways makes the movement of runs.
func (s *Scenario) ways() *movement.Ways {
	return &movement.Ways{World: s.World, Mobility: &s.Mobility, Groups: s.Groups, Nodes: s.Nodes, Roads: s.roads, Replays: s.replays,
		Own: s.options.Models, Obstacles: s.obstacles(), Towns: &s.towns}
}

// obstacles are the obstacles of the radio.
func (s *Scenario) obstacles() []radio.Obstacle {
	if s.radioFiles.Obstacles == nil {
		return nil
	}
	return s.radioFiles.Obstacles.List()
}

// batteries are the batteries of a run; nil if no node has one.
func (s *Scenario) batteries(seed uint64) *emulator.Energy {
	var motors []emulator.Motor
	if !s.Radio.Placeless() {
		motors = s.ways().Motors()
	}
	return equipment.Energy(s.Energy, s.Groups, seed, motors, s.Nodes)
}

// services are the services of nodes.
func (s *Scenario) services() overlay.Services {
	return equipment.Services{Neighbours: s.Neighbours, Routing: s.Routing, Detection: s.Detection, Window: s.window()}.Overlay()
}
