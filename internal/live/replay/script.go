package replay

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/internal/base/wording"
	"bellwether/protocol"
	"bellwether/trace"
)

// A script is what happened to the nodes of a run, as faults of a scenario.
type script struct {
	lines []string // entries of faults
	told  []string // the same in words
}

// A frame places a run in a scenario: the number of each node there, and when it begins.
type frame struct {
	begin  protocol.Time
	number func(protocol.ID) int
	brief  time.Duration // a node that ends so shortly before the recording was stopped with it
}

// script lists the outages, pauses and resignations of each node, by the node's number. A
// node that booted late is down from the start.
func (s *survey) script(f frame) script {
	var out script
	add := func(kind, what string, o outage) {
		// An entry cannot strike before time 0, nor last for nothing.
		at := max(o.from.Sub(f.begin).Round(time.Millisecond), 0)
		line := fmt.Sprintf("at: %v, %s: %d", at, kind, f.number(o.node))
		told := fmt.Sprintf("%s %s from %v", s.who(o.node), what, at)
		if o.to != 0 {
			lasts := max(o.to.Sub(f.begin).Round(time.Millisecond)-at, time.Millisecond)
			line += fmt.Sprintf(", for: %v", lasts)
			told += fmt.Sprintf(" for %v", lasts)
		}
		out.lines = append(out.lines, fmt.Sprintf("{%s} # %s %s", line, plain(s.who(o.node)), what))
		out.told = append(out.told, told)
	}
	for _, id := range s.nodes() {
		if from := s.booted[id]; from.Sub(f.begin) >= time.Millisecond {
			add("crash", "had not booted", outage{node: id, from: f.begin, to: from})
		}
		for _, list := range []struct {
			kind, what string
			spells     []outage
		}{{"crash", "was down", s.lasting(f.brief)}, {"pause", "did nothing", s.pauses}, {"resign", "had resigned", s.resigned}} {
			for _, o := range list.spells {
				if o.node == id && (list.kind == "crash" || s.end.Sub(o.from) > f.brief) {
					add(list.kind, list.what, o)
				}
			}
		}
	}
	return out
}

// toldFaults is how many faults of a run a sentence names.
const toldFaults = 6

// sentence describes the script in words.
func (s script) sentence() string {
	if len(s.told) == 0 {
		return "the run had no faults: no node booted late, stopped, paused or resigned"
	}
	told := s.told[:min(len(s.told), toldFaults)]
	text := fmt.Sprintf("%s of the run, as the traces show: %s", wording.Count(len(s.told), "fault"), strings.Join(told, "; "))
	if more := len(s.told) - len(told); more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return text
}

// pauseBeats is how many intervals of hellos a node must write nothing to count as paused:
// an agent writes each hello, at most helloSpread intervals after the one before, so at
// least one was missed.
const pauseBeats = 2

// records are those that a node wrote in its present life.
type records struct {
	n           int64
	first, last protocol.Time
}

// awake notes that a node wrote a record, and a pause if it had written none for long.
func (s *survey) awake(node protocol.ID, at protocol.Time) {
	w := s.wrote[node]
	if w == nil {
		w = &records{first: at}
		s.wrote[node] = w
	} else if s.beat > 0 && at.Sub(w.last) > pauseBeats*s.beat {
		s.pauses = append(s.pauses, outage{node: node, from: w.last, to: at})
	}
	w.n, w.last = w.n+1, at
}

// stop is when a node stopped. A crash lies between the last record that the node wrote and
// the next that it would have written: in the middle. At the instant of the last record the
// emulator would still drop what that record says was sent.
func (s *survey) stop(r *trace.Record) protocol.Time {
	if w := s.wrote[r.Node]; w != nil && r.Kind == trace.Crash {
		return r.At.Add(w.last.Sub(w.first) / time.Duration(2*w.n))
	}
	return r.At
}

// resign notes that a node begins or ends to offer nothing.
func (s *survey) resign(node protocol.ID, now resignation) {
	if now.begins {
		s.resigned = append(s.resigned, outage{node: node, from: now.at})
		return
	}
	for i := range s.resigned {
		if o := &s.resigned[i]; o.node == node && o.to == 0 {
			o.to = now.at
		}
	}
}

// unheard drops the resignation of a node that ends before another node received a frame about
// it: for the others the node only left. (An agent that leaves resigns first, and may end
// before its frames are sent.)
func (s *survey) unheard(node protocol.ID) {
	s.resigned = slices.DeleteFunc(s.resigned, func(o outage) bool {
		return o.node == node && o.to == 0 && s.heard[node] <= o.from
	})
}

type resignation struct {
	at     protocol.Time
	begins bool
}
