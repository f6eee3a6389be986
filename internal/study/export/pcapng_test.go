package export_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bellwether/internal/formats/export/pcapng"
	"bellwether/internal/formats/export/source"
	"bellwether/internal/study/export"
	"bellwether/internal/study/registry"
	"bellwether/protocol"
	"bellwether/trace"
)

// A packet is a packet of a capture, as another program shows it.
type packet struct {
	ns                            int64
	device, direction, comment    string
	event, reason, class, attempt int
	sender, receiver, frame       uint64
	bytes                         int
	message, values               string
}

// expected are the packets that a capture of a trace has.
func expected(lines []trace.Line, host func(protocol.ID) string) (all []packet) {
	type speech struct{ message, values string }
	said := map[uint64]speech{}
	for i := range lines {
		r := &lines[i].Record
		one := packet{ns: int64(r.At), device: host(r.Node), direction: "1", reason: int(r.Why), class: int(r.Class), frame: r.Frame, bytes: int(r.Bytes)}
		switch r.Kind {
		case trace.Send:
			var values []string
			for _, f := range source.Fields(lines[i].Content) {
				if f.Path == "index.num" {
					values = append(values, f.String())
				}
			}
			said[r.Frame] = speech{lines[i].Message, strings.Join(values, ",")}
			continue
		case trace.Transmit:
			one.event, one.direction, one.sender, one.receiver, one.attempt = 1, "2", uint64(r.Node), uint64(r.Peer), int(r.Value)
		case trace.Receive:
			one.event, one.sender, one.receiver = 2, uint64(r.Peer), uint64(r.Node)
		case trace.Lost:
			one.event, one.sender, one.receiver, one.comment = 3, uint64(r.Peer), uint64(r.Node), "lost: "+r.Why.String()
			if r.Node == r.Peer {
				one.direction, one.receiver, one.comment = "2", 0, "given up: "+r.Why.String()
			}
		default:
			continue
		}
		if r.Kind != trace.Transmit || r.Why != trace.WhyAck {
			one.message, one.values = said[r.Frame].message, said[r.Frame].values
		}
		all = append(all, one)
	}
	return all
}

func unnamed(id protocol.ID) string { return "node-" + id.String() }

// dissector writes Wireshark's program to a file.
func dissector(t *testing.T) string {
	t.Helper()
	reg, err := registry.New(registry.Own{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := pcapng.Dissector(&b, reg.Messages()); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "bellwether.lua")
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// tshark reads a capture by Wireshark's own code, and returns the fields of each packet. It
// skips the test where tshark is not installed; .ci/exports installs it.
func tshark(t *testing.T, capture []byte, fields ...string) (rows [][]string) {
	t.Helper()
	if _, err := exec.LookPath("tshark"); err != nil {
		if os.Getenv("BELLWETHER_TSHARK") != "" {
			t.Fatal(err)
		}
		t.Skip("tshark is not installed: .ci/exports has it")
	}
	name := filepath.Join(t.TempDir(), "t.pcapng")
	if err := os.WriteFile(name, capture, 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"-r", name, "-X", "lua_script:" + dissector(t), "-T", "fields", "-E", "separator=|"}
	for _, f := range fields {
		args = append(args, "-e", f)
	}
	var said bytes.Buffer
	command := exec.Command("tshark", args...)
	command.Stderr = &said
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, said.String())
	}
	for row := range strings.Lines(string(out)) {
		rows = append(rows, strings.Split(strings.TrimSuffix(row, "\n"), "|"))
	}
	return rows
}

// Wireshark reads every frame of the trace, in order, with its interface, instant, direction and
// the fields of its message under their names.
func TestWiresharkReadsCaptures(t *testing.T) {
	if testing.Short() {
		t.Skip("Wireshark takes a second to begin")
	}
	text, _ := recorded(t)
	want := expected(records(t, text), unnamed)
	rows := tshark(t, whole(t, text, export.PCAPNG), "frame.time_epoch", "frame.interface_name", "frame.packet_flags_direction", "frame.comment",
		"bellwether.event", "bellwether.reason", "bellwether.class", "bellwether.attempt", "bellwether.sender", "bellwether.receiver",
		"bellwether.frame", "bellwether.bytes", "bellwether.message", "bellwether.election.index.num", "_ws.malformed", "_ws.lua.error", "bellwether.field")
	if len(rows) != len(want) {
		t.Fatalf("%d packets, want %d", len(rows), len(want))
	}
	said, lost := 0, 0
	for i, w := range want {
		attempt, index := "", ""
		if w.attempt > 0 {
			attempt = strconv.Itoa(w.attempt)
		}
		if w.message == "election" {
			said++
			index = w.values
		}
		if w.event == 3 {
			lost++
		}
		row := []string{fmt.Sprintf("%d.%09d", w.ns/1e9, w.ns%1e9), w.device, "0x0000000" + w.direction, w.comment, strconv.Itoa(w.event), strconv.Itoa(w.reason),
			strconv.Itoa(w.class), attempt, fmt.Sprint(w.sender), fmt.Sprint(w.receiver), fmt.Sprint(w.frame), strconv.Itoa(w.bytes), w.message, index, "", "", ""}
		if !slices.Equal(rows[i], row) {
			t.Fatalf("packet %d:\n got %q\nwant %q", i+1, rows[i], row)
		}
	}
	if said < 20 || lost < 20 {
		t.Errorf("only %d packets of elections and %d losses", said, lost)
	}
}

