package trace

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bellwether/protocol"
)

const header = `{"trace":"bellwether","version":1,"scenario":"s","algorithm":"a","seed":1,"kinds":{"election":1}}` + "\n"

func TestBadFilesAreRefusedWithTheirPlace(t *testing.T) {
	boot := `{"at_ns":5,"record":"boot","node":1,"incarnation":1}` + "\n"
	send := func(what string) string {
		return header + `{"at_ns":0,"record":"send","node":1,"to":0,` + what + `}`
	}
	for name, c := range map[string]struct{ text, want string }{
		"empty":          {"", "f:1: the file is empty"},
		"only blanks":    {"\n  \n", "f:3: the file is empty"},
		"gzip":           {"\x1f\x8b\x08\x00", "f:1: the gzip file is cut off: copy or download it again"},
		"no JSON":        {"hello\n", "f:1: not a JSON object"},
		"other JSON":     {`{"a":1}`, `f:1: not a trace`},
		"no trace":       {`{"version":1}`, `f:1: not a trace: the first line has no "trace":"bellwether"`},
		"other trace":    {`{"trace":"ns2","version":1}`, "f:1: not a trace"},
		"newer":          {`{"trace":"bellwether","version":3}`, "f:1: the trace has version 3, this program reads 1 to 2"},
		"same name":      {`{"trace":"bellwether","version":1,"kinds":{"a":1,"a":2}}`, `f:1: two kinds of message are called "a"`},
		"no kind":        {`{"trace":"bellwether","version":1,"kinds":{"a":256}}`, `f:1: "kinds" cannot be 256`},
		"a record first": {boot, `f:1: not a trace`},

		"cut off":         {header + boot + `{"at_ns":6,"record":"boot","no`, "f:3: not JSON"},
		"cut off earlier": {header + `{"at_ns":6`, "f:2: the object does not end"},
		"cut at a comma":  {header + `{"at_ns":6,`, "f:2: not JSON: unexpected EOF"},
		"cut at a colon":  {header + `{"at_ns":`, `f:2: not JSON at key "at_ns": unexpected EOF`},
		"cut in an index": {header + `{"at_ns":1,"record":"electing","node":1,"computation":{"num":`, "f:2: not JSON"},
		"two on a line":   {header + strings.TrimSpace(boot) + boot, "f:2: something follows the object"},
		"an array":        {header + `[1]`, "f:2: not a JSON object"},
		"backwards":       {header + boot + strings.Replace(boot, ":5", ":4", 1), "f:3: time runs backwards, from 5ns to 4ns"},
		"before time":     {header + strings.Replace(boot, ":5", ":-1", 1), "f:2: time runs backwards"},
		"no instant":      {header + `{"record":"end"}`, `f:2: a record needs "at_ns" and "record"`},
		"no record":       {header + `{"at_ns":1}`, `f:2: a record needs "at_ns" and "record"`},
		"unknown record":  {header + `{"at_ns":1,"record":"party"}`, `f:2: unknown kind of record "party"`},
		"key too early":   {header + `{"at_ns":1,"node":1,"record":"boot"}`, `f:2: key "node" stands before the kind`},
		"unknown key":     {header + `{"at_ns":1,"record":"boot","nod":1}`, `f:2: unknown key "nod" for a record of kind boot`},
		"other's key":     {header + `{"at_ns":1,"record":"boot","leader":1}`, `f:2: unknown key "leader"`},
		"key twice":       {header + `{"at_ns":1,"record":"boot","node":1,"node":1}`, `f:2: key "node" comes twice`},
		"record twice":    {header + `{"at_ns":1,"record":"boot","record":"boot"}`, `f:2: unknown key "record"`},
		"missing key":     {header + `{"at_ns":1,"record":"boot","node":1}`, `f:2: a record of kind boot needs "incarnation"`},
		"null":            {header + `{"at_ns":1,"record":"boot","node":null}`, `f:2: "node" is null`},
		"negative node":   {header + `{"at_ns":1,"record":"boot","node":-1}`, `f:2: "node" cannot be -1`},
		"large node":      {header + `{"at_ns":1,"record":"boot","node":4294967296}`, `f:2: "node" cannot be 4294967296`},
		"half an instant": {header + `{"at_ns":1.5,"record":"end"}`, `f:2: "at_ns" cannot be 1.5`},
		"unknown reason":  {header + `{"at_ns":1,"record":"crash","node":1,"why":"fate"}`, `f:2: "why" cannot be "fate"`},
		"unknown message": {send(`"message":"hello"`), `f:2: the header has no message "hello"`},
		"bad kind":        {send(`"message":"kind-999"`), `f:2: the header has no message "kind-999"`},
		"unknown class":   {send(`"class":"gossip"`), `f:2: "class" cannot be "gossip"`},
		"bad index":       {header + `{"at_ns":1,"record":"electing","node":1,"computation":[1,2]}`, `f:2: "computation": not a JSON object`},
		"part of index":   {header + `{"at_ns":1,"record":"electing","node":1,"computation":{"id":2}}`, `f:2: "computation": unknown part "id"`},
	} {
		err := Read(strings.NewReader(c.text), "f", func(*Header, *Line) error { return nil })
		if err == nil || !strings.HasPrefix(err.Error(), "trace: "+c.want) {
			t.Errorf("%s: got %v, want trace: %s…", name, err, c.want)
		}
	}
}

