package reproduce

// An Access is how nodes share the medium.
type Access string

// The media that are compared. The paper only names IEEE 802.11.
const (
	// Ideal is a medium on which no node waits for the channel, and no frames collide.
	Ideal Access = "ideal"
	// Contended is 802.11's basic access by carrier sense, with the numbers of DSSS and
	// of ns-2 ([bellwether/radio.DefaultCSMA]).
	Contended Access = "csma"
)

// accesses lists the media.
func accesses() []Access { return []Access{Ideal, Contended} }

// text returns the setting of a scenario's radio. It is empty for the ideal medium, so that
// its scenarios equal the scenarios of studies that were recorded before the contended medium
// existed.
func (a Access) text() string {
	if a == Contended {
		return ", access: {model: csma}"
	}
	return ""
}

// reading returns the name of a reading.
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
