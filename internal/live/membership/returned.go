package membership

// returned are the names of failed members from which a datagram came. Their datagrams do not
// count before they have rejoined: other members still hold them for failed, and without keys
// a datagram may be a recording.
type returned chan string

// note notes a member, unless many wait.
func (r returned) note(name string) {
	select {
	case r <- name:
	default: // its next datagram is noted
	}
}

// backTries is how often the whole state is exchanged with such a member. In the first
// exchange each of the two learns that the other holds it for failed, and refutes that; the
// second carries the refutation.
const backTries = 2

// takeBack calls the members in returned. So a cluster that was cut is whole again after two
// exchanges, without the waits of rejoin.
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
		// Between calls to a member that is heard, but cannot be called, there is a pause.
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
