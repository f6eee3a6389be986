package play

import (
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/viewer"
)

// mostAsked bounds a request, in bytes: a partition of a thousand nodes has room.
const mostAsked = 64 << 10

// Handler serves the page, its films and the session:
//
//	GET  /play/state         a [State]
//	GET  /play/session.yaml  the session as a scenario
//	POST /play/do            {"revision": 3, "action": an [Action]}
//	POST /play/undo          {"revision": 3}
//	POST /play/redo          {"revision": 3}
//	POST /play/begin         {"revision": 3, "scenario": "ten-nodes", "algorithm": "bully", "seed": 7}
//	POST /play/turn          {"revision": 3, "knob": "range", "value": 120}: run again with another value of a [Knob]
//	POST /play/begin         {"revision": 3, "change": 2}: the lesson with its second change
//
// A change is answered by the State after it, or by 409 if the session has another revision
// than the page shows, or by 400 and the reason in a line. The film is made in the background:
// the page asks for the State until the film is whole.
//
// Requests must be for this machine by its own name, and changes must come from the page itself:
// their Content-Type is JSON, which another site's page cannot send unasked, and their Origin, if
// the browser states it, is the page's.
func (p *Player) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /play/state", func(w http.ResponseWriter, _ *http.Request) { p.answer(w) })
	mux.HandleFunc("GET /play/session.yaml", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/yaml")
		w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", p.State().Scenario+"-played.yaml"))
		_, _ = w.Write(p.Text())
	})
	change := func(path string, by func(*http.Request, *asked) error) {
		mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
			var a asked
			if err := a.read(w, r); err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
				return
			}
			err := by(r, &a)
			switch {
			case errors.As(err, new(staleError)):
				http.Error(w, err.Error(), http.StatusConflict)
			case err != nil:
				http.Error(w, plain(err), http.StatusBadRequest)
			default:
				p.answer(w)
			}
		})
	}
	change("/play/do", func(r *http.Request, a *asked) error { return p.Do(r.Context(), a.Revision, a.Action) })
	change("/play/undo", func(_ *http.Request, a *asked) error { return p.Undo(a.Revision) })
	change("/play/redo", func(_ *http.Request, a *asked) error { return p.Redo(a.Revision) })
	change("/play/turn", func(_ *http.Request, a *asked) error { return p.Turn(a.Revision, a.Knob, a.Value) })
	change("/play/begin", func(_ *http.Request, a *asked) error {
		if a.Change != 0 {
			return p.Change(a.Revision, a.Change)
		}
		return p.Begin(a.Revision, a.Scenario, a.Algorithm, a.Seed)
	})
	return viewer.PlayHandler(p.Film, mux)
}

// asked is the body of a change.
type asked struct {
	Revision  int     `json:"revision"`
	Action    Action  `json:"action"`
	Scenario  string  `json:"scenario"`
	Algorithm string  `json:"algorithm"`
	Seed      uint64  `json:"seed"`
	Change    int     `json:"change"` // of the lesson; 0: none
	Knob      string  `json:"knob"`
	Value     float64 `json:"value"`
}

func (a *asked) read(w http.ResponseWriter, r *http.Request) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return errors.New("the Content-Type must be application/json")
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		if from, err := url.Parse(origin); err != nil || from.Host != r.Host {
			return errors.New("another page asks: only the page of this server may")
		}
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostAsked))
	d.DisallowUnknownFields()
	if err := d.Decode(a); err != nil {
		return fmt.Errorf("the request cannot be read: %w", err)
	}
	return nil
}

func (p *Player) answer(w http.ResponseWriter) {
	b, err := json.Marshal(p.State())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(b) // the browser has closed the connection
}

// plain removes the place in a file from an error, because the player did not write that file.
func plain(err error) string {
	var wrong *strictyaml.Error
	if errors.As(err, &wrong) && len(wrong.Faults) > 0 && (strings.HasPrefix(wrong.Faults[0].Path, "faults[") || strings.HasPrefix(wrong.Faults[0].Path, "interventions[")) {
		return wrong.Faults[0].Message
	}
	return err.Error()
}
