package contacts

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/internal/formats/text"
)

// Words by which a row of a table of instants begins a contact, or ends one, and words of the names of
// their column.
var (
	beginning = []string{"up", "start", "started", "begin", "enter", "entered", "connect", "connected", "join", "joined", "open", "opened", "appear", "appeared", "arrive", "arrived", "linkup"}
	ending    = []string{"down", "stop", "stopped", "end", "ended", "exit", "exited", "leave", "left", "disconnect", "disconnected", "close", "closed", "disappear", "disappeared", "depart", "departed", "linkdown"}
	happening = []string{"event", "action", "type", "kind", "state", "status", "change", "transition"}
)

// changes are the beginnings and ends of contacts, in a table whose column says which of them a row is.
type changes struct {
	looked bool // the first row was
	at     int  // of the column; 0: no column says it, and rows are sightings
	name   string
	list   []change
}

// A change is one of them.
type change struct {
	Contact // as it is seen, from an instant on
	ends    bool
}

// isChange says which of both a word is.
func isChange(word string) (ends, is bool) {
	folded := strings.ToLower(strings.Map(func(c rune) rune {
		if strings.ContainsRune("_- ", c) {
			return -1
		}
		return c
	}, word))
	ends = slices.Contains(ending, folded)
	return ends, ends || slices.Contains(beginning, folded)
}

// look finds the column by the first row.
func (s *spans) look(fields []string) error {
	c := &s.columns
	if s.changes.looked || s.header == nil || c.spans || c.end >= 0 || c.lasts >= 0 {
		return nil
	}
	s.changes.looked = true
	for at, name := range s.header {
		if at == c.a || at == c.b || c.times.Reads(at) || s.in.Columns.Refuses(s.header, at) {
			continue
		}
		_, is := isChange(text.Field(fields, at))
		if is && slices.ContainsFunc(text.NameWords(name), func(word string) bool { return slices.Contains(happening, word) }) {
			s.changes.at, s.changes.name = at+1, name
			break
		}
	}
	if s.changes.at == 0 {
		c.tellUnread(s.in, s.header)
		return nil
	}
	return c.flag(s.in, s.header, s.changes.at-1)
}

// note takes a row that begins or ends a contact.
func (s *spans) note(fields []string, c Contact) error {
	word := text.Field(fields, s.changes.at-1)
	ends, is := isChange(word)
	if !is {
		return fmt.Errorf("column %s: %s: want a word like up or down, as other rows have", s.changes.name, text.Quote(word))
	}
	if len(s.changes.list) == 2*sightingLimit {
		return text.Whole(fmt.Errorf("more than %d rows", 2*sightingLimit))
	}
	s.changes.list = append(s.changes.list, change{c, ends})
	return nil
}

// join makes contacts of the changes. One side may begin a contact, and the other end it.
func (s *spans) join() error {
	if s.changes.at == 0 {
		return nil
	}
	list := s.changes.list
	if len(list) > 0 && !slices.ContainsFunc(list, func(c change) bool { return c.ends != list[0].ends }) {
		s.changes.at = 0 // all rows say the same: they are sightings
		s.columns.tellUnread(s.in, s.header)
		for _, c := range list {
			if err := s.found.add(c.Contact); err != nil {
				return err
			}
		}
		return nil
	}
	slices.SortStableFunc(list, func(d, e change) int { return int(max(-1, min(1, d.From-e.From))) })
	begun, stray := map[[2]int32]time.Duration{}, 0
	for _, c := range list {
		pair, back := [2]int32{c.A, c.B}, [2]int32{c.B, c.A}
		from, up := begun[pair]
		if _, other := begun[back]; c.ends && !up && other {
			pair = back
			from, up = begun[back], true
		}
		switch {
		case !c.ends && !up:
			begun[pair] = c.From
		case c.ends && up:
			delete(begun, pair)
			if err := s.found.add(Contact{A: pair[0], B: pair[1], From: from, Until: c.From}); err != nil {
				return err
			}
		case c.ends:
			stray++
		}
	}
	for _, c := range list { // in the order of the file: what goes on at its end
		pair := [2]int32{c.A, c.B}
		if from, up := begun[pair]; up && !c.ends {
			delete(begun, pair)
			s.endless++
			if err := s.found.add(Contact{A: pair[0], B: pair[1], From: from, Until: Forever}); err != nil {
				return err
			}
		}
	}
	s.in.Remark("rows begin and end contacts, as column %s says, like up and down: --columns no=%s:WORD leaves out rows, and reads others as sightings", s.changes.name, text.ColumnWord(s.header, s.changes.at-1))
	if stray > 0 {
		s.in.Remark("left out: %d rows that end what has not begun", stray)
	}
	return nil
}
