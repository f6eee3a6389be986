package async

import (
	"fmt"
	"time"

	"bellwether/overlay"
	"bellwether/protocol"
)

// Calls are the calls of machines' methods: which one runs now, how many handlers ran since Err,
// and which one broke the contract. They lend each handler its environment. What a handler asks
// for is carried out by the system.
type Calls struct {
	options  *Options          // shared by all copies
	handlers int               // handlers run since Err
	effects  int               // of the first handler since Err
	depth    int               // nested handlers: hooks may call others
	envs     []*protocol.Env   // by depth
	broken   error             // a breach of contract
	present  call              // the call that runs
	terms    *overlay.Contract // see overlay.Bare
}

// call is a method of a node's machine while it is being called.
type call struct {
	node   protocol.ID
	method string
	at     time.Duration // since the start
}

// enter notes which method is about to be called, and returns what to leave with.
func (c *Calls) enter(next call) (outer call) {
	outer, c.present = c.present, next
	return outer
}

// leave notes that the method has returned.
func (c *Calls) leave(outer call) { c.present = outer }

// lend returns the environment for a handler that begins.
func (c *Calls) lend() *protocol.Env {
	if c.depth == len(c.envs) {
		c.envs = append(c.envs, new(protocol.Env))
	}
	c.depth++
	return c.envs[c.depth-1]
}

// returned notes that a handler has returned, before its effects are carried out.
func (c *Calls) returned(env *protocol.Env) {
	c.terms.Held(env)
	if c.handlers == 1 {
		c.effects = len(env.Driver().Effects())
	}
}

// judge stops the system if the machine whose handler runs has broken its contract.
func (c *Calls) judge(d *protocol.Driver, report func(*protocol.Breach)) {
	b := d.Broken()
	if b == nil {
		return
	}
	if c.breaks(b.Did, b.Instead); report != nil {
		report(b)
	}
}

// breaks stops the system because the method that is being called breaks the contract.
func (c *Calls) breaks(did, instead string) {
	if c.broken == nil {
		c.broken = fmt.Errorf("%s breaks the contract: it %s; %s", c.Place(), did, instead)
	}
}

// Place describes the method of a machine that is being called, for errors: "bully's Receive
// at node A, 2s after the start,". After a panic of a machine it is the method that panicked.
// Outside of machines it is "".
func (c *Calls) Place() string {
	if c.present.method == "" {
		return ""
	}
	name := c.present.node.String()
	if c.options.Name != nil {
		name = c.options.Name(c.present.node)
	}
	return fmt.Sprintf("%s's %s at node %s, %v after the start,", c.options.Algorithm, c.present.method, name, c.present.at)
}

// Method returns the method of a machine that is being called; after a panic of a machine, the
// one that panicked. Outside of machines it is "".
func (c *Calls) Method() string { return c.present.method }

// Effects is how many effects the first handler since the last call of Err had.
func (c *Calls) Effects() int { return c.effects }

// overLimit reports whether more handlers ran since Err than the limit allows.
func (c *Calls) overLimit() bool { return c.options.Limit > 0 && c.handlers > c.options.Limit }

// Halted reports whether the system runs no more handlers. Err returns the reason. If the
// reason is the limit, handlers may run again after a call of Err.
func (c *Calls) Halted() bool { return c.overLimit() || c.broken != nil }

// Err returns why the last steps were stopped: a machine broke its contract, or more
// handlers ran than the limit. It also starts the count of handlers again.
func (c *Calls) Err() error {
	over := c.overLimit()
	c.handlers = 0
	switch {
	case c.broken != nil:
		return c.broken
	case over:
		return fmt.Errorf("more than %d handlers ran: the machines do not come to rest", c.options.Limit)
	}
	return nil
}
