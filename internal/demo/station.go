package demo

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"bellwether/live"
	"bellwether/live/api"
)

// A station is one agent's process.
type station struct {
	name   string
	node   int
	offer  int
	addr   string
	dir    string
	args   []string
	cmd    *exec.Cmd
	exited chan struct{}
	client *api.Client
}

// start runs the agent. Its log goes to a file in its directory.
func (s *station) start(program string) error {
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	defer log.Close()
	s.cmd = exec.Command(program, s.args...)
	s.cmd.Stdout, s.cmd.Stderr = log, log
	apart(s.cmd)
	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("demo: %s does not start: %w", s.name, err)
	}
	s.exited = make(chan struct{})
	go func(cmd *exec.Cmd, exited chan struct{}) {
		_ = cmd.Wait() // killed, mostly
		close(exited)
	}(s.cmd, s.exited)
	s.client = api.Local(filepath.Join(s.dir, api.SocketName))
	return nil
}

// runs says whether the process is there.
func (s *station) runs() bool {
	if s.cmd == nil {
		return false
	}
	select {
	case <-s.exited:
		return false
	default:
		return true
	}
}

// kill ends the process as a power cut does.
func (s *station) kill() {
	if s.runs() {
		_ = s.cmd.Process.Kill() // it may just have ended
		<-s.exited
	}
}

// status asks the agent; false if it does not answer.
func (s *station) status(ctx context.Context) (live.Status, bool) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	st, err := s.client.Status(ctx)
	return st, err == nil
}

// complaint is the end of the agent's log, for when it did not run.
func (s *station) complaint() string {
	text, err := os.ReadFile(filepath.Join(s.dir, "log"))
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-complaintBytes):])
}

const complaintBytes = 2000

// flags are the arguments of the agent's process.
func (s *station) flags(o Options, seed, scenario, epoch string) []string {
	args := []string{"live", "--name", s.name, "--bind", s.addr, "--state", s.dir, "--http", "off",
		"--capability", "static=" + strconv.Itoa(s.offer), "--algorithm", o.Algorithm, "--timing", o.Timing, "--hysteresis", "0",
		"--expect", strconv.Itoa(o.Nodes), "--radio", scenario, "--as", strconv.Itoa(s.node), "--epoch", epoch}
	if s.addr != seed {
		args = append(args, "--join", seed)
	}
	if o.Trace != "" {
		args = append(args, "--trace", o.Trace)
	}
	return args
}
