package source

import (
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"

	"bellwether/protocol"
	"bellwether/trace"
)

// A Survey is what one reading of a trace finds.
type Survey struct {
	Header trace.Header
	Nodes  []protocol.ID // that have records of their own, ascending
	Kinds  map[trace.Kind]int
	// Damage is why the trace ends before its end; nil: it is whole. What stands before is
	// written all the same.
	Damage error
	hosts  map[protocol.ID]string
}

// Read surveys a trace within a window. name stands for the file in errors.
func Read(r io.Reader, name string, within Window) (*Survey, error) {
	in, err := trace.NewReader(r, name)
	if err != nil {
		return nil, err
	}
	s := &Survey{Header: in.Header, Kinds: map[trace.Kind]int{}}
	nodes, names := map[protocol.ID]bool{}, map[protocol.ID]string{}
	for {
		line, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			s.Damage = err
			break
		}
		r := &line.Record
		if r.Node != protocol.Nobody {
			nodes[r.Node] = true
		}
		if r.Kind == trace.Named {
			names[r.Peer] = r.Name
		}
		if within.Place(r.At) == Within {
			s.Kinds[r.Kind]++
		}
	}
	s.Nodes = slices.Sorted(maps.Keys(nodes))
	s.hosts = hosts(s.Nodes, names)
	return s, nil
}

// Host is a node's name: of one word, and no other node's.
func (s *Survey) Host(id protocol.ID) string {
	if h, ok := s.hosts[id]; ok {
		return h
	}
	return unnamed(id)
}

func unnamed(id protocol.ID) string { return "node-" + id.String() }

// hosts chooses the names of nodes and of their named peers.
func hosts(nodes []protocol.ID, names map[protocol.ID]string) map[protocol.ID]string {
	all := slices.Concat(nodes, slices.Collect(maps.Keys(names)))
	slices.Sort(all)
	chosen, taken := map[protocol.ID]string{}, map[string]bool{}
	for _, id := range slices.Compact(all) {
		if word(names[id]) == "" { // first, so that nobody is named like a node without a name
			chosen[id] = unnamed(id)
			taken[chosen[id]] = true
		}
	}
	for _, id := range slices.Compact(all) {
		if chosen[id] != "" {
			continue
		}
		host := word(names[id])
		for taken[host] {
			host += "-" + id.String()
		}
		chosen[id], taken[host] = host, true
	}
	return chosen
}

// maxWord bounds a name, in runes: a host's name has at most 63 characters (RFC 1035 §2.3.4).
const maxWord = 63

// word makes one printable word of a name.
func word(name string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return '_'
		case !unicode.IsPrint(r) || r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, strings.TrimSpace(name))
	if runes := []rune(clean); len(runes) > maxWord {
		return string(runes[:maxWord])
	}
	return clean
}
