// Package framenames finds the messages that frames of a trace carry, to change their outcome in a
// run that is made again. It assumes that a scenario's run is the run of the trace. The number of a
// frame belongs to one trace, so that scenarios name a message by its sender and its instant. The
// trace is read up to the last of the frames, and never changed.
package framenames

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/contract/messageid"
	"bellwether/scenarios"
	"bellwether/trace"
)

// KeepFrames adds interventions to the options with which the run of a trace is loaded: these
// frames of it are not lost by chance. The trace is the only one of args.
func KeepFrames(load *scenarios.Options, args []string, frames []uint) error {
	if len(args) != 1 {
		return errors.New("--spare-frame: frames have their numbers in one trace: give that as the only scenario")
	}
	s, err := scenarios.Load(args[0], *load)
	if err != nil {
		return err
	}
	var entries []string
	for i := range s.Interventions {
		entries = append(entries, strictyaml.Inline(s.Interventions[i]))
	}
	names, err := namesOf(args[0], frames)
	if err != nil {
		return fmt.Errorf("--spare-frame: %w", err)
	}
	for _, name := range names {
		entries = append(entries, fmt.Sprintf("{spare: %v}", name))
	}
	load.Set = append(load.Set, scenarios.Assign("interventions", "["+strings.Join(entries, ", ")+"]"))
	return nil
}

// namesOf finds the messages that these frames of a trace carry.
func namesOf(file string, frames []uint) ([]messageid.Sending, error) {
	in, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("frames have their numbers in a trace, and %s is no file", file)
	}
	if err != nil {
		return nil, err
	}
	defer in.Close()
	r, err := trace.NewReader(in, file)
	if err != nil {
		return nil, fmt.Errorf("frames have their numbers in a trace, and %s is none: %w", file, err)
	}
	names, found := make([]messageid.Sending, len(frames)), 0
	var said messageid.Sendings
	for found < len(frames) {
		line, err := r.Next()
		if errors.Is(err, io.EOF) {
			missing := slices.IndexFunc(names, func(n messageid.Sending) bool { return n.Node == 0 })
			return nil, fmt.Errorf("nobody sends frame %d in %s: its lines send and lost have the numbers", frames[missing], file)
		}
		if err != nil {
			return nil, err
		}
		if line.Record.Kind != trace.Send {
			continue
		}
		name := said.Name(line.Record.Node, line.Record.At)
		for i, f := range frames {
			if uint64(f) == line.Record.Frame && names[i].Node == 0 {
				names[i] = name
				found++
			}
		}
	}
	return names, nil
}
