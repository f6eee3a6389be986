package doctor

import (
	"context"
	"errors"
	"io/fs"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"bellwether/internal/base/netaddr"
	"bellwether/internal/base/wording"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/daemon"
	"bellwether/internal/live/keyring"
	"bellwether/internal/live/membership"
)

// keys checks the file of keys. An agent that runs may have another one than these settings
// name: the unit gives it by a flag.
func keys(ctx context.Context, e *Examination, n *notes) {
	if e.running != nil && e.running.LockedOut != "" {
		n.fail(remedy(membership.WayBack), "the agent is locked out: %s", e.running.LockedOut)
	}
	if e.Settings.KeyFile == "" {
		if e.running != nil {
			if has, err := e.local().Keys(ctx); err == nil && len(has) > 0 {
				n.ok("the agent that runs has %d", len(has))
				return
			}
		}
		n.warn(`"bellwether live keys new FILE" makes a file for --key-file, the same on all machines`, "without keys anybody who reaches the port can speak for anybody")
		return
	}
	ring, stale, err := e.Settings.Keyring()
	switch {
	case err != nil:
		n.fail("correct it: the agent does not start", "%v", err)
	case keyring.Begun([]keyring.Holding{{Answers: true, Keys: ring.Keys()}}):
		n.warn(`"bellwether live keys status" shows the members; "live keys resume" ends it, "live keys undo" takes it back`, "a change of the key was begun and not ended")
	case stale != nil:
		n.ok("%d in the state directory; those of %s are not used any more", len(ring.Keys()), e.Settings.KeyFile)
	default:
		n.ok("%d in %s, which only its owner can read", len(ring.Keys()), e.Settings.KeyFile)
	}
}

// token checks the file of the token, and where orders with it are taken.
func token(_ context.Context, e *Examination, n *notes) {
	if _, err := daemon.ReadToken(e.Settings.TokenFile); err != nil {
		n.fail("correct it: the agent does not start", "%v", err)
		return
	}
	host, _, err := netaddr.Split(e.Settings.HTTP, 0)
	ip, wrong := netip.ParseAddr(host)
	open := e.Settings.HTTP != "off" && err == nil && host != "localhost" && (wrong != nil || !ip.IsLoopback())
	switch {
	case open && e.Settings.HTTPClientCA == "":
		n.warn("serve on loopback, or ask clients for certificates (--http-client-ca), if that is too much", "everybody who reaches %s can read members and events", e.Settings.HTTP)
	case e.Settings.TokenFile == "":
		n.ok("none: orders by the local socket only")
	default:
		n.ok("in %s, which only its owner can read", e.Settings.TokenFile)
	}
}

// Bytes free on the disk of the state: what an agent writes has kilobytes, and a file is
// written whole beside the old one.
const (
	roomLeast = 1 << 20
	roomFew   = 64 << 20
)

// state checks the state directory.
func state(_ context.Context, e *Examination, n *notes) {
	dir := e.Settings.State
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		above := filepath.Dir(dir)
		for {
			if _, err := os.Stat(above); err == nil || above == filepath.Dir(above) {
				break
			}
			above = filepath.Dir(above)
		}
		if err := writable(above); err != nil {
			n.fail("make it for the agent's user, or choose another --state", "%s does not exist, and cannot be made in %s: %v", dir, above, err)
			return
		}
		n.ok("%s does not exist yet, and can be made", dir)
		room(n, above)
		return
	case err != nil:
		n.fail("choose another --state", "%v", err)
		return
	case !info.IsDir():
		n.fail("choose another --state", "%s is no directory", dir)
		return
	}
	mode := info.Mode().Perm()
	switch err := writable(dir); {
	case mode&0o022 != 0 && runtime.GOOS != "windows":
		n.fail(remedy("chmod 700 "+dir), "others may write to %s (mode %04o): the agent does not start", dir, mode)
	case foreign(info):
		n.fail("run the agent as its owner, or chown it", "%s belongs to another user", dir)
	case err != nil:
		n.fail("mend the disk, or choose another --state", "%s takes no writes: %v", dir, err)
	case mode&0o077 != 0 && runtime.GOOS != "windows":
		n.warn(remedy("chmod 700 "+dir), "others may look into %s (mode %04o)", dir, mode)
	default:
		n.ok("%s is its owner's alone, and takes writes", dir)
	}
	room(n, dir)
	if e.running == nil && e.silent == nil && held(dir) {
		n.fail("end the process that its lock file names", "%s is locked, and no agent answers there", dir)
	}
}