// Of every kind, each key is needed, once, and with a value of its type.
func TestEveryKeyIsNeeded(t *testing.T) {
	whole := written(t, options(t), everything()...)
	first, _, _ := strings.Cut(whole, "\n")
	refused := func(line string) string {
		err := Read(strings.NewReader(first+"\n"+line), "f", func(*Header, *Line) error { return nil })
		if err == nil || !strings.HasPrefix(err.Error(), "trace: f:2: ") {
			t.Errorf("%s: %v", line, err)
			return ""
		}
		return err.Error()
	}
	for _, r := range everything() {
		line := strings.Split(written(t, options(t), r), "\n")[1]
		for _, c := range r.Kind.layout() {
			at := strings.Index(line, `,"`+c.key+`":`)
			if at < 0 && c.unsaid {
				continue
			}
			rest := line[at+len(c.key)+4:]
			end := strings.Index(rest, `,"`)
			if c.field == fieldComputation || c.field == fieldContent {
				end = strings.Index(rest, "}") + 1
				if c.field == fieldContent {
					end = len(rest) - 1
				}
			}
			if end < 0 {
				end = len(rest) - 1
			}
			before, own, after := line[:at], line[at:len(line)-len(rest)+end], rest[end:]
			if c.unsaid {
				if _, lines := read(t, header+before+after); r.Kind != Capability && lines[0].Record.Frame != 0 || r.Kind == Capability && lines[0].Record.Name != "" {
					t.Errorf("without %s: %+v", c.key, lines[0].Record)
				}
			} else if why := refused(before + after); !strings.Contains(why, "needs "+strconv.Quote(c.key)) {
				t.Errorf("without %s: %s", c.key, why)
			}
			if why := refused(before + own + own + after); !strings.Contains(why, "comes twice") {
				t.Errorf("with %s twice: %s", c.key, why)
			}
			if c.field != fieldContent {
				refused(before + `,"` + c.key + `":true` + after)
				refused(before + `,"` + c.key + `":["x"]` + after)
			}
		}
	}
}

func TestBlankLinesAndLineEndingsDoNotMatter(t *testing.T) {
	text := strings.ReplaceAll(header, "\n", "\r\n") + "\n\r\n" + `  {"at_ns":1,"record":"end"}`
	_, lines := read(t, text)
	if len(lines) != 1 || lines[0].Number != 4 || lines[0].Record.Kind != End {
		t.Errorf("read %+v", lines)
	}
}

// A file of one endless line must not fill the memory.
func TestLineLengthIsBounded(t *testing.T) {
	endless := io.MultiReader(strings.NewReader(header), zeros{})
	err := Read(endless, "f", func(*Header, *Line) error { return nil })
	if err == nil || err.Error() != "trace: f:2: the line is longer than 1048576 bytes" {
		t.Errorf("got %v", err)
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = '0'
	}
	return len(b), nil
}

type broken struct{}

var errBroken = errors.New("cable cut")

func (broken) Read([]byte) (int, error) { return 0, errBroken }

