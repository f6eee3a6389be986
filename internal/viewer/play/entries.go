package play

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"bellwether/protocol"
)

// entries are the lines of faults and interventions that actions are translated to.
type entries struct {
	faults  []string
	changes []change
}

// A change is an intervention. One that holds lasts until another action ends it.
type change struct {
	text  string
	holds string // the link or the node that it holds; "": it does not
	from  int64  // ns, of one that holds
	until int64  // ns; 0: to the end
}

func (c *change) String() string {
	if c.until > 0 {
		return fmt.Sprintf("{%s, until: %v}", c.text, time.Duration(c.until))
	}
	return "{" + c.text + "}"
}

// entriesOf translates actions to entries, in the order of their instants. An action at an
// earlier instant leaves later actions in force.
func entriesOf(actions []Action) (*entries, error) {
	e := &entries{}
	actions = slices.Clone(actions)
	slices.SortStableFunc(actions, func(a, b Action) int { return cmp.Compare(a.AtNs, b.AtNs) })
	for i := range actions {
		k, known := kindOf(actions[i].Kind)
		if !known {
			return nil, fmt.Errorf("nothing is called %q", actions[i].Kind)
		}
		if err := k.do(e, &actions[i]); err != nil {
			return nil, err
		}
	}
	return e, nil
}

func (e *entries) strikes(format string, args ...any) {
	e.faults = append(e.faults, fmt.Sprintf(format, args...))
}

func (e *entries) crash(d *Action) error {
	more := ""
	if d.ForNs > 0 {
		more += ", for: " + time.Duration(d.ForNs).String()
	}
	if d.Forgets {
		more += ", lose_storage: true"
	}
	e.strikes("{at: %s, crash: %d%s}", d.at(), d.Node, more)
	return nil
}

func (e *entries) jam(d *Action) error {
	if d.Width <= 0 || d.Height <= 0 {
		return errors.New("a jam needs a region: drag a rectangle")
	}
	more := ""
	if d.ForNs > 0 {
		more = ", for: " + time.Duration(d.ForNs).String()
	}
	e.strikes("{at: %s, jam: {x: %s, y: %s, width: %s, height: %s}%s}", d.at(), number(d.X), number(d.Y), number(d.Width), number(d.Height), more)
	return nil
}

func (e *entries) message(d *Action) error {
	if d.Message == "" {
		return fmt.Errorf("node %d says nothing after this instant", d.Node)
	}
	text := d.Kind + ": " + d.Message
	if d.Kind == "delay" {
		text += ", by: " + time.Duration(d.ForNs).String()
	}
	if d.Peer != protocol.Nobody {
		text += fmt.Sprintf(", receiver: %d", d.Peer)
	}
	e.changes = append(e.changes, change{text: text})
	return nil
}

// place puts a node somewhere, until it is placed again or let go.
func (e *entries) place(d *Action) error {
	node := fmt.Sprintf("node %d", d.Node)
	_ = e.release(node, d.AtNs) // it may be the first time
	e.holding(node, d.AtNs, "place: %d, to: [%s, %s], from: %s", d.Node, number(d.X), number(d.Y), d.at())
	return nil
}

func (e *entries) letGo(d *Action) error {
	return e.release(fmt.Sprintf("node %d", d.Node), d.AtNs)
}

// hold cuts a link, or holds it up.
func (e *entries) hold(d *Action) error {
	link := linkOf(d)
	_ = e.release(link, d.AtNs)
	key := "hold_down"
	if d.Kind == "join" {
		key = "hold_up"
	}
	e.holding(link, d.AtNs, "%s: [%d, %d], from: %s", key, d.Node, d.Peer, d.at())
	return nil
}

func (e *entries) mend(d *Action) error { return e.release(linkOf(d), d.AtNs) }

func linkOf(d *Action) string {
	return fmt.Sprintf("the link %d–%d", min(d.Node, d.Peer), max(d.Node, d.Peer))
}

func (e *entries) holding(what string, fromNs int64, format string, args ...any) {
	e.changes = append(e.changes, change{text: fmt.Sprintf(format, args...), holds: what, from: fromNs})
}

// release ends the hold on a link or a node at an instant. A hold that begins at the same
// instant is removed.
func (e *entries) release(what string, atNs int64) error {
	for i := len(e.changes) - 1; i >= 0; i-- {
		c := &e.changes[i]
		if c.holds != what || c.until > 0 {
			continue
		}
		if c.until = atNs; c.from == atNs {
			e.changes = slices.Delete(e.changes, i, i+1)
		}
		return nil
	}
	return fmt.Errorf("%s is not held: nothing is to be ended", what)
}