func room(n *notes, dir string) {
	switch free, known := free(dir); {
	case !known:
	case free < roomLeast:
		n.fail("make room: an agent whose disk is full is silent", "%d kB are free on its disk", free>>10)
	case free < roomFew:
		n.warn("make room: an agent whose disk is full is silent", "%d MB are free on its disk", free>>20)
	default:
		n.ok("%d MB are free on its disk", free>>20)
	}
}

// stepped is the least step of the wall clock that is reported. NTP may slew the clock by more
// in a day, at its greatest rate; that is then reported as a step.
const stepped = 2 * time.Second

// clock compares the wall clock with the agent's own, which never jumps.
func clock(_ context.Context, e *Examination, n *notes) {
	if now := time.Now(); now.Year() < builtIn {
		n.warn("set it, or let NTP do so", "the clock shows %s", now.Format(time.RFC3339))
		return
	}
	if e.running == nil {
		n.ok("shows %s; steps are seen while the agent runs. No election depends on it", time.Now().Format(time.RFC3339))
		return
	}
	self := slices.IndexFunc(e.running.Members, func(m agent.MemberStatus) bool { return m.ID == e.running.Self.ID })
	if self < 0 {
		return
	}
	step := time.Since(e.running.Members[self].Since) - e.running.Uptime
	if step.Abs() > stepped {
		n.warn("let NTP set the clock before the agent starts; dates of events and traces before are off by this", "the clock has stepped by %v since the agent's start, or the machine slept",
			step.Round(time.Second))
		return
	}
	if jumps := e.running.Counters.ClockJumps; jumps > 0 {
		n.warn("let NTP slew the clock, and keep the machine from sleeping; \"bellwether live monitor\" shows each", "the clock has jumped %s since the agent's start, and is right now", wording.Count(int(jumps), "time"))
		return
	}
	n.ok("no step since the agent's start. No election depends on it")
}

// builtIn is when this check was written: a clock that shows less was never set.
const builtIn = 2026

// hooks checks whether the commands of hooks, and of the capability, can be found.
func hooks(ctx context.Context, e *Examination, n *notes) {
	lines := map[string]string{}
	for event, line := range e.Settings.Hooks {
		lines["--on-event "+event] = line
	}
	if line, is := strings.CutPrefix(e.Settings.Capability, "exec="); is {
		lines["--capability exec"] = line
	}
	if len(lines) == 0 {
		n.ok("there are none")
		return
	}
	for _, flag := range sorted(lines) {
		line := lines[flag]
		switch err := runnable(ctx, line); {
		case err != nil:
			n.fail("install it, or correct the command", "%s: %v", flag, err)
		default:
			n.ok("%s: %s can be run by this user", flag, strings.Fields(line)[0])
		}
	}
}

// runnable checks by the shell whether a line has no syntax error and its first word is a
// command. It runs nothing of the line.
func runnable(ctx context.Context, line string) error {
	words := strings.Fields(line)
	if len(words) == 0 {
		return errors.New("the command is empty")
	}
	if runtime.GOOS == "windows" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	if said, err := exec.CommandContext(ctx, "/bin/sh", "-n", "-c", line).CombinedOutput(); err != nil {
		return errors.New("the shell does not understand it: " + strings.TrimSpace(string(said)))
	}
	if strings.ContainsAny(words[0], "$`\"'\\(){};|&<>=*?[~!#") {
		return nil // the shell expands the word, so its name is not known
	}
	if exec.CommandContext(ctx, "/bin/sh", "-c", `command -v -- "$0" >/dev/null`, words[0]).Run() != nil {
		return errors.New("no command " + words[0] + " is found by this user")
	}
	return nil
}
