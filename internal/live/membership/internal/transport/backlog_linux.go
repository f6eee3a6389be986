package transport

import "golang.org/x/sys/unix"

// Backlog is the share of the UDP socket's send buffer that is in use. On Linux packets stay in it whose next
// hop does not answer for its address (ARP, neighbour discovery): for three seconds, and when it is full a
// write waits.
func (s *sockets) Backlog() (share float64) {
	raw, err := s.udp.SyscallConn()
	if err != nil {
		return 0
	}
	_ = raw.Control(func(fd uintptr) {
		queued, err := unix.IoctlGetInt(int(fd), unix.SIOCOUTQ)
		room, failed := unix.GetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_SNDBUF)
		if err == nil && failed == nil && room > 0 {
			share = float64(queued) / float64(room)
		}
	})
	return share
}
