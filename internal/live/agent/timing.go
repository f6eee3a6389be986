package agent

import (
	"time"

	"bellwether/overlay"
	"bellwether/protocol"
)

// Timing holds the time-outs of an agent for one kind of network.
type Timing struct {
	Name      string
	About     string
	Detection protocol.Detection   // the budget to notice a dead leader
	Hello     overlay.HelloOptions // who is a neighbour
	Link      overlay.LinkOptions  // when a send is repeated
	Flood     overlay.FloodOptions
	// Death is within which time the gossip shows that a member died, at 95 %: see
	// membership.Presets.
	Death time.Duration
	// Params are parameters of algorithms, by name, that replace defaults made for radios
	// with shorter round trips. See also Options.fitted.
	Params map[string]string
}

// Timings are the presets, the fastest first. Each has the name of the preset of package
// gossip that belongs to it. It follows from the longest round trip that is expected: a
// send is repeated after more than that, and a neighbour or leader is given up after
// three or more misses in a row, since single messages may be lost.
func Timings() []Timing { return []Timing{Local(), LANFast(), LAN(), WiFi(), WAN()} }

// Local is for agents on one machine: round trips below 1 ms, nothing lost.
func Local() Timing {
	return timing("local", "agents on one machine: round trips below 1 ms", spans{
		beat: 250 * time.Millisecond, misses: 3, retry: 20 * time.Millisecond, jitter: 2 * time.Millisecond, death: 8 * time.Second})
}

// LANFast is for a wired network whose services must move in about 1.5 s. It misses a leader in
// less than half the time of LAN, after more than twice as many signs of life: seven that are lost
// in a row are rarer than three at any loss. It costs five times the messages. Shorter than 1.4 s
// is no safe time: a busy machine or a paused garbage collector of a hypervisor is silent for
// a second.
func LANFast() Timing {
	return timing("lan-fast", "a wired network, a takeover in about 1.5 s for five times the messages of lan", spans{
		beat: 200 * time.Millisecond, misses: 7, retry: 50 * time.Millisecond, jitter: 5 * time.Millisecond, death: 8 * time.Second})
}

// LAN is for a wired network: round trips below 10 ms, little lost.
func LAN() Timing {
	return timing("lan", "a wired network: round trips below 10 ms", spans{
		beat: time.Second, misses: 3, retry: 50 * time.Millisecond, jitter: 5 * time.Millisecond, death: 8 * time.Second})
}

// WiFi is for stations of a wireless LAN. A station that saves power hears
// broadcasts after a DTIM beacon, 102.4 ms apart or three times that (IEEE Std
// 802.11-2020 §11.2.3), so round trips of about 300 ms are normal, and a burst of loss
// may be longer than the interval between hellos. Therefore one more miss is allowed, and
// a send is repeated after 350 ms.
func WiFi() Timing {
	return timing("wifi", "a wireless LAN: power save, round trips to 300 ms, bursts of loss", spans{
		beat: time.Second, misses: 4, retry: 350 * time.Millisecond, jitter: 20 * time.Millisecond, death: 16 * time.Second,
		params: map[string]string{"child_timeout": "800ms", "reply_timeout": "1s", "probe_interval": "2s", "t_max": "1s",
			"contest": "400ms", "pulls": "3"}})
}

// WAN is for machines far apart: round trips below 500 ms.
func WAN() Timing {
	return timing("wan", "machines far apart: round trips below 500 ms", spans{
		beat: 4 * time.Second, misses: 4, retry: 600 * time.Millisecond, jitter: 20 * time.Millisecond, death: 43 * time.Second,
		params: map[string]string{"child_timeout": "1500ms", "reply_timeout": "2s", "probe_interval": "4s", "t_max": "2s",
			"contest": "600ms", "pulls": "3"}})
}

// spans are what a Timing is made of.
type spans struct {
	beat   time.Duration // between two hellos, two signs of life
	misses int
	retry  time.Duration
	jitter time.Duration
	death  time.Duration
	// One-hop time-outs: two repetitions and a round trip. contest: a round trip and a tenth of
	// a second. pulls: together they last longer than a round trip.
	params map[string]string
}

func timing(name, about string, s spans) Timing {
	return Timing{
		Name: name, About: about, Death: s.death,
		Detection: protocol.Detection{Interval: s.beat, Misses: s.misses},
		Hello: overlay.HelloOptions{Interval: s.beat, Timeout: s.beat * time.Duration(s.misses),
			Window: overlay.QualityWindow},
		Link:   overlay.LinkOptions{Retry: s.retry},
		Flood:  overlay.FloodOptions{Jitter: s.jitter},
		Params: s.params,
	}
}
