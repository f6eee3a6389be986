package foreign

import (
	"runtime"
	"syscall"
)

// launch starts the child as the leader of a process group, and lets the kernel kill it if this process
// ends: that is bound to the thread that started it, so a thread is kept.
func (p *process) launch() error {
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	started, ended := make(chan error), make(chan struct{})
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the child
		started <- p.cmd.Start()
		<-ended
	}()
	p.leave = func() { close(ended) }
	err := <-started
	if err != nil {
		p.leave()
	}
	return err
}

func (p *process) kill() { killGroup(p.cmd) }
