//go:build unix && !linux

package foreign

import "syscall"

type hold struct{}

// launch starts the child as the leader of a process group.
func (p *process) launch() error {
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return p.cmd.Start()
}

func (p *process) kill()  { killGroup(p.cmd) }
func (p *process) clear() { p.kill() }
