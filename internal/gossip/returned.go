package gossip

// returned are the names of members that are failed and were heard. What they say does not
// count before they have rejoined: with keys it may be theirs, but others do not know them;
// without keys it may be a recording.
type returned chan string

// note notes a member, unless many wait.
func (r returned) note(name string) {
	select {
	case r <- name:
	default: // it will say more
	}
}

// backTries is how often a member that was heard is called at once. In the first exchange
// each learns that it is held for dead, and refutes that; in the second it is heard.
const backTries = 2

// takeBack calls the members that were heard, so that a cluster that was cut is whole again
// after two exchanges, and not after the pauses of rejoin.
func (g *Gossip) takeBack(r *instance) {
	for {
		select {
		case <-r.ctx.Done():
			return
		case name := <-g.returned:
			names := g.returned.take(name)
			for range backTries {
				if targets := g.failed(names); len(targets) > 0 {
					_, _ = g.reach(r, targets)
				}
			}
		}
		// A member that is heard, but cannot be called, is not called without a pause.
		if !r.sleep(g.options.Timing.ProbeTimeout) {
			return
		}
	}
}

// take returns the name and those that wait.
func (r returned) take(name string) []string {
	names := []string{name}
	for len(names) < firstFan {
		select {
		case more := <-r:
			names = append(names, more)
		default:
			return names
		}
	}
	return names
}

// failed finds those of the names that are failed, each once.
func (g *Gossip) failed(names []string) (targets []target) {
	seen := map[string]bool{}
	for _, name := range names {
		if m, ok := g.view.find(name); ok && m.State == Failed && !seen[name] {
			seen[name] = true
			targets = append(targets, target{name: m.Name, addr: m.Addr})
		}
	}
	return targets
}
