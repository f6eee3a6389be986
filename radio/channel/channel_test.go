package channel_test

import (
	"math"
	"strings"
	"testing"

	"github.com/paulmach/orb"

	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/radio/channel"
)

// TestOptionsThatMakeNoSense holds that New checks every list and number of the options.
func TestOptionsThatMakeNoSense(t *testing.T) {
	for want, spoil := range map[string]func(*radio.ChannelOptions){
		"exactly one of path loss and matrix":           func(o *radio.ChannelOptions) { o.Path = nil },
		"exactly one of path loss and matrix is needed": func(o *radio.ChannelOptions) { o.Matrix = []radio.Entry{{From: 1, To: 2}} },
		"no link from 2 to 2": func(o *radio.ChannelOptions) {
			o.Path, o.Matrix = nil, []radio.Entry{{From: 2, To: 2}}
		},
		"obstacle 1: has no outline": func(o *radio.ChannelOptions) { o.Obstacles = []radio.Obstacle{{WallDB: 9}} },
		`no modulation "morse"`:      func(o *radio.ChannelOptions) { o.Receiver.Modulation = "morse" },
		"power must be":              func(o *radio.ChannelOptions) { o.Emitter.PowerDBm = math.NaN() },
	} {
		o := radio.ChannelOptions{Path: radio.DefaultLogDistance(), Emitter: radio.DefaultEmitter(), Receiver: radio.DefaultReceiver()}
		spoil(&o)
		if m, err := channel.New(o); m != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v and error %v, want %q", m, err, want)
		}
	}
}

// TestEntriesAreLinks holds that a list of losses has the nodes and links that it names,
// and no others.
func TestEntriesAreLinks(t *testing.T) {
	m, err := channel.New(radio.ChannelOptions{Emitter: radio.DefaultEmitter(), Receiver: radio.DefaultReceiver(),
		Matrix: []radio.Entry{{From: 1, To: 3, LossDB: 80}, {From: 3, To: 1, LossDB: 180}}})
	if err != nil {
		t.Fatal(err)
	}
	way := func(from, to protocol.ID) radio.Hop { return radio.Hop{From: from, To: to, ToM: orb.Point{1e6, 0}} }
	if !m.Carries(way(1, 3)) || m.Carries(way(3, 1)) || m.Carries(way(1, 2)) || m.Bidirectional(way(1, 3)) {
		t.Error("links differ from the entries")
	}
	if peers, known := m.AppendPeers(nil, 1); !known || len(peers) != 1 || peers[0] != 3 {
		t.Errorf("node 1 may be heard by %v", peers)
	}
}
