package rejoin

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
