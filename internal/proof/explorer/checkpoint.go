package explorer

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"bellwether/internal/base/build"
	"bellwether/internal/base/durable"
	"bellwether/internal/sim/async"
)

// A checkpoint is the first line, in JSON, of a file from which a search goes on. It names
// the search. Then follow the states, the edges, the states to expand again and the pairs of
// joined roots, with fixed sizes and big-endian, and the SHA-256 of all before it. Systems
// are not in the file; they are made again.
type checkpoint struct {
	Search  string `json:"search"`  // Options.String, and what is not in it
	Program string `json:"program"` // the build: machines of another build may behave differently
	States  int    `json:"states"`
	Edges   int    `json:"edges"`
	Again   int    `json:"again"`
	Joins   int    `json:"leads"`
	Begun   int    `json:"begun"` // roots
	Next    int    `json:"next"`  // the state to expand next
	Depth   int    `json:"depth"`
	Ends    int    `json:"ends"`
}

// savedState is a state of fixed size.
type savedState struct {
	Parent, Depth int32
	Choice        async.Choice
	Sleep         uint64
	Key           key
}

type savedEdge struct {
	From, To int32
	Choice   async.Choice
}

type savedJoin struct{ From, To int32 }

type savedAgain struct {
	State int32
	Only  uint64
}

// checkpointEvery is the time between two checkpoints of a search that goes on: a write
// of a million states takes a second.
const checkpointEvery = time.Minute

// title names the search in a checkpoint. It holds no bounds: they may differ when the
// search goes on.
func (s *search) title() string {
	o := s.Options
	return fmt.Sprintf("%v, idle %v, plain %t, always %q, eventually %q", o, s.idle, o.Plain, o.Always, o.Eventually)
}

// program names the build, on which a search depends.
func program() (string, error) {
	p, err := build.This()
	return p.Build.Name(), err
}

// save writes a checkpoint, if one is asked for.
func (s *search) save() error {
	if s.Checkpoint == "" {
		return nil
	}
	built, err := program()
	if err != nil {
		return err
	}
	head, err := json.Marshal(checkpoint{Search: s.title(), Program: built, States: len(s.states), Edges: len(s.edges), Again: len(s.again), Joins: len(s.joins),
		Begun: s.begun, Next: s.next, Depth: s.report.Depth, Ends: s.report.Ends})
	if err != nil {
		return err
	}
	b := bytes.NewBuffer(append(head, '\n'))
	states := make([]savedState, len(s.states))
	for i, st := range s.states {
		states[i] = savedState{Parent: st.parent, Depth: st.depth, Choice: st.choice, Sleep: uint64(st.sleep)}
	}
	for i, n := range s.visited.states {
		if n != 0 {
			states[n-1].Key = s.visited.keys[i]
		}
	}
	edges := make([]savedEdge, len(s.edges))
	for i, e := range s.edges {
		edges[i] = savedEdge{e.from, e.to, e.choice}
	}
	more := make([]savedAgain, len(s.again))
	for i, a := range s.again {
		more[i] = savedAgain{a.state, uint64(a.only)}
	}
	var joins []savedJoin
	for join := range s.joins {
		joins = append(joins, savedJoin{join[0], join[1]})
	}
	slices.SortFunc(joins, func(a, b savedJoin) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	for _, part := range []any{states, edges, more, joins} {
		if err := binary.Write(b, binary.BigEndian, part); err != nil {
			return err
		}
	}
	sum := sha256.Sum256(b.Bytes())
	b.Write(sum[:])
	if err := durable.Write(durable.OS{}, s.Checkpoint, 0o644, b.Bytes()); err != nil {
		return fmt.Errorf("the checkpoint cannot be written: %w", err)
	}
	return nil
}

// resume goes on from the checkpoint, if there is one.
func (s *search) resume() error {
	if s.Checkpoint == "" {
		return nil
	}
	data, err := load(s.Checkpoint)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if errors.Is(err, errNoFile) {
		return fmt.Errorf("the checkpoint %s: %w", s.Checkpoint, err)
	}
	if err == nil {
		err = s.read(data)
	}
	if err != nil {
		return fmt.Errorf("the checkpoint %s: %w; remove it to begin anew", s.Checkpoint, err)
	}
	return nil
}

// errDamaged means that a file is not as a search wrote it.
var errDamaged = errors.New("it is damaged, or no checkpoint")

// errNoFile means that the path names something other than a file, such as a device. The user
// should not remove it.
var errNoFile = errors.New("it is no regular file")

// mostHead is more than a first line takes: the options are some hundred bytes.
const mostHead = 64 << 10

// load reads a file. It returns an error before it reads the whole file if the path names no
// regular file, or if the length differs from that by the first line.
func load(path string) ([]byte, error) {
	about, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !about.Mode().IsRegular() {
		return nil, errNoFile
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	line, err := bufio.NewReaderSize(file, mostHead).ReadSlice('\n')
	if err != nil || !sized(line, about.Size()) {
		return nil, errDamaged
	}
	return os.ReadFile(path)
}

// sized reports whether a checkpoint with this first line has this number of bytes.
func sized(line []byte, bytes int64) bool {
	var head checkpoint
	if err := json.Unmarshal(line, &head); err != nil {
		return false
	}
	want := int64(len(line)) + sha256.Size
	for _, part := range []struct{ n, each int }{
		{head.States, binary.Size(savedState{})}, {head.Edges, binary.Size(savedEdge{})}, {head.Again, binary.Size(savedAgain{})},
		{head.Joins, binary.Size(savedJoin{})},
	} {
		if part.n < 0 || int64(part.n) > bytes {
			return false
		}
		want += int64(part.n) * int64(part.each)
	}
	return want == bytes
}

// read sets the search to the state in a checkpoint.
func (s *search) read(data []byte) error {
	body := data[:max(len(data)-sha256.Size, 0)]
	line, rest, found := bytes.Cut(body, []byte("\n"))
	if sum := sha256.Sum256(body); !found || !bytes.Equal(sum[:], data[len(body):]) {
		return errDamaged
	}
	var head checkpoint
	if err := json.Unmarshal(line, &head); err != nil {
		return errDamaged
	}
	built, err := program()
	switch {
	case err != nil:
		return err
	case head.Search != s.title():
		return fmt.Errorf("it is of another search: %s", head.Search)
	case head.Program != built:
		return errors.New("it is of another build of the program")
	}
	states, edges := make([]savedState, head.States), make([]savedEdge, head.Edges)
	more, joins := make([]savedAgain, head.Again), make([]savedJoin, head.Joins)
	r := bytes.NewReader(rest)
	for _, part := range []any{states, edges, more, joins} {
		if err := binary.Read(r, binary.BigEndian, part); err != nil {
			return errDamaged
		}
	}
	for i, st := range states {
		s.states = append(s.states, state{parent: st.Parent, depth: st.Depth, choice: st.Choice, sleep: ways(st.Sleep), root: s.rootOf(st.Parent)})
		s.visited.add(st.Key, int32(i))
	}
	for _, e := range edges {
		s.edges = append(s.edges, edge{e.From, e.To, e.Choice})
	}
	for _, a := range more {
		s.again = append(s.again, again{a.State, ways(a.Only)})
	}
	for _, j := range joins {
		s.joins[[2]int32{j.From, j.To}] = true
	}
	s.begun, s.given = head.Begun, head.States
	s.next, s.report.Depth, s.report.Ends = head.Next, head.Depth, head.Ends
	return nil
}
