package reproduce

// A List is how the list of neighbours ages. The paper's nodes keep it by periodic
// messages, and it does not say how often.
type List string

// The two readings that are compared.
const (
	// ByHello: every second, and a neighbour silent for three is none. It is as AODV
	// keeps its own (RFC 3561 §10), and one more hello may be missed.
	ByHello List = "hello"
	// AsBeacons: as the leader's beacons do, the only such period the paper gives: every
	// 20 s, and six may be missed.
	AsBeacons List = "beacon"
)

// Lists lists the readings.
func Lists() []List { return []List{ByHello, AsBeacons} }

// text is what a scenario says of the list.
func (l List) text() string {
	if l == AsBeacons {
		return "interval: 20s, timeout: 120s"
	}
	return "interval: 1s, timeout: 3s"
}
