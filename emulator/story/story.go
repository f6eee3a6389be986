package story

import (
	"fmt"
	"strings"

	"bellwether/protocol"
	"bellwether/trace"
)

// A Finder returns the algorithm of a name.
type Finder func(name string) (protocol.Algorithm, bool)

// A Directive is one step of a script.
type Directive struct {
	Verb  string
	Words []string // the rest of its line: words, and key=value
	Input []string // the lines that belong to it
}

// An outcome is the result of a directive.
type outcome struct {
	Text   string // what happened, in lines
	Failed bool   // a check did not hold, or settling took too long
}

// A story is a script that is being played. One goroutine may use it.
type story struct {
	find  Finder
	sinks []trace.Sink
	world *board
}

// New begins a story; its first directive must be nodes.
func New(find Finder) *story { return &story{find: find} }

// A verb carries out one kind of directive.
type verb struct {
	name string
	do   func(w *board, d Directive) error
}

// verbs are all verbs except nodes, which makes the world, in the order of the
// documentation.
func verbs() []verb {
	return []verb{
		{"link", (*board).doLink},
		{"cut", (*board).doCut},
		{"crash", (*board).doCrash},
		{"restart", (*board).doRestart},
		{"deliver", (*board).doDeliver},
		{"lose", (*board).doLose},
		{"duplicate", (*board).doDuplicate},
		{"fire", (*board).doFire},
		{"settle", (*board).doSettle},
		{"elect", (*board).doElect},
		{"resign", (*board).doResign},
		{"offer", (*board).doOffer},
		{"state", (*board).doState},
		{"check", (*board).doCheck},
	}
}

// Do carries out a directive. An error means that the directive is not possible here.
// What it did before the error is not undone.
func (s *story) Do(d Directive) (outcome, error) {
	if d.Verb == "nodes" {
		setup, err := Prepare(s.find, d)
		if err != nil {
			return outcome{}, err
		}
		s.world = open(setup, s.sinks)
		setup.begin(s.world.System)
		return s.world.outcome(), s.world.Err()
	}
	var names []string
	for _, v := range verbs() {
		names = append(names, v.name)
		if v.name != d.Verb {
			continue
		}
		if s.world == nil {
			return outcome{}, fmt.Errorf("a story begins with its nodes, not with %s", d.Verb)
		}
		if len(d.Input) > 0 {
			return outcome{}, fmt.Errorf("%s takes no lines of its own, got %q", d.Verb, d.Input[0])
		}
		return s.world.carry(v, d)
	}
	return outcome{}, fmt.Errorf("unknown verb %q; there are nodes, %s", d.Verb, strings.Join(names, ", "))
}

// carry carries out v. If the directive has the word quiet, only beliefs are shown.
func (w *board) carry(v verb, d Directive) (outcome, error) {
	if last := len(d.Words) - 1; last >= 0 && d.Words[last] == "quiet" {
		w.quiet = true
		d.Words = d.Words[:last]
	}
	err := v.do(w, d)
	if halted := w.Err(); err == nil {
		err = halted
	}
	return w.outcome(), err
}

// outcome returns what was written since the last call.
func (w *board) outcome() outcome {
	out := outcome{Text: w.told.String(), Failed: w.failed}
	w.told.Reset()
	w.failed, w.quiet = false, false
	return out
}

// Attach gives sinks what happens from the next directive nodes on, in the records of
// package emulator: boots, capabilities, crashes, messages with their contents, timers,
// what machines show, elections and beliefs. There are no samples, transmissions or
// movement here, so there are no records of these. There is no End record, since another
// directive may always follow.
func (s *story) Attach(sinks ...trace.Sink) { s.sinks = append(s.sinks, sinks...) }

// Only finds the given algorithms, and no other.
func Only(algorithms ...protocol.Algorithm) Finder {
	return func(name string) (protocol.Algorithm, bool) {
		for _, a := range algorithms {
			if a.Name == name {
				return a, true
			}
		}
		return protocol.Algorithm{}, false
	}
}
