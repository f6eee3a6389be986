package source_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/formats/export/source"
	"bellwether/protocol"
)

func TestFieldsArePathsAndValues(t *testing.T) {
	for content, want := range map[string]string{
		`{"index":{"num":3,"source":7},"retry":true,"loss":0.5,"name":"a\nb","members":[{"id":1},{"id":2}],"none":null,"empty":[]}`://
		"index.num=3(1) index.source=7(1) retry=true(4) loss=0.5(2) name=a\nb(3) members.id=1(1) members.id=2(1)",
		`{"big":18446744073709551615,"least":-9223372036854775808}`: "big=1.8446744073709552e+19(2) least=-9223372036854775808(1)",
		`{"huge":1e999}`:    "huge=1e999(3)",
		`{"cut":1,"then":{`: "cut=1(1)",
		`null`:              "",
		`nonsense`:          "",
		``:                  "",
		`7`:                 "=7(1)",
	} {
		var got []string
		for _, f := range source.Fields(json.RawMessage(content)) {
			got = append(got, fmt.Sprintf("%s=%s(%d)", f.Path, f, f.Type))
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s\n got %s\nwant %s", content, text, want)
		}
	}
}

// What a message can make a viewer show is bounded, and is text.
func TestFieldsAreBounded(t *testing.T) {
	list := source.Fields(json.RawMessage(`{"members":[` + strings.Repeat("1,", 9999) + `1]}`))
	deep := source.Fields(json.RawMessage(strings.Repeat(`{"a":`, 100) + "1" + strings.Repeat("}", 100)))
	long := source.Fields(json.RawMessage(`{"` + strings.Repeat("ü", 500) + `":"` + strings.Repeat("\U0001F600", 500) + `"}`))
	if len(list) != 256 || len(deep) != 0 || len(long) != 1 || len(long[0].Path) != 200 || len(long[0].Text) != 200 {
		t.Errorf("%d of a list, %d of JSON in JSON, %+v", len(list), len(deep), long)
	}
	odd := source.Fields(json.RawMessage(`{"x":"` + "a" + strings.Repeat("ü", 500) + `"}`))
	if text := odd[0].Text; len(text) != 199 || strings.ToValidUTF8(text, "?") != text {
		t.Errorf("cut within a character: %q", text)
	}
}

func TestRecentForgetsTheOldest(t *testing.T) {
	r := source.NewRecent[int](3)
	for frame := range uint64(5) {
		forgotten, full := r.Put(frame, int(frame)*10)
		if want := int(frame) - 3; full != (want >= 0) || full && forgotten != want*10 {
			t.Errorf("frame %d: forgets %d, %v", frame, forgotten, full)
		}
	}
	if _, full := r.Put(3, 31); full {
		t.Error("a frame that is there makes another forgotten")
	}
	if _, known := r.Of(1); known {
		t.Error("frame 1 is not forgotten")
	}
	var all []int
	for _, frame := range []uint64{2, 3, 4} {
		v, _ := r.Of(frame)
		all = append(all, v)
	}
	if !slices.Equal(all, []int{20, 31, 40}) {
		t.Errorf("remembered are %v", all)
	}
}

func TestWindows(t *testing.T) {
	for want, of := range map[source.Place][]struct {
		window source.Window
		at     int64
	}{
		source.Before: {{source.Window{From: 5}, 4}, {source.Window{From: 5}, -4}},
		source.Within: {{source.Window{}, -4}, {source.Window{}, 4}, {source.Window{From: 5}, 5}, {source.Window{To: 5}, 4}, {source.Window{To: 5}, -1}},
		source.After:  {{source.Window{To: 5}, 5}, {source.Window{From: 1, To: 5}, 6}},
	} {
		for _, one := range of {
			if one.window.Place(protocol.Time(one.at)) != want {
				t.Errorf("%d is not %d in %+v", one.at, want, one.window)
			}
		}
	}
}
