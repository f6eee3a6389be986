package viewer

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"

	"bellwether/internal/viewer/film"
)

// WritePage writes a page with the films in it. It needs no network and no other file.
func WritePage(w io.Writer, films []*film.Film) error {
	page := inOne(fmt.Sprintf(`data-films="%d" data-embedded="yes"`, len(films)), "script-src", "")
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

// writeFilm writes the parts of a film as elements that a browser does not execute.
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
