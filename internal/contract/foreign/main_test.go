package foreign

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test program be the child of a test, too.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "child" {
		child(os.Args[2])
		return
	}
	os.Exit(m.Run())
}

// describes is the declaration of every child.
const describes = `{"bellwether":1,"goal":"smallest-id","needs":"neighbours","settles":"30s","timers":["beat"],` +
	`"messages":[{"name":"claim","class":"election","fields":[{"name":"leader","type":"id"},{"name":"seen","type":"[id]"}]}]}`

// child is a program that does well until it is told to start a node, and then what its mode says.
func child(mode string) {
	lines := bufio.NewScanner(os.Stdin)
	say := func(line string) { fmt.Println(line) }
	for lines.Scan() {
		var call struct{ Call string }
		if err := json.Unmarshal(lines.Bytes(), &call); err != nil {
			panic(err)
		}
		switch call.Call {
		case "describe":
			if one, is := strings.CutPrefix(mode, "describes "); is {
				say(one)
				continue
			}
			say(describes)
		case "run":
			say(`{"do":[]}`)
		case "start":
			misbehave(mode, say, lines)
		default:
			say(`{"do":[{"op":"elected","leader":1}]}`)
		}
	}
}

// misbehave answers start.
func misbehave(mode string, say func(string), lines *bufio.Scanner) {
	switch mode {
	case "well":
		say(`{"ask":"neighbours"}`)
		lines.Scan()
		say(`{"ask":"random","below":10}`)
		lines.Scan()
		say(`{"do":[{"op":"broadcast","message":{"kind":"claim","leader":7,"seen":[1,2]},"within_ns":5},{"op":"set_timer","timer":"beat","after_ns":1000},{"op":"save","state":{"a": 1}}]}`)
	case "asks":
		for {
			say(`{"ask":"members"}`)
			lines.Scan()
		}
	case "hangs":
		time.Sleep(time.Hour)
	case "ends":
		fmt.Fprintln(os.Stderr, "no such luck")
		os.Exit(3)
	case "endless":
		for {
			fmt.Print(strings.Repeat("x", 1<<16))
		}
	case "twice":
		say(`{"do":[]}` + "\n" + `{"do":[]}`)
	case "forks":
		held := exec.Command("sleep", "1000")
		held.Stdout = os.Stdout
		if err := held.Start(); err != nil {
			panic(err)
		}
		fmt.Fprintf(os.Stderr, "sleeps as %d", held.Process.Pid)
		os.Exit(1)
	default:
		say(mode)
	}
}
