package foreign

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"bellwether/protocol"
)

// effect is one act of a handler.
type effect struct {
	op          string
	to          protocol.ID // also a leader, or another node
	message     []byte
	within      time.Duration // also until a timer fires
	timer       protocol.Timer
	state       []byte
	computation protocol.Computation
}

// A key is a key that effects have, beside op, in a mask of keys.
type key uint16

const (
	keyTo key = 1 << iota
	keyMessage
	keyWithin
	keyTimer
	keyAfter
	keyState
	keyLeader
	keyNode
	keyComputation
)

// A keyword is a key: its name, what its value is, and how that is read. The schema is made from these.
type keyword struct {
	name string
	is   string // a type of fields, or message, state, timer or duration
	read func(d *declared, e *effect, raw []byte) error
}

// keywords are the keys by their bits.
var keywords = []keyword{
	{"to", "id", (*declared).readID},
	{"message", "message", func(_ *declared, e *effect, raw []byte) error { e.message = raw; return nil }},
	{"within_ns", "duration", (*declared).readDelay},
	{"timer", "timer", (*declared).readTimer},
	{"after_ns", "duration", (*declared).readDelay},
	{"state", "state", func(_ *declared, e *effect, raw []byte) error { e.state = raw; return nil }},
	{"leader", "id", (*declared).readID},
	{"node", "id", (*declared).readID},
	{"computation", "computation", (*declared).readComputation},
}

// An op says which keys an effect must have, and which it may have, and carries it out.
type op struct {
	must, may key
	do        func(d *declared, env *protocol.Env, e *effect) error
}

// ops are the effects of a program.
var ops = map[string]op{
	"send":       {keyTo | keyMessage, keyWithin, (*declared).sends},
	"broadcast":  {keyMessage, keyWithin, (*declared).sends},
	"route":      {keyTo | keyMessage, 0, (*declared).sends},
	"set_timer":  {keyTimer | keyAfter, 0, reports(func(env *protocol.Env, e *effect) { env.SetTimer(e.timer, e.within) })},
	"stop_timer": {keyTimer, 0, reports(func(env *protocol.Env, e *effect) { env.StopTimer(e.timer) })},
	"save":       {keyState, 0, (*declared).saves},
	"electing":   {0, keyComputation, reports(func(env *protocol.Env, e *effect) { env.Electing(e.computation) })},
	"elected":    {keyLeader, keyComputation, reports(func(env *protocol.Env, e *effect) { env.Elected(e.to, e.computation) })},
	"suspect":    {keyNode, 0, reports(func(env *protocol.Env, e *effect) { env.Suspect(e.to) })},
	"trust":      {keyNode, 0, reports(func(env *protocol.Env, e *effect) { env.Trust(e.to) })},
}

// reports is an effect that nothing can be wrong with once its keys are read.
func reports(do func(*protocol.Env, *effect)) func(*declared, *protocol.Env, *effect) error {
	return func(_ *declared, env *protocol.Env, e *effect) error { do(env, e); return nil }
}

// maxEffects bounds the effects of one handler.
const maxEffects = 10_000

// longest is the longest delay, a hundred years.
const longest = 100 * 365 * 24 * time.Hour

// carryOut gives the effects of a handler, a list, to env, in order.
func (d *declared) carryOut(env *protocol.Env, do []byte) error {
	n := 0
	err := list(do, func(raw []byte) error {
		if n++; n > maxEffects {
			return wrong("does more than %d things in one call", maxEffects)
		}
		return d.act(env, raw)
	})
	if _, told := err.(fault); err != nil && !told {
		return wrong("does %s: %v", excerpt(do), err)
	}
	return err
}

// act carries out one effect.
func (d *declared) act(env *protocol.Env, raw []byte) error {
	var few [6]pair
	pairs, err := object(raw, few[:0])
	if err != nil {
		return wrong("does %s: %v", excerpt(raw), err)
	}
	at := slices.IndexFunc(pairs, func(p pair) bool { return string(p.key) == "op" })
	if at < 0 {
		return wrong(`does %s: want "op", one of %q`, excerpt(raw), slices.Sorted(maps.Keys(ops)))
	}
	var e effect
	if e.op, err = text(pairs[at].raw); err != nil {
		return wrong("does %s: op is no text", excerpt(raw))
	}
	o, known := ops[e.op]
	if !known {
		return wrong("does %s: want one of %q", excerpt(pairs[at].raw[1:len(pairs[at].raw)-1]), slices.Sorted(maps.Keys(ops)))
	}
	if err = d.readKeys(&e, o, pairs); err == nil {
		err = o.do(d, env, &e)
	}
	if err != nil {
		return wrong("does %s: %v", excerpt(raw), err)
	}
	return nil
}

// readKeys reads the keys of an effect, which must be those of its op. A key of value null is absent.
func (d *declared) readKeys(e *effect, o op, pairs []pair) error {
	var given key
	for _, p := range pairs {
		if string(p.key) == "op" || string(p.raw) == "null" && string(p.key) != "state" {
			continue
		}
		bit := slices.IndexFunc(keywords, func(k keyword) bool { return k.name == string(p.key) })
		switch {
		case bit < 0:
			return fmt.Errorf("unknown field %s", excerpt(p.key))
		case (o.must|o.may)&(1<<bit) == 0:
			return fmt.Errorf("%s has no %q", e.op, p.key)
		}
		given |= 1 << bit
		if err := keywords[bit].read(d, e, p.raw); err != nil {
			return err
		}
	}
	for bit, k := range keywords {
		if o.must&^given&(1<<bit) != 0 {
			return fmt.Errorf("%s lacks %q", e.op, k.name)
		}
	}
	return nil
}

func (d *declared) readID(e *effect, raw []byte) error {
	n, err := whole(raw, 32)
	if err != nil {
		return fmt.Errorf("a node is %s: want its ID", excerpt(raw))
	}
	e.to = protocol.ID(n)
	return nil
}

func (d *declared) readTimer(e *effect, raw []byte) error {
	for i, name := range d.Timers {
		if isText(raw, name) {
			e.timer = protocol.Timer(i)
			return nil
		}
	}
	return fmt.Errorf("the timer %s was not declared", name(raw))
}

func (d *declared) readDelay(e *effect, raw []byte) error {
	ns, err := integer(raw, 64)
	if err != nil || ns < 0 || ns > int64(longest) {
		return fmt.Errorf("a delay of %s ns: want whole nanoseconds, 0 to a hundred years", name(raw))
	}
	e.within = time.Duration(ns)
	return nil
}

func (d *declared) readComputation(e *effect, raw []byte) error {
	v, err := readValue("computation", raw)
	e.computation = v.computation
	return err
}

func (d *declared) sends(env *protocol.Env, e *effect) error {
	m, err := d.readMessage(e.message)
	if err != nil {
		return err
	}
	switch {
	case e.op == "route":
		env.Route(e.to, m)
	case e.op == "send" && e.within > 0:
		env.SendWithin(e.within, e.to, m)
	case e.op == "send":
		env.Send(e.to, m)
	case e.within > 0:
		env.BroadcastWithin(e.within, m)
	default:
		env.Broadcast(m)
	}
	return nil
}

func (d *declared) saves(env *protocol.Env, e *effect) error {
	state, err := compact(e.state)
	if err == nil {
		env.Save(state)
	}
	return err
}
