package viewer

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Within is what an interactive page needs to work without a server.
type Within struct {
	Program []byte // WebAssembly that takes requests, see internal/viewer/play/wasm
	Runtime []byte // Go's wasm_exec.js of the toolchain that built it
	Name    string // of the scenario
	Text    []byte // of the scenario; nil: the page's address names a lesson or a world, else it plays the built-in world of that name
	Lesson  string // that leads through it; "": none
}

// WriteWithin writes a page with an interactive world in it. It needs no network and no other
// file: the program runs in a worker of the browser. The page's policy allows that worker, the
// scripts that stand in it, and nothing to be fetched.
func WriteWithin(w io.Writer, of Within) error {
	world, err := json.Marshal(map[string]string{"name": of.Name, "text": string(of.Text), "lesson": of.Lesson})
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(of.Program); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	page := inOne(`data-play="yes" data-within="yes"`, "script-src 'wasm-unsafe-eval'", "; worker-src blob:")
	if _, err := io.WriteString(w, page); err != nil {
		return err
	}
	for _, part := range []struct{ id, kind, text string }{
		{"world", "application/json", strings.ReplaceAll(string(world), "<", `\u003c`)},
		{"worker", "text/plain", string(of.Runtime) + "\n" + asset("worker.js")},
		{"program", "application/octet-stream", base64.StdEncoding.EncodeToString(packed.Bytes())},
	} {
		if strings.Contains(part.text, "</script") {
			return fmt.Errorf("view: the page's part %s would end the page", part.id)
		}
		if _, err := fmt.Fprintf(w, "<script type=%q id=%q>%s</script>\n", part.kind, part.id, part.text); err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, "</body>\n</html>\n")
	return err
}

// inOne returns the page with its style and scripts inline, up to the end of its body. scripts
// begins the part of its policy about scripts, and more ends the policy.
func inOne(shows, scripts, more string) string {
	curves, code, style := asset("vendor/uPlot.iife.min.js"), script(), asset("vendor/uPlot.min.css")+asset("style.css")
	policy := fmt.Sprintf("default-src 'none'; %s %s %s; style-src %s; img-src data: blob:; base-uri 'none'; form-action 'none'%s",
		scripts, hash(curves), hash(code), hash(style), more)
	return strings.NewReplacer(
		`<html lang="en">`, `<html lang="en" `+shows+`>`,
		`<meta charset="utf-8">`, `<meta charset="utf-8">`+"\n"+`<meta http-equiv="Content-Security-Policy" content="`+policy+`">`,
		`<link rel="stylesheet" href="vendor/uPlot.min.css">`+"\n", "",
		`<link rel="stylesheet" href="style.css">`, "<style>"+style+"</style>",
		`<script src="vendor/uPlot.iife.min.js" defer></script>`, "<script>"+curves+"</script>",
		`<script type="module" src="app.js"></script>`, `<script type="module">`+code+"</script>",
		"</body>\n</html>\n", "",
	).Replace(asset("index.html"))
}
