//go:build !linux

package transport

// Backlog is 0: other systems drop what they cannot send.
func (s *sockets) Backlog() float64 { return 0 }
