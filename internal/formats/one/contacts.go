package one

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// contactLimit bounds the contacts of one file: 24 bytes each.
const contactLimit = 1 << 24

// Contacts are the contact events of a file: who is connected with whom, without
// positions.
type Contacts struct {
	Names  []string // of nodes 1, 2, …, in order of appearance
	Events []Contact
}

// A Contact is one line of the file: the beginning or the end of a contact. It may be
// repeated, nested, or stated for one side only.
type Contact struct {
	At   time.Duration // in the file's time, which never runs back
	A, B int32         // nodes, from 1 on
	Up   bool
}

// ReadContacts reads the CONN events of a file of StandardEvents, and skips all others.
func ReadContacts(r io.Reader, in text.File) (*Contacts, error) {
	lines := text.NewLines(r, in, text.SizeLimit)
	c := &Contacts{}
	index := map[string]int32{}
	for {
		line, ok := lines.Next()
		if !ok {
			break
		}
		words := strings.Fields(line)
		if len(words) == 0 || words[0][0] == '#' {
			continue
		}
		in.Part()
		if err := c.take(words, index); err != nil {
			if err = lines.Bad(err); err != nil {
				return nil, err
			}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(c.Events) == 0 {
		return nil, lines.Fault(errors.New("the file ends and has no contacts"))
	}
	return c, nil
}

func (c *Contacts) take(words []string, index map[string]int32) error {
	at, err := text.Time(words[0])
	if err != nil {
		return err
	}
	if len(words) < 2 {
		return errors.New("want time CONN id id up or down")
	}
	if words[1] != "CONN" {
		if strings.Trim(words[1], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
			return fmt.Errorf("%s: want an event, like CONN", text.Quote(words[1]))
		}
		return nil
	}
	up := len(words) == 5 && strings.EqualFold(words[4], "up") // The ONE ignores case
	if !up && (len(words) != 5 || !strings.EqualFold(words[4], "down")) {
		return errors.New("want time CONN id id up or down")
	}
	if last := len(c.Events) - 1; last >= 0 && at < c.Events[last].At {
		return fmt.Errorf("time runs backwards, from %s to %s", movetrace.Stamp(c.Events[last].At), movetrace.Stamp(at))
	}
	if len(c.Events) == contactLimit {
		return text.Whole(fmt.Errorf("more than %d contacts", contactLimit))
	}
	if words[2] == words[3] {
		return fmt.Errorf("node %s is in contact with itself", text.Quote(words[2]))
	}
	if _, err := text.Name(words[3]); err != nil {
		return err // before the other name becomes a node
	}
	e := Contact{At: at, Up: up}
	if e.A, err = c.node(words[2], index); err == nil {
		e.B, err = c.node(words[3], index)
	}
	if err != nil {
		return err
	}
	c.Events = append(c.Events, e)
	return nil
}

func (c *Contacts) node(id string, index map[string]int32) (int32, error) {
	if node, known := index[id]; known {
		return node, nil
	}
	name, err := text.Name(id)
	if err != nil {
		return 0, err
	}
	if len(c.Names) == movetrace.MaxTraceNodes {
		return 0, text.Whole(fmt.Errorf("more than %d nodes", movetrace.MaxTraceNodes))
	}
	name = strings.Clone(name)
	c.Names = append(c.Names, name)
	index[name] = int32(len(c.Names))
	return index[name], nil
}

// WriteContacts writes a file of StandardEvents.
func WriteContacts(w io.Writer, c *Contacts) error {
	out := text.NewWriter(w)
	for _, e := range c.Events {
		out.Time(e.At)
		state := " down\n"
		if e.Up {
			state = " up\n"
		}
		out.Text(" CONN ", c.Names[e.A-1], " ", c.Names[e.B-1], state)
	}
	return out.Close()
}
