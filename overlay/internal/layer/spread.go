package layer

import (
	"time"

	"bellwether/protocol"
)

// Spread draws a delay uniformly from [0, below), to keep nodes out of step.
func Spread(env *protocol.Env, below time.Duration) time.Duration {
	return time.Duration(env.Rand().Int64N(int64(max(below, 1))))
}