// A capture is whole blocks, each with its length at both ends, with an interface for each node
// and a packet for each record that a radio could see: by the specification's definitions alone.
func TestCapturesAreWholeBlocks(t *testing.T) {
	text, _ := recorded(t)
	for name, trace := range map[string][]byte{"walk": text, "hostile names": named(t)} {
		counts := map[uint32]int{}
		rest := whole(t, trace, export.PCAPNG)
		for len(rest) > 0 {
			kind, length := binary.LittleEndian.Uint32(rest), binary.LittleEndian.Uint32(rest[4:])
			if length%4 != 0 || int(length) > len(rest) || binary.LittleEndian.Uint32(rest[length-4:]) != length {
				t.Fatalf("%s: a block of type %d and %d bytes", name, kind, length)
			}
			if kind == 6 {
				options := rest[28+(binary.LittleEndian.Uint32(rest[20:])+3)/4*4 : length-4]
				for code := uint16(1); code != 0; {
					code = binary.LittleEndian.Uint16(options)
					options = options[4+(int(binary.LittleEndian.Uint16(options[2:]))+3)/4*4:]
				}
				if len(options) != 0 {
					t.Fatalf("%s: %d bytes behind the options", name, len(options))
				}
			}
			counts[kind]++
			rest = rest[length:]
		}
		nodes := map[protocol.ID]bool{}
		for _, l := range records(t, trace) {
			nodes[l.Record.Node] = true
		}
		delete(nodes, protocol.Nobody)
		if packets := len(expected(records(t, trace), unnamed)); counts[0x0A0D0D0A] != 1 || counts[1] != len(nodes) || counts[6] != packets || len(counts) != 3 {
			t.Errorf("%s: blocks by type %v, want %d nodes, %d packets", name, counts, len(nodes), packets)
		}
	}
}

// Wireshark takes the name of an agent only as a name, whatever it contains.
func TestWiresharkReadsHostileNames(t *testing.T) {
	if testing.Short() {
		t.Skip("Wireshark takes a second to begin")
	}
	names := map[string]bool{}
	for _, row := range tshark(t, whole(t, named(t), export.PCAPNG), "frame.interface_name", "bellwether.event") {
		if row[1] != "1" && row[1] != "2" {
			t.Errorf("packet %q", row)
		}
		names[row[0]] = true
	}
	if len(names) != len(hostile) {
		t.Errorf("interfaces %v", names)
	}
}

// Messages of a program's own algorithm, with any names and fields, give a dissector that
// Wireshark loads. A field that has two types in two messages of one name is shown as text.
func TestDissectorOfAnyMessages(t *testing.T) {
	var b bytes.Buffer
	err := pcapng.Dissector(&b, []protocol.MessageKind{{Message: odd{}, Name: "odd \"]]name\n"}, {Message: one{}, Name: "twice"}, {Message: two{}, Name: "twice"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`["odd \"]]name\n.weight"] = {field = ProtoField.double("bellwether.odd____name_.weight", "weight"), type = 2}`,
		`["odd \"]]name\n.members.id"] = {field = ProtoField.int64("bellwether.odd____name_.members.id", "members.id"), type = 1}`,
		`["twice.x"] = {field = ProtoField.string("bellwether.twice.x", "x"), type = 3}`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("there is no %s in\n%s", want, b.String())
		}
	}
}

type odd struct {
	Weight  float64
	Members []protocol.Capability
}

func (odd) Kind() protocol.Kind                        { return 201 }
func (m odd) Fields(w *protocol.Wire) protocol.Message { return protocol.Done(w, m) }

type one struct{ X string }

func (one) Kind() protocol.Kind                        { return 202 }
func (m one) Fields(w *protocol.Wire) protocol.Message { return protocol.Done(w, m) }

type two struct{ X uint32 }

func (two) Kind() protocol.Kind                        { return 203 }
func (m two) Fields(w *protocol.Wire) protocol.Message { return protocol.Done(w, m) }