func TestReadErrorsAreTold(t *testing.T) {
	err := Read(io.MultiReader(strings.NewReader(header), broken{}), "f", nil)
	if !errors.Is(err, errBroken) || !strings.HasPrefix(err.Error(), "trace: f:2: ") {
		t.Errorf("got %v", err)
	}
}

func TestVisitorsErrorStopsReading(t *testing.T) {
	stop, visits := errors.New("enough"), 0
	err := Read(strings.NewReader(written(t, options(t), everything()...)), "f", func(*Header, *Line) error {
		visits++
		return stop
	})
	if !errors.Is(err, stop) || visits != 1 {
		t.Errorf("%d visits, %v", visits, err)
	}
}

// Any bytes give records or an error with its place; records that were accepted are
// accepted again when they are written anew.
func FuzzRead(f *testing.F) {
	f.Add([]byte(""))
	f.Add([]byte(header))
	f.Add([]byte(written(f, options(f), everything()...)))
	f.Add([]byte(header + `{"at_ns":1,"record":"send","node":1,"to":0,"message":"kind-9","class":"probe","bytes":1,"frame":1,"content":{"a":[{}],"b":{"message":"x"}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var records []Record
		err := Read(strings.NewReader(string(text)), "f", func(_ *Header, l *Line) error {
			records = append(records, l.Record)
			tell(l)
			return nil
		})
		if err != nil {
			if !strings.HasPrefix(err.Error(), "trace: f:") {
				t.Fatalf("no place in %v", err)
			}
			return
		}
		again := 0
		err = Read(strings.NewReader(written(t, WriterOptions{}, records...)), "g", func(_ *Header, l *Line) error {
			if l.Record.Kind != records[again].Kind || l.Record.At != records[again].At {
				t.Fatalf("record %d came back as %+v", again, l.Record)
			}
			again++
			return nil
		})
		if err != nil || again != len(records) {
			t.Fatalf("%d of %d records came back: %v", again, len(records), err)
		}
	})
}

// The content of a line outlives the line: Show keeps it for later receptions.
func TestContentsOutliveTheirLines(t *testing.T) {
	r, err := NewReader(strings.NewReader(header+
		`{"at_ns":0,"record":"send","node":1,"to":0,"message":"election","class":"election","bytes":1,"frame":1,"content":{"a":1}}`+"\n"+
		strings.Repeat(`{"at_ns":0,"record":"boot","node":12345,"incarnation":1}`+"\n", 2000)), "f")
	if err != nil {
		t.Fatal(err)
	}
	line, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	content := line.Content
	for err == nil {
		_, err = r.Next()
	}
	if string(content) != `{"a":1}` {
		t.Errorf("the content became %s", content)
	}
}

// A live agent may begin before its instant 0, if the epoch is in the future. Its instants
// are below 0 until then, and in order.
func TestLiveTracesBeginBeforeTimeZero(t *testing.T) {
	const live = `{"trace":"bellwether","version":1,"zero_unix_ns":1795359714000000000}` + "\n"
	const early = `{"at_ns":-7,"record":"boot","node":1,"incarnation":1}` + "\n"
	var at []protocol.Time
	err := Read(strings.NewReader(live+early+strings.Replace(early, "-7", "2", 1)), "f", func(_ *Header, l *Line) error {
		at = append(at, l.Record.At)
		return nil
	})
	if err != nil || !slices.Equal(at, []protocol.Time{-7, 2}) {
		t.Errorf("read %v: %v", at, err)
	}
	err = Read(strings.NewReader(live+early+strings.Replace(early, "-7", "-8", 1)), "f", func(*Header, *Line) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "f:3: time runs backwards, from -7ns to -8ns") {
		t.Errorf("backwards: %v", err)
	}
}

// A filter without From shows what an agent did before its instant 0.
func TestShowBeginsBeforeTimeZero(t *testing.T) {
	var b strings.Builder
	text := `{"trace":"bellwether","version":1,"zero_unix_ns":1795359714000000000}` + "\n" + `{"at_ns":-7000000,"record":"boot","node":1,"incarnation":1}` + "\n"
	if err := Show(&b, strings.NewReader(text), "f", Filter{}); err != nil || !strings.Contains(b.String(), "-0.007s") {
		t.Errorf("%v: shown\n%s", err, b.String())
	}
}
