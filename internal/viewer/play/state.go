package play

// A State is what a page knows of a session. Its JSON is the contract with the page.
type State struct {
	Revision int  `json:"revision"`
	Film     int  `json:"film"`  // the number of the latest film; 0: none yet
	Whole    bool `json:"whole"` // it is the whole run of this revision
	// Wrong is why this revision has no film.
	Wrong     string   `json:"wrong"`
	Scenario  string   `json:"scenario"`
	Algorithm string   `json:"algorithm"`
	Seed      uint64   `json:"seed"`
	Actions   []done   `json:"actions"`
	Undone    int      `json:"undone"`
	Hash      string   `json:"hash"` // of the trace; "" until it is known
	Idle      []string `json:"idle"` // interventions that changed nothing
	Kept      string   `json:"kept"` // the file that has the session; "": none yet
	// Planar: nodes have places, and can be dragged; Batteries: they have some, and can be drained.
	Planar    bool `json:"planar"`
	Batteries bool `json:"batteries"`
	// WidthM and HeightM are the world's, in metres: no node can be placed beyond; 0 if not Planar.
	WidthM     float64  `json:"width_m"`
	HeightM    float64  `json:"height_m"`
	Knobs      []Knob   `json:"knobs"`
	Worlds     []string `json:"worlds"`
	Algorithms []string `json:"algorithms"`
}

// A done is an action that was done, in words.
type done struct {
	AtNs int64  `json:"at_ns"`
	Say  string `json:"say"`
}

// State is what there is now.
func (p *Player) State() State {
	p.mu.Lock()
	defer p.mu.Unlock()
	w := p.session.world
	st := State{Revision: p.revision, Film: p.shown, Whole: p.whole != nil, Scenario: w.Name, Algorithm: w.Algorithms[0].Label,
		Seed: w.Seed, Actions: []done{}, Undone: len(p.session.undone), Kept: p.kept, Idle: []string{}, Planar: w.Movement() != nil,
		Batteries: w.Energy.Profile != "none", Knobs: p.session.knobs, Worlds: p.o.Worlds, Algorithms: p.o.Algorithms}
	if st.Planar {
		st.WidthM, st.HeightM = float64(w.World.Width), float64(w.World.Height)
	}
	for i := range p.session.actions {
		d := &p.session.actions[i]
		st.Actions = append(st.Actions, done{d.AtNs, d.Say()})
	}
	if p.wrong != nil {
		st.Wrong = p.wrong.Error()
	}
	if p.whole != nil {
		st.Hash = p.whole.Hash
		st.Idle = append(st.Idle, p.whole.Idle...)
	}
	return st
}
