package foreign

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"bellwether/protocol"
)

// command is the test program as a child in a mode.
func command(t *testing.T, mode string) Command {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Command{Name: "mine", Words: []string{self, "child", mode}, Patience: 5 * time.Second}
}

// view is what a node sees.
type view struct{}

func (view) Neighbours() []protocol.ID { return []protocol.ID{1, 4} }
func (view) Members() []protocol.ID    { return []protocol.ID{1, 3, 4} }

// boot starts node 3 of a child, and returns what it did and why it cannot go on.
func boot(t *testing.T, c Command) ([]protocol.Effect, *protocol.Breach) {
	t.Helper()
	a, _, err := Open(c)
	if err != nil {
		t.Fatal(err)
	}
	maker, err := a.New(protocol.Config{Detection: protocol.Detection{Interval: time.Second, Misses: 3}})
	if err != nil {
		t.Fatal(err)
	}
	m := maker()
	t.Cleanup(func() { _ = m.(protocol.Closer).Close() })
	var env protocol.Env
	env.Driver().Enter(protocol.Facts{Self: 3, Now: 2e9, View: view{}, Rand: rand.New(rand.NewPCG(1, 2))})
	m.Start(&env, nil)
	return env.Driver().Effects(), env.Driver().Broken()
}

// TestAProgramActs: what a program answers becomes the effects of its node.
func TestAProgramActs(t *testing.T) {
	effects, breach := boot(t, command(t, "well"))
	if breach != nil || len(effects) != 3 {
		t.Fatalf("%v, %v", effects, breach)
	}
	said := effects[0]
	if said.Op != protocol.OpBroadcast || said.Within != 5 || protocol.Size(said.Message) != 1+4+2+8 {
		t.Errorf("broadcast: %+v, %d bytes", said, protocol.Size(said.Message))
	}
	if string(said.Message.(message).AppendContent(nil)) != `"leader":7,"seen":[1,2]` {
		t.Errorf("content %s", said.Message.(message).AppendContent(nil))
	}
	if effects[1].Op != protocol.OpSetTimer || effects[1].Within != 1000 {
		t.Errorf("timer: %+v", effects[1])
	}
	if string(effects[2].State) != `{"a":1}` {
		t.Errorf("state: %s", effects[2].State)
	}
}

