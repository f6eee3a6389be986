package reproduce

// A List says how the list of neighbours ages. The paper's nodes keep it by periodic messages,
// whose period it does not give.
type List string

// The two readings that are compared.
const (
	// ByHello is a hello every second; a neighbour silent for three seconds is removed. AODV
	// has the same interval (RFC 3561 §10), but waits for one hello less.
	ByHello List = "hello"
	// AsBeacons has the period of the leader's beacons, the only one that the paper gives:
	// every 20 s, and six may be missed.
	AsBeacons List = "beacon"
)

// lists lists the readings.
func lists() []List { return []List{ByHello, AsBeacons} }

// text returns the setting of a scenario.
func (l List) text() string {
	if l == AsBeacons {
		return "interval: 20s, timeout: 120s"
	}
	return "interval: 1s, timeout: 3s"
}
