package foreign

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"bellwether/protocol"
)

// TestWhatAProgramStartedEndsWithIt, also if it left the group of the program, and holds its pipe: and the
// user is told at once.
func TestWhatAProgramStartedEndsWithIt(t *testing.T) {
	for _, mode := range []string{"forks", "leaves"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			_, breach := boot(t, command(t, mode))
			if took := time.Since(began); breach == nil || took > 4*time.Second {
				t.Fatalf("told after %v: %v", took, breach)
			}
			pid := regexp.MustCompile(`sleeps as (\d+)`).FindStringSubmatch(breach.Did)
			if pid == nil {
				t.Fatalf("got %v", breach)
			}
			ends(t, pid[1])
		})
	}
}

// TestAProgramEndsWithBellwether: if bellwether is killed the program ends, though it does not read.
func TestAProgramEndsWithBellwether(t *testing.T) {
	self := command(t, "").Words[0]
	host := exec.CommandContext(t.Context(), self, "child", "host")
	out, err := host.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := host.Start(); err != nil {
		t.Fatal(err)
	}
	pid, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	if err := host.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = host.Wait()
	ends(t, strings.TrimSpace(pid))
}

// hostOfAHang is bellwether with a program that does not read: it prints the number of that.
func hostOfAHang() {
	p, err := start(Command{Words: []string{"sleep", "1000"}})
	if err != nil {
		panic(err)
	}
	os.Stdout.WriteString(strconv.Itoa(p.cmd.Process.Pid) + "\n")
	time.Sleep(time.Hour)
}

// TestAnExitThatWaitsForNobodyEndsAllPrograms with what they started, and lets no others begin.
func TestAnExitThatWaitsForNobodyEndsAllPrograms(t *testing.T) {
	said, err := exec.CommandContext(t.Context(), command(t, "").Words[0], "child", "abandons").Output()
	words := strings.Fields(string(said))
	if err != nil || len(words) != 2 {
		t.Fatalf("got %q, %v", said, err)
	}
	ends(t, words[0])
	if words[1] != "refused" {
		t.Error("another program began")
	}
}

// abandons is bellwether that exits while a program runs that has started another, in a group of its own.
func abandons() {
	p, err := start(Command{Words: []string{"sh", "-c", "setsid sleep 1000 & echo $!; wait"}})
	if err != nil {
		panic(err)
	}
	pid, _ := p.read()
	Abandon()
	_, err = start(Command{Words: []string{"sleep", "1000"}})
	what := "began"
	if err != nil {
		what = "refused"
	}
	os.Stdout.WriteString(strings.TrimSpace(string(pid)) + " " + what + "\n")
}

// ends waits until a process has ended.
func ends(t *testing.T, pid string) {
	t.Helper()
	number, _ := strconv.Atoi(pid)
	for range 250 {
		if errors.Is(syscall.Kill(number, 0), syscall.ESRCH) || zombie(number) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("process %d lives on", number)
}

// zombie reports whether a process has ended, and nobody has asked for its status.
func zombie(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && strings.Contains(string(stat), ") Z")
}

// TestHostileProgramsAreEndedInTime: each is told within its patience and what it takes to end it.
func TestHostileProgramsAreEndedInTime(t *testing.T) {
	for mode, want := range map[string]string{
		"silent":     "gives no answer within 300ms",
		"deaf":       "gives no answer within 300ms", // it does not read, and the pipe is full
		"drips":      "gives no answer within 300ms", // a byte now and then, and no end of the line
		"undying":    "gives no answer within 300ms", // it ignores signals, and its standard input's end
		"multiplies": "gives no answer within 300ms",
		"shouts":     "gives no answer within 300ms", // to standard error, without an end
		"endless":    "answers a line of more than 1048576 bytes",
		"deep":       "lie more than 100 deep",
		"huge":       "want id, got ",
		"many":       "does more than 10000 things in one call",
		"half":       `gives no answer within 300ms but half a line, "{\"do\":["`,
		"halfends":   `ended before its answer but half a line, "{\"do\":["`,
		"closes":     "closed its standard input or output, and ran on",
		"keys":       "an object has more than 101 keys",
		// Names of half a mebibyte, which no error quotes whole.
		`{"error":"~"}`:                "reports: zzz",
		`{"ask":"~"}`:                  `asks for "zzz`,
		`{"~":1}`:                      `unknown field "zzz`,
		`{"do":[{"op":"~"}]}`:          `does "zzz`,
		`{"do":[{"op":"save","~":1}]}`: `unknown field "zzz`,
		`{"do":[{"op":"stop_timer","timer":"~"}]}`:                                          "was not declared",
		`{"do":[{"op":"set_timer","after_ns":"~"}]}`:                                        "want whole nanoseconds",
		`{"do":[{"op":"broadcast","message":{"kind":"~"}}]}`:                                "which was not declared",
		`{"do":[{"op":"broadcast","message":{"kind":"claim","leader":1,"seen":[],"~":1}}]}`: "which was not declared",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			c := command(t, mode)
			c.Patience = 300 * time.Millisecond
			if !strings.HasPrefix(want, "gives") {
				c.Patience = 5 * time.Second
			}
			began := time.Now()
			b := hang(t, c)
			if b == nil || !strings.Contains(b.Did, want) {
				t.Fatalf("got %v, want %q", b, want)
			}
			if took := time.Since(began); took > c.Patience+4*time.Second {
				t.Errorf("told after %v", took)
			}
			if len(b.Error()) > 4<<10 {
				t.Errorf("the error has %d bytes", len(b.Error()))
			}
			if b.Node != protocol.ID(3) {
				t.Errorf("at node %v", b.Node)
			}
		})
	}
}
