package conformance

import (
	"slices"
	"sync"
	"testing"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// A program in another language is an algorithm, too: its machines are closers. It keeps the duties that are of
// elections; those of code in Go are left out by name.

// ofCode are the duties that a program does not have, each with its reason.
var ofCode = map[string]string{
	"Wire":     "bellwether encodes the messages of a program by their declared fields",
	"Snapshot": "the states of a program are its own JSON",
	"Copy":     "bellwether copies the states of a program that hears snapshot",
	"Shift":    "the instants in the states of a program are not moved",
	"Inspect":  "a program shows no values",
	"Bound":    "settles is one time",
	"Stories":  "stories are played by bellwether story",
	"Explore":  "bellwether explore --algorithm NAME=COMMAND searches the runs of a program that hears snapshot",
}

// unled are the duties whose worlds begin with a leader, which only a program that hears settle can.
var unled = map[string]bool{"Settled": true, "Margin": true}

// ofElections are the duties of those that hold elections: that a program does shows in a message of class election.
var ofElections = map[string]bool{"Reports": true, "Elect": true, "Quiet": true}

// elects reports whether a message is of class election.
func elects(a protocol.Algorithm) bool {
	return slices.ContainsFunc(a.Kinds, func(k protocol.MessageKind) bool { return k.Class == protocol.ClassElection })
}

// isProgram reports whether an algorithm is a program in another language, and whether its machines can begin
// with a leader.
func isProgram(a protocol.Algorithm) (is, settles bool) {
	if a.New == nil {
		return false, true // which is told otherwise
	}
	make, err := optional.Maker(a, protocol.Config{Detection: detection, Values: row{a: a}.values()})
	if err != nil {
		return false, true
	}
	m := make()
	defer optional.Close(m)
	_, is = optional.Within[protocol.Closer](m)
	_, settles = m.(protocol.Settler)
	return is, settles || !is
}

// lefts returns why a duty of the subject is left out, "" if it is not.
func (s *subject) lefts(d duty) string {
	if why, left := s.facts.left(d.name); left {
		return why
	}
	switch {
	case s.program && ofCode[d.name] != "":
		return ofCode[d.name]
	case s.unled && unled[d.name]:
		return "its worlds begin with a leader: let the program hear settle"
	case s.program && ofElections[d.name] && !elects(s.algorithm):
		return "no message is of class election: the program holds no elections"
	}
	return ""
}

// closing makes the machines of an algorithm, and close ends what they hold.
func closing(a protocol.Algorithm) (protocol.Algorithm, func()) {
	var mu sync.Mutex
	var makers []func() protocol.Machine
	inner := a.New
	a.New = func(c protocol.Config) (func() protocol.Machine, error) {
		made, err := inner(c)
		if err == nil {
			mu.Lock()
			defer mu.Unlock()
			makers = append(makers, made)
		}
		return made, err
	}
	return a, func() {
		mu.Lock()
		defer mu.Unlock()
		for _, made := range makers {
			optional.Close(made())
		}
	}
}

// A Verdict is how an algorithm keeps a duty outside of go test.
type Verdict struct {
	Duty string
	Left string // why the algorithm does not have it; "": it does
	Seen string // how it breaks it, and what to write; "": it does not
}

// Judge tests an algorithm outside of go test, in as few worlds as go test -short, and tells of each duty.
func Judge(t testing.TB, a protocol.Algorithm, told func(Verdict)) {
	s := newSubject(a, Facts{})
	d := duty{name: "Describe"}
	v := Verdict{Duty: d.name}
	for _, err := range s.describe() {
		v.Seen += d.seen(a.Name, err) + "\n"
	}
	if told(v); v.Seen != "" {
		return
	}
	for _, d := range duties() {
		v := Verdict{Duty: d.name, Left: s.lefts(d)}
		switch {
		case v.Left != "":
		case d.name == "Stories", d.name == "Costs" && len(a.Costs) > 0:
			v.Left = "go test has the stories and trials of its package"
		default:
			v.Left = d.skips(a)
		}
		rows := s.rows()
		if d.once {
			rows = rows[:1]
		}
		for _, r := range rows {
			if v.Left != "" || v.Seen != "" || t.Context().Err() != nil {
				break
			}
			if err := kept(t, d.law, r); err != nil {
				v.Seen = d.seen(r.label, err)
			}
		}
		if t.Context().Err() != nil {
			return
		}
		told(v)
	}
}
