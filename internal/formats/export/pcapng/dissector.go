package pcapng

import (
	_ "embed"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"bellwether/internal/formats/export/source"
	"bellwether/protocol"
	"bellwether/trace"
)

//go:embed dissector.lua
var program string

// A listing is what the template needs. Texts are words of Lua.
type listing struct {
	Version, Lost         int
	Events, Whys, Classes []numbered
	Fields                []luaField
}

type numbered struct {
	Number int
	Name   string
}

type luaField struct {
	Key, Abbrev, Label, Maker string
	Type                      source.Type
}

// Dissector writes the program that shows captures in Wireshark, with the messages that it
// shall know. Names and types of their fields are found by writing one of each as a trace does.
func Dissector(w io.Writer, kinds []protocol.MessageKind) error {
	l := listing{Version: layoutVersion, Lost: eventLost}
	for number, kind := range events {
		if number > 0 {
			l.Events = append(l.Events, numbered{number, quoted(kind.String())})
		}
	}
	for why := trace.NoReason + 1; why.String() != "unknown"; why++ {
		l.Whys = append(l.Whys, numbered{int(why), quoted(why.String())})
	}
	for class := range protocol.Classes {
		l.Classes = append(l.Classes, numbered{int(class), quoted(class.String())})
	}
	types, err := typesOf(kinds)
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(types)) {
		_, path, _ := strings.Cut(key, ".")
		l.Fields = append(l.Fields, luaField{quoted(key), quoted("bellwether." + filterable(key)), quoted(path), makers[types[key]], types[key]})
	}
	page, err := template.New("dissector").Parse(program)
	if err != nil {
		return err
	}
	return page.Execute(w, l)
}

// makers are the functions of Wireshark that make a field of a type.
var makers = map[source.Type]string{source.Int: "int64", source.Real: "double", source.Text: "string", source.Bool: "bool"}

// quoted is a text of Lua. Names come from code, and from that of users.
func quoted(text string) string { return strconv.QuoteToASCII(text) }

// filterable makes a name of a field that Wireshark takes: letters, digits, "-", "_" and ".".
func filterable(name string) string {
	return strings.Map(func(r rune) rune {
		if r < 128 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.", r)) {
			return r
		}
		return '_'
	}, name)
}

// typesOf finds the type of each field, by the message's name, a dot, and the path. A field that
// has another type in another message of that name is shown as text.
func typesOf(kinds []protocol.MessageKind) (map[string]source.Type, error) {
	types := map[string]source.Type{}
	for _, k := range kinds {
		content, err := specimen(k)
		if err != nil {
			return nil, fmt.Errorf("export: message %s: %w", k.Name, err)
		}
		for _, f := range content {
			key := k.Name + "." + f.Path
			if before, known := types[key]; known && before != f.Type {
				f.Type = source.Text
			}
			types[key] = f.Type
		}
	}
	return types, nil
}
