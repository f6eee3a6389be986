package scenarios

import (
	"slices"

	"bellwether/internal/base/strictyaml"
	"bellwether/protocol"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
	"bellwether/scenarios/internal/warn"
	"bellwether/scenarios/internal/warn/recordings"
)

// A Warning is about a value that is valid, but may not mean what its author thinks.
type Warning struct {
	Place   strictyaml.Place // of what it is about: File, Line and Column from 1, or as text
	Path    string
	Message string // with the number that made it
}

// String returns place, path and message; the path is left out where the place is its flag.
func (w Warning) String() string {
	return w.Place.Of(w.Path) + ": " + w.Message
}

// Warnings are those that Load found, in the order of the table in the package comment.
func (s *Scenario) Warnings() []Warning { return s.warnings }

// warn reports what the values of a sound file may not mean, in the order of the table in
// the package comment. Each part of package warn gets what it asks, and nothing else.
func (r *reader) warn() {
	s := r.s
	run := warn.Run{Warmup: s.Warmup, Duration: s.Duration}
	warn.Energy{File: r.File, Run: run, Keys: s.Energy, Groups: s.Groups, Movings: s.movings(), Nodes: s.Nodes, Preset: s.Radio.Preset,
		RadioModel: s.Radio.Model, FixedOffers: len(s.Capability.Values)}.Batteries()
	reachM, of := s.radio().SureRangeM()
	warn.Range{File: r.File, Path: s.Radio.RangePath(), ReachM: reachM, Of: of, World: s.World, Heights: s.radio().Heights()}.Whole()
	warn.Walls{File: r.File, World: s.World, Outlines: s.outlines()}.Beside()
	r.warnOfRecordings(run)
	if s.Nodes >= 2 && !s.Radio.Placeless() {
		s.meeting(r.File).Ever()
	}
	hellos := warn.Hellos{File: r.File, Keys: s.Neighbours, Radio: &s.Radio, Detection: s.Detection, Link: s.Radio.LinkLayer(),
		Cycle: s.Radio.DutyCap(), Acts: s.acts()}
	hellos.Timeout()
	hellos.Bursts()
	hellos.Airtime()
	if s.Radio.Contended() {
		warn.Access{File: r.File, Radio: &s.Radio, Link: s.Radio.LinkLayer(), Powered: s.Radio.Powered(), LinkDBm: s.radioFiles.LinkDBm}.Numbers()
	}
	hellos.Duty()
	if !s.Radio.Placeless() {
		ways := warn.Movement{File: r.File, Run: run, World: s.World, Roads: s.placesOnRoads, Shares: s.ways().Shares}
		for _, m := range s.movings() {
			ways.Way(m)
		}
		hellos.Coarse(s.movement.MaxSpeed(), s.radio().RangeM())
	}
	warn.Times{File: r.File, Run: run, Every: s.Measure.Every, EveryDefault: energyEvery, Nodes: s.Nodes, MostFollowed: mostFollowed,
		Runs: s.Runs, Rows: len(s.Algorithms), Detection: s.Detection}.All()
	r.warnOfRows()
	warn.Offers{File: r.File, Keys: &s.Capability, BootsLate: s.bootsLate(), Still: !s.Radio.Placeless() && s.movement.MaxSpeed() == 0}.Terms()
	r.warnOfRules(run)
	orders := warn.Script{File: r.File, Faults: s.Faults, Interventions: s.Interventions, Duration: s.Duration, World: s.World,
		NoBattery: s.Energy.Profile == section.ProfileNone, Runs: s.Runs * len(s.Algorithms)}
	orders.Changes()
	orders.Strikes()
	warn.Antennas(r.File, s.Groups)
	warn.Fading(r.File, s.Radio.Fading)
	for _, u := range r.Unused(s) {
		r.Warn(u.Path, "has no effect, since %s", u.Because)
	}
}

// warnOfRecordings warns about recordings, and passes on what their readers noted.
func (r *reader) warnOfRecordings(run warn.Run) {
	s := r.s
	var met *recordings.Contacts
	if s.met != nil {
		met = &recordings.Contacts{File: r.File, Run: run, Nodes: s.Nodes, Met: s.met, Part: s.Contacts(), Begin: s.Radio.Begin,
			Scan: s.Radio.Scan, Detection: s.Detection}
	}
	of := recordings.World{File: r.File, Run: run, Nodes: s.Nodes, Movement: s.recorded().Movement(), Grouped: len(s.Groups) > 0,
		After: s.Mobility.After, Table: s.radioFiles.Table(), TableName: s.Radio.TableName()}
	if ruling, ok := s.recorded().Ruling(); ok {
		of.Ruling = &ruling
	}
	of.All(met)
	for _, one := range s.kept.Notes {
		r.Warn(one.Key, "%s", one.Message())
	}
	if met != nil {
		met.Scans()
	}
}

// warnOfRows warns about rows that were left out, and about time-outs of rows.
func (r *reader) warnOfRows() {
	s := r.s
	of := warn.Rows{File: r.File, Link: s.Radio.LinkLayer()}
	of.Dropped(r.rows.dropped, s.Nodes)
	for _, e := range s.Algorithms {
		a, _ := s.Algorithm(e.Name)
		config, _ := s.setup(e, a)
		of.ChildTimeout(e.path, a.Params, config.Values)
	}
}

// meeting is what is known of who meets whom.
func (s *Scenario) meeting(file *keys.File) warn.Meeting {
	m := warn.Meeting{File: file, Nodes: s.Nodes, Path: s.Radio.RangePath(), ReachM: s.radio().RangeM(), Even: s.strewnEvenly(), Degree: s.evenDegree(),
		Walls: s.Radio.Obstacles != "", Sample: "in a sample of the movement ", Search: s.estimate().EverInRange}
	switch {
	case s.Recorded() || len(s.Groups) == 0 && len(s.Mobility.Positions) > 0:
		m.Sample = ""
	case s.movement.MaxSpeed() == 0:
		m.Sample = "in a sample of the places "
	}
	switch {
	case s.Radio.FromTable():
		m.Links = &warn.Links{Radio: s.Radio, LinkDBm: s.radioFiles.LinkDBm}
	case s.Radio.Powered():
		m.AtBest = s.radio().RangeAtBest()
	}
	return m
}

// acts reports whether an algorithm acts when a neighbour is dropped. One that routes by
// roster does not use neighbours.
func (s *Scenario) acts() bool {
	return slices.ContainsFunc(s.Algorithms, func(e Entry) bool {
		a, _ := Algorithm(e.Name)
		return a.Needs == protocol.NeedsNeighbours
	})
}

// placesOnRoads counts the places of a way's road map that are left out, and the others.
func (s *Scenario) placesOnRoads(m section.Mobility) (left, places int) {
	if of := s.ways().Map(m); of != nil {
		return of.Left(), of.Places()
	}
	return 0, 0
}
