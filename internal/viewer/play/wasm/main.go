//go:build js && wasm

// Command wasm runs an interactive world in a browser: `bellwether play --static` puts it into
// its page. It takes the requests of package play from the page's worker, and has no network.
//
// The worker gives it a scenario as bellwetherWorld, {name, text, lesson}, and it gives the worker the
// function bellwetherAsk(method, path, body, answer), where answer is called with the code of the
// reply, whether it is packed by gzip, and its bytes. It calls bellwetherReady("") when it
// is ready, or with what is wrong.
package main

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"syscall/js"

	"bellwether/internal/viewer/lesson"
	"bellwether/internal/viewer/play"
	"bellwether/scenarios"
)

func main() {
	world := js.Global().Get("bellwetherWorld")
	player, err := begin(world.Get("name").String(), world.Get("text").String(), world.Get("lesson").String())
	if err != nil {
		js.Global().Call("bellwetherReady", err.Error())
		return
	}
	handler := player.Handler()
	js.Global().Set("bellwetherAsk", js.FuncOf(func(_ js.Value, args []js.Value) any {
		method, path, body, answer := args[0].String(), args[1].String(), args[2].String(), args[3]
		go func() { // a function of JavaScript must not wait
			reply := ask(handler, method, path, body)
			all := js.Global().Get("Uint8Array").New(reply.body.Len())
			js.CopyBytesToJS(all, reply.body.Bytes())
			answer.Invoke(reply.code, reply.header.Get("Content-Encoding") == "gzip", all)
		}()
		return nil
	}))
	js.Global().Call("bellwetherReady", "")
	select {} // requests come until the page is closed
}

// begin plays a scenario given as text, a lesson, or a scenario that comes with bellwether.
func begin(name, text, lecture string) (*play.Player, error) {
	if lecture == "" {
		if text == "" {
			built, is := scenarios.Source(name)
			if !is {
				return nil, fmt.Errorf("there is no world %q", name)
			}
			text = string(built)
		}
		return play.Alone(name, []byte(text))
	}
	l, err := lesson.Load(lecture)
	if err != nil {
		return nil, err
	}
	outline, err := l.Outline()
	if err != nil {
		return nil, err
	}
	if text == "" {
		text = l.Scenario
	}
	changes := make([][]string, len(l.Changes))
	for i := range l.Changes {
		changes[i] = l.Changes[i].Set
	}
	return play.AloneIn(play.Base{Scenario: l.Name + ".yaml", Text: []byte(text), Lesson: outline}, changes)
}

// ask asks a handler.
func ask(handler http.Handler, method, path, body string) *reply {
	to := &reply{code: http.StatusOK, header: http.Header{}}
	r, err := http.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
	if err != nil {
		to.code = http.StatusBadRequest
		return to
	}
	r.Header.Set("Content-Type", "application/json")
	handler.ServeHTTP(to, r)
	return to
}

// A reply is what a handler wrote.
type reply struct {
	code   int
	header http.Header
	body   bytes.Buffer
}

func (r *reply) Header() http.Header         { return r.header }
func (r *reply) WriteHeader(code int)        { r.code = code }
func (r *reply) Write(b []byte) (int, error) { return r.body.Write(b) }
