package api

import (
	"net/http"
	"path"

	"bellwether/internal/viewer/web"
)

// pagePolicy allows the page what stands beside it, and nothing else.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// pageFiles are what the page consists of, by path. It asks for what /v1 answers without a
// token, and gives no orders: a page that held a token would be worth attacking.
var pageFiles = []struct{ path, file string }{
	{"/{$}", "cluster.html"},
	{"/style.css", "style.css"},
	{"/cluster.css", "cluster.css"},
	{"/cluster.js", "cluster.js"},
	{"/agentfeed.js", "agentfeed.js"},
	{"/agentwords.js", "agentwords.js"},
	{"/star.js", "star.js"},
	{"/look.js", "look.js"},
}

// pageKinds are told here, since what a system knows of file names differs.
var pageKinds = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
}

// servePage adds the page that shows the agent's cluster in a browser.
func servePage(mux *http.ServeMux) {
	for _, f := range pageFiles {
		text, err := web.Files.ReadFile(f.file)
		if err != nil {
			panic("api: the page is incomplete: " + err.Error())
		}
		mux.HandleFunc("GET "+f.path, func(w http.ResponseWriter, _ *http.Request) {
			h := w.Header()
			h.Set("Content-Type", pageKinds[path.Ext(f.file)])
			h.Set("Content-Security-Policy", pagePolicy)
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("Referrer-Policy", "no-referrer")
			h.Set("Cross-Origin-Resource-Policy", "same-origin")
			h.Set("Cache-Control", "no-store") // an upgraded agent has other modules
			_, _ = w.Write(text)               // an error means that the browser has gone
		})
	}
}
