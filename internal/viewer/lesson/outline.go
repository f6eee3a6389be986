package lesson

import "encoding/json"

// An outline is a lesson as the viewer's page shows it.
type outline struct {
	Title     string       `json:"title"`
	About     string       `json:"about"`
	Steps     []shownStep  `json:"steps"`
	Questions []shownQuery `json:"questions"`
	Changes   []shownBreak `json:"changes"`
	Play      string       `json:"play"` // the command that plays its world
}

type shownStep struct {
	AtNs int64  `json:"at_ns"`
	Say  string `json:"say"`
	Look look   `json:"look"`
}

type shownQuery struct {
	Ask    string `json:"ask"`
	Answer string `json:"answer"`
}

type shownBreak struct {
	Do      string `json:"do"`
	Command string `json:"command"` // that makes the trace of the change
	Then    string `json:"then"`
}

// Outline is the lesson in JSON, for a page that shows its run beside it.
func (l *Lesson) Outline() (json.RawMessage, error) {
	o := outline{Title: l.Title, About: l.About, Steps: []shownStep{}, Questions: []shownQuery{}, Changes: []shownBreak{},
		Play: "bellwether play --lesson " + l.Name}
	for _, s := range l.Steps {
		o.Steps = append(o.Steps, shownStep{int64(s.At), s.Say, s.Look})
	}
	for _, q := range l.Questions {
		o.Questions = append(o.Questions, shownQuery(q))
	}
	for i := range l.Changes {
		c := &l.Changes[i]
		o.Changes = append(o.Changes, shownBreak{c.Do, l.command(c), c.Then})
	}
	return json.Marshal(o)
}
