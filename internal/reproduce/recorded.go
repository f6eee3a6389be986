package reproduce

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"slices"
)

// recordings are the whole studies of the recorded readings, as WriteJSON wrote them:
// each has the command and the version that repeat it.
//
//go:embed results/exchange.json results/beacon.json results/old-list.json
var recordings embed.FS

// A Reading is how the paper is read where it leaves open how nodes hear of others.
type Reading struct {
	Merge Merge
	List  List
}

// Recordings lists the readings whose whole studies are recorded, over an ideal medium.
func Recordings() []Reading {
	return []Reading{{ByExchange, ByHello}, {ByBeacon, ByHello}, {ByExchange, AsBeacons}}
}

// ErrRecorded is a reading of which no study is recorded.
var ErrRecorded = errors.New("no study is recorded")

// check reports whether there is such a reading.
func (r Reading) check() error {
	if !slices.Contains(Merges(), r.Merge) {
		return fmt.Errorf("%w %q: there are %s and %s", ErrMerge, string(r.Merge), ByExchange, ByBeacon)
	}
	if !slices.Contains(Lists(), r.List) {
		return fmt.Errorf("%w %q: there are %s and %s", ErrList, string(r.List), ByHello, AsBeacons)
	}
	return nil
}

// file names what is recorded.
func (r Reading) file() string {
	if r.List == AsBeacons {
		return "old-list"
	}
	return string(r.Merge)
}

// Recorded gives the whole study of a reading, as it was recorded. What is printed and
// drawn of it is worked out from its values like that of a new one.
func Recorded(r Reading) (*Study, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	if !slices.Contains(Recordings(), r) {
		return nil, fmt.Errorf("%w: %s", ErrRecorded, reading(r.Merge, r.List, Ideal))
	}
	text, err := recordings.ReadFile("results/" + r.file() + ".json")
	if err != nil {
		return nil, err
	}
	return ReadJSON(bytes.NewReader(text))
}

// Of is the part of a study about some figures.
func (s *Study) Of(numbers ...int) (*Study, error) {
	part := *s
	part.Figures, part.Values = nil, map[Point]map[Metric]Value{}
	for _, number := range numbers {
		f, err := figure(number, s.Quick)
		if err != nil {
			return nil, err
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