// TestFaultsOfAProgramEndItsRun: each kind of fault breaks the contract of the node, in words that say what
// the program did.
func TestFaultsOfAProgramEndItsRun(t *testing.T) {
	for mode, want := range map[string]string{
		"ends":                      "ended: exit status 3; its standard error ends with\n    no such luck",
		"asks":                      "asks 10000 times in one call, without an end",
		"endless":                   "answers a line of more than 1048576 bytes",
		"no JSON":                   "answers \"no JSON\": ",
		"debug: on":                 "answers \"debug: on\": want an object of JSON; what a program prints for people belongs on standard error",
		"\ufeff{\"do\":[]}":         "want an object of JSON",
		"{":                         "it ends too early: an answer is one line",
		`{"do":[],"ask":"members"}`: "these are several answers",
		`{"do":[],"state":1}`:       "these are several answers",
		`{"do":[],"each":[[]]}`:     "these are several answers",
		`{"error":"\u202etxt"}`:     "reports: ?txt",
		"{\"do\":[{\"op\":\"stop_timer\",\"timer\":\"\u009b31m\"}]}": `the timer "\"\u009b31m\"" was not declared`,
		`{"do":[]} 1`:                              "more follows the value",
		`{"do":[],"do":[]}`:                        `the key "do" is there twice`,
		`{"Do":[]}`:                                `the key "Do" is there twice, or has a capital`,
		"{\"do\":[],\"error\":\"\xff\"}":           "it is no UTF-8",
		`{"error":"\u001b[31mhot"}`:                "reports: ?[31mhot",
		`{}`:                                       `want "do", "ask" or "error"`,
		`{"error":"hot"}`:                          "reports: hot",
		`{"ask":"time"}`:                           `asks for "time": want neighbours, members or random`,
		`{"ask":"random"}`:                         `want "below" from 1 to 2^53`,
		`{"dont":[]}`:                              `unknown field "dont"`,
		`{"do":[{"op":"save","state":[1 2]}]}`:     "invalid character '2' after array element",
		`{"do":[{"op":"trust","node":1},]}`:        "nothing follows a comma",
		`{"do":[{"op":"trust","node":01}]}`:        `a node is "01": want its ID`,
		`{"do":[{"op":"trust","node":1}`:           "it ends too early",
		`{"do":[{"op":"jump"}]}`:                   `does "jump": want one of`,
		`{"do":[{"op":"send"}]}`:                   `send lacks "to"`,
		`{"do":[{"op":"save","state":1,"to":2}]}`:  `save has no "to"`,
		`{"do":[{"op":"stop_timer","timer":"b"}]}`: `the timer "b" was not declared`,
		`{"do":[{"op":"set_timer","timer":"beat","after_ns":-1}]}`:                             "a delay of -1 ns",
		`{"do":[{"op":"set_timer","timer":"beat","after_ns":1e30}]}`:                           "a delay of 1e30 ns: want whole nanoseconds",
		`{"do":[{"op":"broadcast","message":{"kind":"ack"}}]}`:                                 `the kind "ack", which was not declared`,
		`{"do":[{"op":"broadcast","message":{"kind":"claim","leader":1}}]}`:                    "claim lacks the field seen",
		`{"do":[{"op":"broadcast","message":{"kind":"claim","leader":-1,"seen":[]}}]}`:         "claim.leader: want id, got \"-1\"",
		`{"do":[{"op":"broadcast","message":{"kind":"claim","leader":4294967296,"seen":[]}}]}`: "claim.leader: want id",
		`{"do":[{"op":"broadcast","message":{"kind":"claim","leader":1,"seen":[],"x":1}}]}`:    "the field x, which was not declared",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			_, breach := boot(t, command(t, mode))
			if breach == nil || !strings.Contains(breach.Error(), want) {
				t.Fatalf("got %v, want %q", breach, want)
			}
			if breach.Node != 3 || breach.At != 2e9 {
				t.Errorf("at node %v, %v", breach.Node, breach.At)
			}
		})
	}
}

// TestAProgramThatReadsAClockIsTold, and one that does not is not.
func TestAProgramThatReadsAClockIsTold(t *testing.T) {
	var d Declaration
	if err := strict([]byte(describes), &d); err != nil {
		t.Fatal(err)
	}
	if err := command(t, "well").Steady(d); err != nil {
		t.Error(err)
	}
	if err := command(t, "clock").Steady(d); err == nil || !strings.Contains(err.Error(), "reads a clock") {
		t.Errorf("got %v", err)
	}
}

// TestALineThatNobodyAskedForIsNoticed at the next call.
func TestALineThatNobodyAskedForIsNoticed(t *testing.T) {
	a, _, err := Open(command(t, "twice"))
	if err != nil {
		t.Fatal(err)
	}
	maker, err := a.New(protocol.Config{Detection: protocol.Detection{Interval: time.Second, Misses: 3}})
	if err != nil {
		t.Fatal(err)
	}
	m := maker()
	defer m.(protocol.Closer).Close()
	var env protocol.Env
	env.Driver().Enter(protocol.Facts{Self: 3, View: view{}})
	m.Start(&env, nil)
	m.Fire(&env, 0)
	if b := env.Driver().Broken(); b == nil || !strings.Contains(b.Did, "though nothing was asked") {
		t.Errorf("got %v", b)
	}
}

// TestAHangEnds: a program that gives no answer is killed.
func TestAHangEnds(t *testing.T) {
	c := command(t, "hangs")
	a, _, err := Open(c)
	if err != nil {
		t.Fatal(err)
	}
	_ = a
	c.Patience = 200 * time.Millisecond
	b := hang(t, c)
	if b == nil || !strings.Contains(b.Did, "gives no answer within 200ms") {
		t.Errorf("got %v", b)
	}
}

