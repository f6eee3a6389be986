package agent

import (
	"context"
	"log/slog"
	"time"
)

// journal tells the agent's events: to the log that others read, and to the logger.
type journal struct {
	self   Node
	log    *Log
	logger *slog.Logger
}

// A situation is what every event says of its moment.
type situation struct {
	epoch      uint64
	leader     *Node
	alive      int
	capability int64
	holdsFor   time.Duration // of the lease; 0: none
	fence      uint64        // of the leader; 0: none
}

// tell completes an event and appends it to the log.
func (j *journal) tell(e Event, s situation) {
	e.At = time.Now()
	e.Epoch, e.Self, e.Leader, e.Alive, e.Capability, e.HoldsFor, e.Fence = s.epoch, j.self, s.leader, s.alive, s.capability, s.holdsFor, s.fence
	j.say(e)
}

// say appends a complete event to the log, and logs it.
func (j *journal) say(e Event) {
	j.log.append(e)
	level := slog.LevelInfo
	switch e.Kind {
	case AlgorithmDiffers, LeaderUnheard, TwoLeaders, LeaderFailed, SettingsDiffer, ClockJumped, HookLate, StateRestored:
		level = slog.LevelWarn
	}
	leader := ""
	if e.Leader != nil {
		leader = e.Leader.Name
	}
	fields := []any{"leader", leader, "epoch", e.Epoch, "alive", e.Alive, "members", e.Members, "reconfirmed", e.Reconfirmed}
	if e.Fence != 0 {
		fields = append(fields, "fence", e.Fence)
	}
	if e.Why != "" {
		fields = append(fields, "why", e.Why)
	}
	j.logger.Log(context.Background(), level, string(e.Kind), fields...)
}
