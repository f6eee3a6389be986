package viewer

import (
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"bellwether/internal/base/netaddr"
	"bellwether/internal/viewer/film"
	"bellwether/internal/viewer/web"
)

// policy allows the page what stands beside it, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data: blob:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Handler serves the page and the films.
func Handler(films []*film.Film) http.Handler {
	return local(pages(fmt.Sprintf(`data-films="%d"`, len(films)), func(i int) *film.Film {
		if i < 0 || i >= len(films) {
			return nil
		}
		return films[i]
	}))
}

// PlayHandler serves the page of an interactive world: find returns its films by number, and
// more handles the requests below /play/.
func PlayHandler(find func(number int) *film.Film, more http.Handler) http.Handler {
	page := pages(`data-play="yes"`, find)
	return local(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/play/") {
			more.ServeHTTP(w, r)
			return
		}
		page.ServeHTTP(w, r)
	}))
}

// pages serves the page, with an attribute that says what it shows, and films by number.
func pages(shows string, find func(number int) *film.Film) *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		page := strings.Replace(asset("index.html"), `<html lang="en">`, `<html lang="en" `+shows+`>`, 1)
		send(w, "text/html; charset=utf-8", []byte(page))
	})
	mux.HandleFunc("GET /{file...}", func(w http.ResponseWriter, r *http.Request) {
		b, err := web.Files.ReadFile(r.PathValue("file"))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		send(w, mime.TypeByExtension(path.Ext(r.PathValue("file"))), b)
	})
	of := func(r *http.Request) *film.Film {
		i, err := strconv.Atoi(r.PathValue("film"))
		if err != nil {
			return nil
		}
		return find(i)
	}
	mux.HandleFunc("GET /film/{film}/head", func(w http.ResponseWriter, r *http.Request) {
		f := of(r)
		if f == nil {
			http.NotFound(w, r)
			return
		}
		head, err := json.Marshal(f.Head)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		send(w, "application/json", head)
	})
	mux.HandleFunc("GET /film/{film}/scene", func(w http.ResponseWriter, r *http.Request) {
		f := of(r)
		if f == nil {
			http.NotFound(w, r)
			return
		}
		packed(w, f.Scene())
	})
	mux.HandleFunc("GET /film/{film}/page/{page}", func(w http.ResponseWriter, r *http.Request) {
		f := of(r)
		n, err := strconv.Atoi(r.PathValue("page"))
		if f == nil || err != nil {
			http.NotFound(w, r)
			return
		}
		b, err := f.Page(n)
		if err != nil {
			http.Error(w, err.Error(), http.StatusNotFound)
			return
		}
		packed(w, b)
	})
	return mux
}

func send(w http.ResponseWriter, kind string, b []byte) {
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(b) // the browser has closed the connection
}

func packed(w http.ResponseWriter, b []byte) {
	w.Header().Set("Content-Encoding", "gzip")
	send(w, "application/octet-stream", b)
}

// local refuses requests for a foreign name, see [netaddr.IsOwn].
func local(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !netaddr.IsOwn(r.Host, nil) {
			http.Error(w, "this viewer answers for localhost alone", http.StatusMisdirectedRequest)
			return
		}
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}
