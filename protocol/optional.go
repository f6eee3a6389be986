package protocol

// The optional abilities of a machine, called where it has them. Drivers and
// the wrappers of package overlay share them.

// Elect starts an election if m is a Starter, and says whether it is.
func Elect(m Machine, env *Env) bool {
	s, ok := m.(Starter)
	if ok {
		s.Elect(env)
	}
	return ok
}

// Resign makes m step down: by Resign if it has it, else by telling it that its
// capability, which the driver has lowered, changed.
func Resign(m Machine, env *Env) {
	if r, ok := m.(Resigner); ok {
		r.Resign(env)
		return
	}
	CapabilityChanged(m, env)
}

// Settle begins in a settled system if m is a Settler, and says whether it is.
func Settle(m Machine, env *Env, leader Capability) bool {
	s, ok := m.(Settler)
	if ok {
		s.Settle(env, leader)
	}
	return ok
}

// CapabilityChanged tells m if it observes its capability.
func CapabilityChanged(m Machine, env *Env) {
	if o, ok := m.(CapabilityObserver); ok {
		o.CapabilityChanged(env)
	}
}

// NeighbourUp tells m of a neighbour if it observes them.
func NeighbourUp(m Machine, env *Env, id ID) {
	if o, ok := m.(NeighbourObserver); ok {
		o.NeighbourUp(env, id)
	}
}

// NeighbourDown tells m of a neighbour's loss if it observes them.
func NeighbourDown(m Machine, env *Env, id ID) {
	if o, ok := m.(NeighbourObserver); ok {
		o.NeighbourDown(env, id)
	}
}

// Inspect shows m's state if it is an Inspector.
func Inspect(m Machine, show func(name string, value int64)) {
	if i, ok := m.(Inspector); ok {
		i.Inspect(show)
	}
}

// Copy copies m; nil if it, or a machine that it wraps, is no Copier.
func Copy(m Machine) Machine {
	if c, ok := m.(Copier); ok {
		return c.Copy()
	}
	return nil
}
