// Package emane reads emulation event logs of EMANE and CORE: the loss of each directed
// link and its changes, or where nodes are. It writes where nodes are.
//
// It assumes lines of at most a megabyte (of places 64 kB) and a log of at most a year. It
// opens no file. The grammar is that of EMANE's Emulation Event Log: a time in seconds, a
// node as nem:1, the kind of the event, and its words.
//
// Units: decibels; degrees in files of places, metres in traces.
//
// Deviations. EMANE leaves a node where it is until its next location event; here it moves
// in a straight line from one place to the next, as in all other formats: with an event a
// second, EMANE's is at most a second late. Heights, velocities and orientations are not
// used.
package emane

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/internal/formats/text"
	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/radio"
)

// Read reads the path losses of an emulation event log, EMANE's and CORE's:
//
//	0.0 nem:1 pathloss nem:2,90.0 nem:3,95.5,97.0
//
// and ETCE's of one loss between all nodes of a list,
//
//	-Inf nem:1-3,7 allinformedpathloss 90
//
// The first means: from 0 s on, 90 dB from 1 to 2, and 95.5 dB from 1 to 3 with 97 dB back. If
// no line ever states the way back, either like this or as a line of its own, it loses as much
// as the way there. Lines of other events are skipped, # begins a comment, and times may not go
// back; ETCE's -Inf is before all. NEM numbers become nodes 1 … n in rising order; names holds
// them. Errors name the file and the line.
func Read(r io.Reader, file string) (m *phy.Matrix, names []string, err error) {
	e := log{last: -maxEELSeconds, numbers: map[uint32]bool{}, stated: map[[2]uint32]bool{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 1<<16), maxEELLine)
	for line := 1; lines.Scan(); line++ {
		if err := e.line(strings.TrimPrefix(lines.Text(), "\ufeff")); err != nil {
			return nil, nil, errs.Radio.Errorf("%s:%d: %w", file, line, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, nil, errs.Radio.Errorf("cannot read %s: %w", file, err)
	}
	if len(e.entries) == 0 {
		return nil, nil, errs.Radio.Errorf("%s: has no pathloss events", file)
	}
	m, names, err = e.matrix()
	if err != nil {
		return nil, nil, errs.Radio.Errorf("%s: %w", file, err)
	}
	return m, names, nil
}

// maxLossDB is a loss after which nothing is heard.
const maxLossDB = 1e4

// maxEELLine bounds a line: losses to ten thousand nodes.
const maxEELLine = 1 << 20

// maxEELSeconds bounds a time: a year, as for movement.
const maxEELSeconds = 366 * 24 * 3600

type log struct {
	last    float64
	entries []eelEntry
	numbers map[uint32]bool
	stated  map[[2]uint32]bool // directed links that a line states
}

type eelEntry struct {
	at       protocol.Time
	from, to uint32
	loss     float64
	implied  bool // the way back, which the line does not state
}

func (e *log) line(line string) error {
	line, _, _ = strings.Cut(line, "#")
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil
	}
	seconds, err := eelTime(words[0])
	switch {
	case err != nil || !(seconds >= -maxEELSeconds && seconds <= maxEELSeconds):
		return fmt.Errorf("time must be a number of seconds within a year, got %.40q", words[0])
	case seconds < e.last:
		return fmt.Errorf("time goes back from %v to %v", e.last, seconds)
	}
	e.last = seconds
	if len(words) < 3 || words[2] != "pathloss" && words[2] != allInformed {
		return nil
	}
	// EMANE sends events before 0 at once.
	at := protocol.Time(math.Round(max(seconds, 0) * float64(time.Second)))
	if words[2] == allInformed {
		return e.all(at, words)
	}
	from, err := nem(words[1])
	if err != nil {
		return err
	}
	for _, word := range words[3:] {
		if err := e.loss(at, from, word); err != nil {
			return err
		}
	}
	return nil
}

// allInformed is an event of ETCE, which drives EMANE: one loss between all nodes of a list.
const allInformed = "allinformedpathloss"

// eelTime reads a time in seconds; ETCE's -Inf is before all others.
func eelTime(word string) (float64, error) {
	if strings.EqualFold(word, "-Inf") {
		return -maxEELSeconds, nil
	}
	return text.Number(word)
}

// all reads nem:1-3,7 allinformedpathloss 90.
func (e *log) all(at protocol.Time, words []string) error {
	if len(words) != 4 {
		return fmt.Errorf("%s takes one loss, as in nem:1-3,7 %s 90", allInformed, allInformed)
	}
	numbers, err := nems(words[1])
	if err != nil {
		return err
	}
	for i, from := range numbers {
		for _, to := range numbers[i+1:] {
			if err := e.loss(at, from, "nem:"+strconv.FormatUint(uint64(to), 10)+","+words[3]+","+words[3]); err != nil {
				return err
			}
		}
	}
	return nil
}

// nems reads a list of nodes and of spans of nodes, nem:1-3,7.
func nems(word string) (numbers []uint32, err error) {
	list, ok := strings.CutPrefix(word, "nem:")
	for part := range strings.SplitSeq(list, ",") {
		low, high, span := strings.Cut(part, "-")
		first, wrong := strconv.ParseUint(low, 10, 32)
		last := first
		if span && wrong == nil {
			last, wrong = strconv.ParseUint(high, 10, 32)
		}
		if !ok || wrong != nil || last < first || last-first >= maxNEM || len(numbers) > maxNEM {
			return nil, fmt.Errorf("nodes are written nem:1-3,7, got %.40q", word)
		}
		for n := first; n <= last; n++ {
			numbers = append(numbers, uint32(n))
		}
	}
	return numbers, nil
}

// loss reads nem:2,90.0 or nem:2,90.0,95.0.
func (e *log) loss(at protocol.Time, from uint32, word string) error {
	parts := strings.Split(word, ",")
	if len(parts) != 2 && len(parts) != 3 {
		return fmt.Errorf("a loss is written nem:2,90.0 or nem:2,90.0,95.0, got %.40q", word)
	}
	to, err := nem(parts[0])
	if err != nil {
		return err
	}
	if from == to {
		return nil // CORE's own example has a node's loss to itself
	}
	var dB [2]float64
	for i, part := range parts[1:] {
		if dB[i], err = strconv.ParseFloat(part, 64); err != nil || !(dB[i] >= 0 && dB[i] <= maxLossDB) {
			return fmt.Errorf("a loss must be from 0 to %g dB, got %.40q", float64(maxLossDB), part)
		}
	}
	implied := len(parts) == 2
	if implied {
		dB[1] = dB[0]
	}
	e.numbers[from], e.numbers[to] = true, true
	e.stated[[2]uint32{from, to}] = true
	if !implied {
		e.stated[[2]uint32{to, from}] = true
	}
	e.entries = append(e.entries, eelEntry{at, from, to, dB[0], false}, eelEntry{at, to, from, dB[1], implied})
	if len(e.entries) > phy.MaxEntries {
		return fmt.Errorf("more than %d losses", phy.MaxEntries)
	}
	return nil
}

func nem(word string) (uint32, error) {
	digits, ok := strings.CutPrefix(word, "nem:")
	number, err := strconv.ParseUint(digits, 10, 32)
	if !ok || err != nil {
		return 0, fmt.Errorf("a node is written nem:1, got %.40q", word)
	}
	return uint32(number), nil
}

// matrix numbers the nodes, and drops implied ways back that some line states.
func (e *log) matrix() (*phy.Matrix, []string, error) {
	numbers := make([]uint32, 0, len(e.numbers))
	for number := range e.numbers {
		numbers = append(numbers, number)
	}
	slices.Sort(numbers)
	names := make([]string, len(numbers))
	ids := make(map[uint32]protocol.ID, len(numbers))
	for i, number := range numbers {
		names[i] = strconv.FormatUint(uint64(number), 10)
		ids[number] = protocol.ID(i + 1)
	}
	entries := make([]radio.Entry, 0, len(e.entries))
	for _, one := range e.entries {
		if !one.implied || !e.stated[[2]uint32{one.from, one.to}] {
			entries = append(entries, radio.Entry{At: one.at, From: ids[one.from], To: ids[one.to], LossDB: one.loss})
		}
	}
	m, err := phy.NewMatrix(len(names), entries)
	return m, names, err
}
