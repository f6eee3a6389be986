package gossip

import (
	"log/slog"
	"time"

	"bellwether/protocol"
)

type Timing struct{ Name string }
type Options struct {
	Name       string
	Bind       string
	Advertise  string
	Join       []string
	Remembered []Peer
	Label      string
	Keys       [][]byte
	Timing     Timing
	Meta       Meta
	Logger     *slog.Logger
}
type Meta struct {
	ID          protocol.ID
	Incarnation uint32
	Capability  int64
	Stack       uint32
}
type Peer struct {
	Name, Addr string
	ID         protocol.ID
	Seen       time.Time
}
type State int

const (
	Alive State = iota
	Failed
	Left
)

type Member struct {
	Name, Addr string
	Meta       Meta
	State      State
	Since      time.Time
	RTT        time.Duration
}
type Packet struct {
	From string
	Data []byte
}
type Counters struct{}

func (s State) String() string { return [...]string{"alive", "failed", "left"}[s] }
