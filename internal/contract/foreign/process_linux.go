package foreign

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
)

// mark is the variable by which the processes that a child starts are known, wherever they go: each has it
// from the one that started it.
const mark = "BELLWETHER_PROGRAM"

// hold is the mark of a child.
type hold struct{ mark string }

// launch starts the child as the leader of a process group, and lets the kernel kill it if this process
// ends: that is bound to the thread that started it, so a thread is kept.
func (p *process) launch() error {
	p.mark = mark + "=" + rand.Text()
	p.cmd.Env = append(p.cmd.Env, p.mark)
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

// clear kills what the child, which has ended, started and left behind: in its group, or with its mark. What
// is started meanwhile is found the next time.
func (p *process) clear() {
	p.kill()
	for range maxGenerations {
		if !p.killMarked() {
			return
		}
	}
}

// maxGenerations bounds how often marked processes are looked for: one that starts others faster than they
// are found would go on for ever.
const maxGenerations = 100

// killMarked kills all processes of this user that have the mark, and reports whether there were any.
func (p *process) killMarked() (found bool) {
	entries, err := filepath.Glob("/proc/[0-9]*/environ")
	for _, name := range entries {
		env, failed := os.ReadFile(name)
		if cmp.Or(err, failed) != nil || !bytes.Contains(env, []byte(p.mark)) {
			continue // ended meanwhile, or another user's
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name))); err == nil && syscall.Kill(pid, syscall.SIGKILL) == nil {
			found = true
		}
	}
	return found
}
