package reproduce

import (
	"bytes"
	"embed"
	"fmt"
)

// results are the whole studies of both readings, as WriteJSON wrote them: each has
// the command and the version that repeat it.
//
//go:embed results/exchange.json results/beacon.json
var results embed.FS

// Recorded gives the whole study of a reading, as it was recorded. What is printed and
// drawn of it is worked out from its values like that of a new one.
func Recorded(m Merge) (*Study, error) {
	text, err := results.ReadFile("results/" + string(m) + ".json")
	if err != nil {
		return nil, fmt.Errorf("%w %q: there are %s and %s", ErrMerge, string(m), ByExchange, ByBeacon)
	}
	return ReadJSON(bytes.NewReader(text))
}

// Of is the part of a study about one figure.
func (s *Study) Of(number int) (*Study, error) {
	f, err := figure(number, s.Quick)
	if err != nil {
		return nil, err
	}
	part := *s
	part.Figures, part.Values = []Figure{f}, map[Point]map[Metric]Value{}
	for p, v := range s.Values {
		if p.Figure == number {
			part.Values[p] = v
		}
	}
	return &part, nil
}
