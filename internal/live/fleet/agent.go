package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/api"
)

// An Agent is one agent's process. The exported fields are set before its start.
type Agent struct {
	Name   string
	Addr   string   // where it listens, host:port
	Offer  int64    // its capability
	Dir    string   // its state and its log
	Args   []string // more arguments
	Inside []string // a command before the program, like ip netns exec

	cmd    *exec.Cmd
	exited chan struct{}
	client *api.Client

	leaving bool // it was told to leave: the others need not wait for it
}

// Start runs the program as this agent. Its log goes to a file in its directory.
func (a *Agent) Start(program string) error {
	if err := os.MkdirAll(a.Dir, 0o700); err != nil {
		return fmt.Errorf("%w", err)
	}
	log, err := os.OpenFile(a.logFile(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("%w", err)
	}
	defer log.Close()
	line := append(append([]string(nil), a.Inside...), program, "live", "--name", a.Name, "--bind", a.Addr, "--state", a.Dir,
		"--http", "off", "--capability", "static="+strconv.FormatInt(a.Offer, 10))
	line = append(line, a.Args...)
	a.cmd = exec.Command(line[0], line[1:]...)
	a.cmd.Stdout, a.cmd.Stderr = log, log
	apart(a.cmd)
	if err := a.cmd.Start(); err != nil {
		a.cmd = nil
		return fmt.Errorf("%s does not start: %w", a.Name, err)
	}
	a.leaving = false
	a.exited = make(chan struct{})
	go func(cmd *exec.Cmd, exited chan struct{}) {
		_ = cmd.Wait() // ExitCode tells how it ended
		close(exited)
	}(a.cmd, a.exited)
	a.client = api.Local(filepath.Join(a.Dir, api.SocketName))
	return nil
}

// Runs reports whether the process runs.
func (a *Agent) Runs() bool {
	if a.cmd == nil {
		return false
	}
	select {
	case <-a.exited:
		return false
	default:
		return true
	}
}

// Exited is closed when the process that was started last has ended.
func (a *Agent) Exited() <-chan struct{} { return a.exited }

// ExitCode is the exit code of the process that has ended: -1 if a signal ended it.
func (a *Agent) ExitCode() int {
	<-a.exited
	return a.cmd.ProcessState.ExitCode()
}

// Pid is the number of the process that was started last.
func (a *Agent) Pid() int { return a.cmd.Process.Pid }

// Kill ends the process as a power cut does.
func (a *Agent) Kill() {
	if a.Runs() {
		_ = a.cmd.Process.Kill() // it may just have ended
		<-a.exited
	}
}

// Signal sends the process a signal.
func (a *Agent) Signal(s os.Signal) error {
	if !a.Runs() {
		return fmt.Errorf("%s does not run", a.Name)
	}
	if err := a.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("%s: %w", a.Name, err)
	}
	return nil
}

// answerTime bounds the wait for an answer over the local socket. It is hundreds of times
// the usual time, since a machine with many agents is slow.
const answerTime = time.Second

// Status asks the agent; false if it does not answer.
func (a *Agent) Status(ctx context.Context) (agent.Status, bool) {
	if !a.Runs() {
		return agent.Status{}, false
	}
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	st, err := a.client.Status(ctx)
	return st, err == nil
}

// Leave tells the agent to leave; the channel has an answer when it has said goodbye. From
// now on an agreement is one of the others.
func (a *Agent) Leave(ctx context.Context) <-chan error {
	a.leaving = true
	left := make(chan error, 1)
	go func() { left <- a.client.Order(ctx, "leave") }()
	return left
}

// Order tells the agent to elect, resign or resume.
func (a *Agent) Order(ctx context.Context, verb string) error { return a.client.Order(ctx, verb) }

func (a *Agent) logFile() string { return filepath.Join(a.Dir, "log") }

// failed reports whether the process has ended with an error, and not by a signal.
func (a *Agent) failed() bool { return !a.Runs() && a.cmd != nil && a.ExitCode() > 0 }

// ended tells of an agent that has failed, with so many of the last lines of its log.
func (a *Agent) ended(most int) string {
	lines := strings.Split(strings.TrimSpace(a.Complaint()), "\n")
	return fmt.Sprintf("%s has ended with %d; its log ends with\n%s", a.Name, a.ExitCode(), strings.Join(lines[max(0, len(lines)-most):], "\n"))
}

// Complaint is the end of the agent's log, to be shown when the agent misbehaves.
func (a *Agent) Complaint() string {
	text, err := os.ReadFile(a.logFile())
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-complaintBytes):])
}

// complaintBytes are about complaintLines.
const (
	complaintBytes = 4000
	complaintLines = 20
)
