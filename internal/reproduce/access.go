package reproduce

// An Access is how nodes share the medium.
type Access string

// The media that are compared. The paper says IEEE 802.11 and no more.
const (
	// Ideal: nobody waits for the channel, and no frames collide.
	Ideal Access = "ideal"
	// Contended: 802.11's basic access by carrier sense, with the numbers of DSSS and
	// of ns-2 ([bellwether/radio.DefaultCSMA]).
	Contended Access = "csma"
)

// Accesses lists the media.
func Accesses() []Access { return []Access{Ideal, Contended} }

// text is what a scenario's radio says of it: nothing of an ideal medium, so that its
// worlds are those of the studies recorded before there was another.
func (a Access) text() string {
	if a == Contended {
		return ", access: {model: csma}"
	}
	return ""
}

// reading names what was chosen.
func reading(m Merge, l List, a Access) string {
	name := "merges by " + string(m)
	if l == AsBeacons {
		name = string(m) + ", old list"
	}
	if a == Contended {
		name += ", medium contended"
	}
	return name
}
