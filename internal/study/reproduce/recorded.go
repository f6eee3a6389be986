package reproduce

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"slices"
	"time"
)

// recordings are the whole studies of the recorded readings, as WriteJSON wrote them:
// each has the command and the version that repeat it.
//
//go:embed results/*.json
var recordings embed.FS

// A Reading is a choice where the paper leaves open how nodes learn of others.
type Reading struct {
	Merge Merge
	List  List
	Child time.Duration // CHILD-TIMEOUT; for [Recorded] 0 is ChildAssumed
}

// Recordings lists the readings whose studies are recorded, over an ideal medium: whole ones, and
// Fig. 10 below the bound of CHILD-TIMEOUT.
func Recordings() []Reading {
	return []Reading{{ByExchange, ByHello, ChildAssumed}, {ByBeacon, ByHello, ChildAssumed}, {ByExchange, AsBeacons, ChildAssumed}, {ByExchange, ByHello, ChildBounded}}
}

// ErrRecorded means that no study of a reading is recorded.
var ErrRecorded = errors.New("no study is recorded")

// check returns an error if the reading does not exist.
func (r Reading) check() error {
	if !slices.Contains(merges(), r.Merge) {
		return fmt.Errorf("%w %q: there are %s and %s", errMerge, string(r.Merge), ByExchange, ByBeacon)
	}
	if !slices.Contains(lists(), r.List) {
		return fmt.Errorf("%w %q: there are %s and %s", errList, string(r.List), ByHello, AsBeacons)
	}
	return checkChild(r.Child)
}

// file returns the name of a recorded study's file, without extension.
func (r Reading) file() string {
	switch {
	case r.List == AsBeacons:
		return "old-list"
	case r.Child == ChildBounded:
		return "child"
	}
	return string(r.Merge)
}

// Recorded returns the recorded study of a reading. Its tables and pictures are made from its
// values, as for a new study.
func Recorded(r Reading) (*Study, error) {
	r.Child = cmp.Or(r.Child, ChildAssumed)
	if err := r.check(); err != nil {
		return nil, err
	}
	if !slices.Contains(Recordings(), r) {
		return nil, fmt.Errorf("%w: %s", ErrRecorded, r.name(Ideal))
	}
	text, err := recordings.ReadFile("results/" + r.file() + ".json")
	if err != nil {
		return nil, err
	}
	return readJSON(bytes.NewReader(text))
}

// Of returns the part of a study about some figures.
func (s *Study) Of(numbers ...int) (*Study, error) {
	part := *s
	part.Figures, part.Values = nil, map[Point]map[Metric]value{}
	for _, number := range numbers {
		f, err := figureOf(number, s.Quick)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(s.Figures, func(there Figure) bool { return there.Number == number }) {
			return nil, fmt.Errorf("%w of Fig. %d%s: leave out --recorded to make it", ErrRecorded, number, s.by())
		}
		part.Figures = append(part.Figures, f)
	}
	for p, v := range s.Values {
		if slices.Contains(numbers, p.Figure) {
			part.Values[p] = v
		}
	}
	return &part, nil
}

// by names the setup of a study, if it has one.
func (s *Study) by() string {
	if s.Setup == "" {
		return ""
	}
	return " with setup " + string(s.Setup)
}

// RecordedStudy returns the file of another recorded study, of package sensitivity, by its
// name; false if it does not exist.
func RecordedStudy(name string) ([]byte, bool) {
	text, err := recordings.ReadFile("results/" + name + ".json")
	return text, err == nil
}
