package identity

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"bellwether/internal/base/durable"
	"bellwether/protocol"
)

// entryLimit bounds the known keys: as many as a cluster has members.
const entryLimit = 4096

// An Entry says which key belongs to a name, and to an ID unless that is Nobody.
type Entry struct {
	Name string
	ID   protocol.ID
	Key  Key
}

// String is the entry as a line of a file.
func (e Entry) String() string {
	line := e.Name + " ed25519 " + e.Key.String()
	if e.ID != protocol.Nobody {
		line += " " + strconv.FormatUint(uint64(e.ID), 10)
	}
	return line
}

// Known knows which key belongs to which agent. Its methods may be called from any goroutine.
type Known struct {
	file  string
	first bool // trust on first use

	mu      sync.Mutex
	names   map[string]Entry
	keys    map[Key]string
	ids     map[protocol.ID]string
	seen    map[string]time.Time // by name: when it was last met; of a former run, the day
	room    room
	changed chan struct{}
}

// Listed reads a list that an operator wrote. It is the whole list.
func Listed(file string) (*Known, error) {
	k := empty(file)
	return k, k.read()
}

// FirstUse reads a list that this agent makes, if there is one. It adds those that are met for
// the first time: see Keep.
func FirstUse(file string) (*Known, error) {
	k := empty(file)
	k.first = true
	if err := k.read(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return k, nil
}

func empty(file string) *Known {
	return &Known{file: file, names: map[string]Entry{}, keys: map[Key]string{}, ids: map[protocol.ID]string{}, seen: map[string]time.Time{}, changed: make(chan struct{}, 1)}
}

func (k *Known) read() error {
	text, err := os.ReadFile(k.file)
	if err != nil {
		return err
	}
	return k.parse(text)
}

func (k *Known) parse(text []byte) error {
	lines := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		e, err := parseEntry(strings.Fields(line))
		if err == nil {
			err = k.conflict(e)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", k.file, n, err)
		}
		k.add(e)
		k.seen[e.Name] = seenOn(lines.Text())
	}
	return lines.Err()
}

// ParseEntry reads a line of a file.
func ParseEntry(line string) (Entry, error) { return parseEntry(strings.Fields(line)) }

func parseEntry(words []string) (e Entry, err error) {
	if len(words) < 3 || len(words) > 4 || words[1] != "ed25519" {
		return e, errors.New("a line must be NAME ed25519 KEY [ID]")
	}
	e.Name = words[0]
	if len(words) == 4 {
		id, err := strconv.ParseUint(words[3], 10, 32)
		if err != nil || id == 0 {
			return e, fmt.Errorf("%q is no ID", words[3])
		}
		e.ID = protocol.ID(id)
	}
	e.Key, err = ParseKey(words[2])
	return e, err
}

// conflict is how an entry contradicts another one.
func (k *Known) conflict(e Entry) error {
	if has, ok := k.names[e.Name]; ok && has.Key != e.Key {
		return fmt.Errorf("the name %q belongs to another key", e.Name)
	} else if ok && has.ID != protocol.Nobody && e.ID != protocol.Nobody && has.ID != e.ID {
		return fmt.Errorf("%q has the ID %d, and no other", e.Name, has.ID)
	}
	if name, ok := k.keys[e.Key]; ok && name != e.Name {
		return fmt.Errorf("the key of %q belongs to %q", e.Name, name)
	}
	if name, ok := k.ids[e.ID]; ok && name != e.Name {
		return fmt.Errorf("the ID %d belongs to %q", e.ID, name)
	}
	return nil
}

func (k *Known) add(e Entry) {
	if e.ID == protocol.Nobody {
		e.ID = k.names[e.Name].ID
	} else {
		k.ids[e.ID] = e.Name
	}
	k.names[e.Name], k.keys[e.Key] = e, e.Name
}

// Keys are the keys of the list, sorted by their names.
func (k *Known) Keys() (keys []Key) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(k.names)) {
		keys = append(keys, k.names[name].Key)
	}
	return keys
}

// Has reports whether an entry is known as it is.
func (k *Known) Has(e Entry) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.names[e.Name] == e
}

// Trust reports why an entry is not believed. With trust on first use it adds a new one, for which in a
// full list another makes room. It
// does not wait for the disk.
func (k *Known) Trust(e Entry) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.conflict(e); err != nil {
		return err
	}
	has, listed := k.names[e.Name]
	switch {
	case has == e:
		if k.sees(e.Name) {
			k.note()
		}
		return nil
	case !listed && !k.first:
		return fmt.Errorf("%q is not among the known keys in %s", e.Name, k.file)
	case !listed:
		unseen, err := k.leaves(time.Now())
		if err != nil {
			return err
		}
		if unseen != "" {
			k.drop(unseen)
		}
	}
	k.add(e)
	k.sees(e.Name)
	k.note()
	return nil
}

// note has the file written soon.
func (k *Known) note() {
	select {
	case k.changed <- struct{}{}:
	default:
	}
}

const fileHead = "# Keys of other agents, each as it came first. To accept another key of a name, stop the agent\n" +
	"# and remove the line, at each agent.\n"

// Keep writes new entries to the file until ctx ends, if they are trusted on first use.
func (k *Known) Keep(ctx context.Context, log *slog.Logger) {
	for k.first {
		select {
		case <-ctx.Done():
			return
		case <-k.changed:
		}
		if err := durable.Write(durable.OS{}, k.file, 0o600, k.text()); err != nil {
			log.Error("the known keys cannot be stored: after a restart new ones are trusted", "file", k.file, "error", err)
		}
	}
}

func (k *Known) text() []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	text := []byte(fileHead)
	for _, e := range slices.SortedFunc(maps.Values(k.names), func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) }) {
		text = append(text, e.String()...)
		if at := k.seen[e.Name]; !at.IsZero() {
			text = at.UTC().AppendFormat(append(text, seenMark...), time.DateOnly)
		}
		text = append(text, '\n')
	}
	return text
}