// hang starts a node of a child that was declared before, so that only the hang has so little time.
func hang(t *testing.T, c Command) *protocol.Breach {
	t.Helper()
	var d Declaration
	if err := strict([]byte(describes), &d); err != nil {
		t.Fatal(err)
	}
	a, err := c.Declared(d)
	if err != nil {
		t.Fatal(err)
	}
	maker, _ := a.New(protocol.Config{Detection: protocol.Detection{Interval: time.Second, Misses: 3}})
	m := maker()
	defer m.(protocol.Closer).Close()
	var env protocol.Env
	env.Driver().Enter(protocol.Facts{Self: 3, View: view{}})
	m.Start(&env, nil)
	return env.Driver().Broken()
}

// TestWrongDeclarationsAreRefused when a program is opened.
func TestWrongDeclarationsAreRefused(t *testing.T) {
	change := func(old, new string) string { return strings.Replace(describes, old, new, 1) }
	for declares, want := range map[string]string{
		change(`"bellwether":1`, `"bellwether":2`):                                             "this version speaks 1",
		change(`smallest-id`, `worst`):                                                         `goal "worst"`,
		change(`"needs":"neighbours"`, `"needs":"luck"`):                                       `needs "luck"`,
		change(`"30s"`, `"soon"`):                                                              `settles "soon"`,
		change(`["beat"]`, `["beat","beat"]`):                                                  `timer "beat"`,
		change(`"class":"election"`, `"class":"hello"`):                                        `class "hello"`,
		change(`"type":"[id]"`, `"type":"[[id]]"`):                                             `the type "[[id]]"`,
		change(`"name":"leader"`, `"name":"kind"`):                                             `field "kind"`,
		change(`"timers"`, `"hears":["x"],"timers"`):                                           `hears "x"`,
		change(`"timers"`, `"colour":"red","timers"`):                                          `unknown field "colour"`,
		change(`"timers"`, `"about":"red \u001b[31m","timers"`):                                "want a sentence",
		change(`"timers"`, `"about":"two\nlines","timers"`):                                    "want a sentence",
		change(`{"name":"leader","type":"id"}`, many(101, `{"name":"f%d","type":"id"}`)):       "102 fields: at most 100",
		change(`"timers"`, `"params":[`+many(101, `{"name":"p%d"}`)+`],"timers"`):              "101 parameters: at most 100",
		change(`"timers"`, `"params":[{"name":"t","type":"duration","default":"x"}],"timers"`): "the default of a parameter",
	} {
		if _, _, err := Open(command(t, "describes "+declares)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", declares, err, want)
		}
	}
}

// many is so many items of a list, numbered.
func many(n int, item string) string {
	var items []string
	for i := range n {
		items = append(items, fmt.Sprintf(item, i))
	}
	return strings.Join(items, ",")
}

// TestContentChangesWithTheFile: two results are of one program only if its file is the same.
func TestContentChangesWithTheFile(t *testing.T) {
	dir := t.TempDir()
	c := Command{Name: "mine", Words: []string{"python3", "mine.py"}, Dir: dir}
	content := func(text string) string {
		if err := os.WriteFile(dir+"/mine.py", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		files, err := c.Read()
		if err != nil {
			t.Fatal(err)
		}
		return c.Content(files)
	}
	a, b, again := content("a"), content("b"), content("a")
	if a == b || a != again {
		t.Errorf("%s, %s, %s", a, b, again)
	}
	if err := os.WriteFile(dir+"/bellwether.py", []byte("help"), 0o600); err != nil {
		t.Fatal(err)
	}
	if content("a") == a {
		t.Error("the helper beside it is not part of it")
	}
	c.More = []string{"gone.txt"}
	if _, err := c.Read(); err == nil {
		t.Error("a file that is not there is accepted")
	}
}
