package daemon

import (
	"context"
	"net"
	"os"
	"strconv"
	"time"
)

// notify sends the state of this process to systemd, if that started it: sd_notify(3).
// Errors do not matter.
func notify(state string) {
	socket := os.Getenv("NOTIFY_SOCKET")
	if socket == "" {
		return
	}
	c, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		return
	}
	defer c.Close()
	_, _ = c.Write([]byte(state))
}

// watchdog reports to systemd that the agent answers, at half the interval that systemd
// requires (sd_watchdog_enabled(3)). An agent that hangs is killed and started again.
func (d *daemon) watchdog(ctx context.Context) {
	usec, err := strconv.ParseInt(os.Getenv("WATCHDOG_USEC"), 10, 64)
	if err != nil || usec <= 0 {
		return
	}
	every := time.Duration(usec) * time.Microsecond / 2
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			soon, cancel := context.WithTimeout(ctx, every)
			if _, err := d.agent.Status(soon); err == nil {
				notify("WATCHDOG=1")
			}
			cancel()
		}
	}
}
