package view

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"bellwether/internal/film"
)

// WritePage writes a page with the films in it. It needs no network and no other file.
func WritePage(w io.Writer, films []*film.Film) error {
	curves, code, style := asset("vendor/uPlot.iife.min.js"), script(), asset("vendor/uPlot.min.css")+asset("style.css")
	policy := fmt.Sprintf("default-src 'none'; script-src %s %s; style-src %s; img-src data: blob:; base-uri 'none'; form-action 'none'",
		hash(curves), hash(code), hash(style))
	page := strings.NewReplacer(
		`<html lang="en">`, fmt.Sprintf(`<html lang="en" data-films="%d" data-embedded="yes">`, len(films)),
		`<meta charset="utf-8">`, `<meta charset="utf-8">`+"\n"+`<meta http-equiv="Content-Security-Policy" content="`+policy+`">`,
		`<link rel="stylesheet" href="vendor/uPlot.min.css">`+"\n", "",
		`<link rel="stylesheet" href="style.css">`, "<style>"+style+"</style>",
		`<script src="vendor/uPlot.iife.min.js" defer></script>`, "<script>"+curves+"</script>",
		`<script type="module" src="app.js"></script>`, `<script type="module">`+code+"</script>",
		"</body>\n</html>\n", "",
	).Replace(asset("index.html"))
	if _, err := io.WriteString(w, page); err != nil {
		return err
	}
	for i, f := range films {
		if err := writeFilm(w, i, f); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "</body>\n</html>\n")
	return err
}

// hash names a script in a content security policy.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// writeFilm writes the parts of a film as elements that no browser runs.
func writeFilm(w io.Writer, i int, f *film.Film) error {
	part := func(name string, packed []byte) error {
		_, err := fmt.Fprintf(w, "<script type=\"application/octet-stream\" id=\"film-%d-%s\">%s</script>\n", i, name, base64.StdEncoding.EncodeToString(packed))
		return err
	}
	head, err := json.Marshal(f.Head)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(head); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	if err := part("head", packed.Bytes()); err != nil {
		return err
	}
	if err := part("scene", f.Scene()); err != nil {
		return err
	}
	for n := range f.Head.Pages {
		page, err := f.Page(n)
		if err != nil {
			return err
		}
		if err := part(fmt.Sprintf("page-%d", n), page); err != nil {
			return err
		}
	}
	return nil
}
