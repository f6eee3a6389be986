package foreign

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"bellwether/protocol"
)

// effect is one act of a handler. Which keys it has depends on the op.
type effect struct {
	Op          string          `json:"op"`
	To          *uint32         `json:"to"`
	Message     json.RawMessage `json:"message"`
	WithinNS    *int64          `json:"within_ns"`
	Timer       *string         `json:"timer"`
	AfterNS     *int64          `json:"after_ns"`
	State       json.RawMessage `json:"state"`
	Leader      *uint32         `json:"leader"`
	Node        *uint32         `json:"node"`
	Computation json.RawMessage `json:"computation"`
}

// An op says which keys an effect must have, and which it may have, and carries it out.
type op struct {
	must, may []string
	do        func(d *declared, env *protocol.Env, e *effect) error
}

// ops are the effects of a program.
var ops = map[string]op{
	"send":       {[]string{"to", "message"}, []string{"within_ns"}, (*declared).sends},
	"broadcast":  {[]string{"message"}, []string{"within_ns"}, (*declared).sends},
	"route":      {[]string{"to", "message"}, nil, (*declared).sends},
	"set_timer":  {[]string{"timer", "after_ns"}, nil, (*declared).sets},
	"stop_timer": {[]string{"timer"}, nil, (*declared).sets},
	"save":       {[]string{"state"}, nil, (*declared).saves},
	"electing":   {nil, []string{"computation"}, (*declared).reports},
	"elected":    {[]string{"leader"}, []string{"computation"}, (*declared).reports},
	"suspect":    {[]string{"node"}, nil, (*declared).reports},
	"trust":      {[]string{"node"}, nil, (*declared).reports},
}

// maxEffects bounds the effects of one handler.
const maxEffects = 10_000

// longest is the longest delay, a hundred years.
const longest = 100 * 365 * 24 * time.Hour

// carryOut gives the effects of a handler to env, in order.
func (d *declared) carryOut(env *protocol.Env, list []json.RawMessage) error {
	if len(list) > maxEffects {
		return wrong("does %d things in one call, and may do %d", len(list), maxEffects)
	}
	for _, raw := range list {
		var e effect
		if err := strict(raw, &e); err != nil {
			return wrong("does %s: %v", excerpt(raw), err)
		}
		o, known := ops[e.Op]
		if !known {
			return wrong("does %q: want one of %q", e.Op, slices.Sorted(maps.Keys(ops)))
		}
		if err := e.has(o); err != nil {
			return wrong("does %s: %v", excerpt(raw), err)
		}
		if err := o.do(d, env, &e); err != nil {
			return wrong("does %s: %v", excerpt(raw), err)
		}
	}
	return nil
}

// has checks that an effect has the keys of its op.
func (e *effect) has(o op) error {
	given := map[string]bool{"to": e.To != nil, "message": e.Message != nil, "within_ns": e.WithinNS != nil, "timer": e.Timer != nil,
		"after_ns": e.AfterNS != nil, "state": e.State != nil, "leader": e.Leader != nil, "node": e.Node != nil, "computation": e.Computation != nil}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		switch must := slices.Contains(o.must, name); {
		case must && !given[name]:
			return fmt.Errorf("%s lacks %q", e.Op, name)
		case given[name] && !must && !slices.Contains(o.may, name):
			return fmt.Errorf("%s has no %q", e.Op, name)
		}
	}
	return nil
}

func (d *declared) sends(env *protocol.Env, e *effect) error {
	m, err := d.readMessage(e.Message)
	if err != nil {
		return err
	}
	var within time.Duration
	if e.WithinNS != nil {
		if within, err = delay(*e.WithinNS); err != nil {
			return err
		}
	}
	switch {
	case e.Op == "route":
		env.Route(protocol.ID(*e.To), m)
	case e.Op == "send" && within > 0:
		env.SendWithin(within, protocol.ID(*e.To), m)
	case e.Op == "send":
		env.Send(protocol.ID(*e.To), m)
	case within > 0:
		env.BroadcastWithin(within, m)
	default:
		env.Broadcast(m)
	}
	return nil
}

func (d *declared) sets(env *protocol.Env, e *effect) error {
	t, known := d.timers[*e.Timer]
	if !known {
		return fmt.Errorf("the timer %q was not declared", *e.Timer)
	}
	if e.Op == "stop_timer" {
		env.StopTimer(t)
		return nil
	}
	after, err := delay(*e.AfterNS)
	if err == nil {
		env.SetTimer(t, after)
	}
	return err
}

func (d *declared) saves(env *protocol.Env, e *effect) error {
	state, err := compact(e.State)
	if err == nil {
		env.Save(state)
	}
	return err
}

func (d *declared) reports(env *protocol.Env, e *effect) error {
	var c protocol.Computation
	if e.Computation != nil {
		read, err := readValue("computation", e.Computation)
		if err != nil {
			return err
		}
		c = read.computation
	}
	switch e.Op {
	case "electing":
		env.Electing(c)
	case "elected":
		env.Elected(protocol.ID(*e.Leader), c)
	case "suspect":
		env.Suspect(protocol.ID(*e.Node))
	default:
		env.Trust(protocol.ID(*e.Node))
	}
	return nil
}

// delay is a duration of so many nanoseconds.
func delay(ns int64) (time.Duration, error) {
	if ns < 0 || ns > int64(longest) {
		return 0, fmt.Errorf("a delay of %d ns: want 0 to a hundred years", ns)
	}
	return time.Duration(ns), nil
}
