package foreign

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
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
	if mode == "host" {
		hostOfAHang()
	}
	if mode == "abandons" {
		abandons()
		return
	}
	if mode == "changes" { // what it declares differs in each process
		mode = "describes " + strings.Replace(describes, `"timers"`, fmt.Sprintf(`"about":"%d","timers"`, os.Getpid()), 1)
	}
	if mode == "counts" {
		counts()
		return
	}
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
			if mode == "clocks later" {
				say(fmt.Sprintf(`{"do":[{"op":"save","state":%d}]}`, time.Now().UnixNano()))
				continue
			}
			if mode == "storm" {
				say(`{"do":[` + strings.Repeat(`{"op":"broadcast","message":{"kind":"claim","leader":1,"seen":[]}},`, 999) + `{"op":"elected","leader":1}]}`)
				continue
			}
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
	case "storm", "clocks later":
		say(`{"do":[]}`)
	case "long", "longer":
		line := `{"do":[]}`
		say(line + strings.Repeat(" ", MaxLine-len(line)+len(mode)-len("long")))
	case "clock":
		say(fmt.Sprintf(`{"do":[{"op":"save","state":%d}]}`, time.Now().UnixNano()))
	case "silent":
		lines.Scan()
	case "deaf":
		os.Stdin.Close()
		time.Sleep(time.Hour)
	case "drips":
		for {
			fmt.Print(" ")
			time.Sleep(10 * time.Millisecond)
		}
	case "undying":
		signal.Ignore(os.Interrupt, syscall.SIGTERM)
		for {
			time.Sleep(time.Hour)
		}
	case "multiplies":
		for range 50 {
			if err := exec.Command("sleep", "1000").Start(); err != nil {
				break
			}
		}
		time.Sleep(time.Hour)
	case "shouts":
		for {
			fmt.Fprint(os.Stderr, strings.Repeat("x", 1<<16))
		}
	case "deep":
		say(`{"do":` + strings.Repeat("[", 1<<19) + "}")
	case "huge":
		say(`{"do":[{"op":"broadcast","message":{"kind":"claim","leader":` + strings.Repeat("9", 1<<19) + `,"seen":[]}}]}`)
	case "many":
		say(`{"do":[` + strings.Repeat(`{"op":"trust","node":1},`, 20_000) + `{"op":"trust","node":1}]}`)
	case "forks", "leaves":
		held := exec.Command("sleep", "1000")
		if mode == "leaves" {
			held = exec.Command("setsid", "sleep", "1000")
		}
		held.Stdout = os.Stdout
		if err := held.Start(); err != nil {
			panic(err)
		}
		fmt.Fprintf(os.Stderr, "sleeps as %d", held.Process.Pid)
		os.Exit(1)
	case "closes":
		os.Stdout.Close()
		time.Sleep(time.Hour)
	case "half":
		fmt.Print(`{"do":[`)
		time.Sleep(time.Hour)
	case "halfends":
		fmt.Print(`{"do":[`)
		os.Exit(0)
	case "keys":
		var keys strings.Builder
		for i := range 60_000 {
			fmt.Fprintf(&keys, `"k%d":1,`, i)
		}
		say("{" + keys.String() + `"do":[]}`)
	default:
		say(strings.ReplaceAll(mode, "~", strings.Repeat("z", 1<<19)))
	}
}

// counts is a program whose nodes follow the node of the number of their time-outs, and which gives and takes
// this number as the state of a node.
func counts() {
	fired := map[int]int{}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var call struct {
			Call        string
			Node, State int
		}
		if err := json.Unmarshal(lines.Bytes(), &call); err != nil {
			panic(err)
		}
		switch call.Call {
		case "describe":
			fmt.Println(strings.Replace(describes, `"timers"`, `"hears":["snapshot"],"timers"`, 1))
			continue
		case "snapshot":
			fmt.Printf("{\"state\":%d}\n", fired[call.Node])
			continue
		case "start":
			fired[call.Node] = 0
		case "restore":
			fired[call.Node] = call.State
		case "fire":
			fired[call.Node]++
			fmt.Printf("{\"do\":[{\"op\":\"elected\",\"leader\":%d}]}\n", fired[call.Node])
			continue
		}
		fmt.Println(`{"do":[]}`)
	}
}
