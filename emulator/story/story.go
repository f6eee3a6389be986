package story

import (
	"errors"
	"fmt"
	"strings"

	"bellwether/internal/base/crash"
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
	Failed bool   // a check did not hold, settling took too long, or fault
	fault  error  // a machine panicked, broke its contract, or did not come to rest
}

// A story is a script that is being played. One goroutine may use it.
type story struct {
	find  Finder
	sinks []trace.Sink
	world *board
	over  error // the fault that ended the story; nil: none
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
//
// If a machine panics, breaks its contract or does not come to rest, Do returns no error: the
// directive fails, and the text says so. After a panic or a breach the story is over.
func (s *story) Do(d Directive) (o outcome, err error) {
	if s.over != nil {
		return outcome{}, fmt.Errorf("the story is over: %w", s.over)
	}
	defer func() {
		if v := recover(); v != nil {
			if s.world == nil || s.world.Calls.Place() == "" {
				err = crash.Recovered(v)
				return
			}
			s.over = crash.By(v, s.world.Calls.Place())
			o, err = s.world.fails(s.over), nil
		}
	}()
	if err := s.do(d); err != nil {
		if s.world != nil {
			o = s.world.outcome()
		}
		return o, err
	}
	if fault := s.world.Calls.Err(); fault != nil {
		if s.world.Calls.Halted() {
			s.over = fault
		}
		return s.world.fails(fault), nil
	}
	return s.world.outcome(), nil
}

func (s *story) do(d Directive) error {
	if d.Verb == "nodes" {
		setup, err := Prepare(s.find, d)
		if err != nil {
			return err
		}
		s.world = open(setup, s.sinks)
		setup.begin(s.world.System)
		return nil
	}
	var names []string
	for _, v := range verbs() {
		names = append(names, v.name)
		if v.name != d.Verb {
			continue
		}
		if s.world == nil {
			return fmt.Errorf("the first directive of a story is nodes, not %s", d.Verb)
		}
		if len(d.Input) > 0 {
			return fmt.Errorf("%s takes no lines of its own, got %q", d.Verb, d.Input[0])
		}
		return s.world.carry(v, d)
	}
	return fmt.Errorf("unknown verb %q; there are nodes, %s", d.Verb, strings.Join(names, ", "))
}

// carry carries out a directive. If its last word is quiet, only beliefs are shown.
func (w *board) carry(v verb, d Directive) error {
	if last := len(d.Words) - 1; last >= 0 && d.Words[last] == "quiet" {
		w.quiet = true
		d.Words = d.Words[:last]
	}
	return v.do(w, d)
}

// fails returns what was written since the last call, followed by the fault of a machine. The
// positions in the code are left out of a panic, since they change.
func (w *board) fails(fault error) outcome {
	text := fault.Error()
	var p *crash.Panic
	if errors.As(fault, &p) {
		text = strings.TrimSuffix(text, p.At)
	}
	w.plain("FAILED: %s", strings.Join(strings.Fields(text), " "))
	out := w.outcome()
	out.Failed, out.fault = true, fault
	return out
}

// outcome returns what was written since the last call.
func (w *board) outcome() outcome {
	out := outcome{Text: w.told.String(), Failed: w.failed}
	w.told.Reset()
	w.failed, w.quiet = false, false
	return out
}

// Attach gives sinks what happens from the next directive nodes on, in the records of package
// emulator: boots, capabilities, crashes, messages with their contents, timers, what machines
// show, elections and beliefs. A story has no samples, transmissions or movement, and so no
// records of them. It writes no End record, since another directive may always follow.
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
