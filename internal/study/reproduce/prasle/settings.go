package prasle

// A setting is a value of something that the paper leaves open.
type setting struct {
	Name, Why      string
	bitrate        int    // bit/s; 0: the radio's
	loss           string // of frames, as a scenario has it
	jitter, meshOf string
}

// assumed is what the study takes, and settings are the ends of the ranges of what may move the times: one
// at a time from what is assumed.
var (
	assumed  = setting{Name: "as assumed", Why: "messages of 15 bytes behind a header of 23, each within 50 ms, no losses but collisions, a mesh as square as its nodes allow"}
	settings = []setting{
		assumed,
		{Name: "frames half as long", Why: "less text; none has less than 6 bytes and a header", bitrate: 500_000},
		{Name: "frames twice as long", Why: "text with an IPv6 address, below 6LoWPAN and UDP: 60 bytes", bitrate: 125_000},
		{Name: "all messages at once", Why: "nodes that begin and look at one instant", jitter: "0s"},
		{Name: "10 % of frames lost", Why: "radios in one hall beside others", loss: "{model: bernoulli, probability: 0.1}"},
		{Name: "a mesh of two rows", Why: "what the mesh looks like is not described", meshOf: "2"},
	}
)

// of is a network under a setting.
func (s setting) of(t topology) topology {
	if t.name == "mesh" && s.meshOf != "" {
		t.columns = func(n int) int { return n / 2 }
		t.hops = func(n int) int { return n / 2 }
	}
	return t
}
