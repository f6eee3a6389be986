//go:build view

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

var headOfFilm = regexp.MustCompile(`(id="film-0-head">)([^<]*)(<)`)

// formats writes two pages beside a page: old.html with its film as format 1 has it, and later.html with a
// film of a later format. It returns how many checks of these fail.
func formats(ctx context.Context, page string) int {
	if page == "" {
		return 0
	}
	old, err := withHead(page, "old.html", func(head map[string]any) { delete(head, "words"); delete(head, "format") })
	if err != nil {
		fmt.Println("FAIL", err)
		return 1
	}
	later, err := withHead(page, "later.html", func(head map[string]any) { head["format"] = 1000 })
	if err != nil {
		fmt.Println("FAIL", err)
		return 1
	}
	return drive(ctx, "file://"+old, 1280, 800) + refuses(ctx, "file://"+later)
}

// withHead writes a page whose film has another head, beside the page.
func withHead(page, name string, change func(map[string]any)) (string, error) {
	text, err := os.ReadFile(page)
	if err != nil {
		return "", err
	}
	found := headOfFilm.FindSubmatch(text)
	if found == nil {
		return "", fmt.Errorf("%s has no film", page)
	}
	z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(found[2])))
	if err != nil {
		return "", err
	}
	var head map[string]any
	if err := json.NewDecoder(z).Decode(&head); err != nil {
		return "", err
	}
	change(head)
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if err := json.NewEncoder(w).Encode(head); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	changed := strings.Replace(string(text), string(found[0]), string(found[1])+base64.StdEncoding.EncodeToString(packed.Bytes())+"<", 1)
	to := filepath.Join(filepath.Dir(page), name)
	return to, os.WriteFile(to, []byte(changed), 0o600)
}

// refuses checks that a film of a later format is not shown, and that the page says why.
func refuses(parent context.Context, url string) int {
	page, done := newTab(parent, url, time.Minute)
	defer done()
	if err := chromedp.Run(page, chromedp.Navigate(url)); err != nil {
		page.fail("it does not open: %v", err)
		return page.failed
	}
	if !holds(page, "", `/format 1000.*open it with a later bellwether/.test(document.body.textContent) && document.documentElement.dataset.ready !== 'yes'`) {
		page.fail("it does not say that its film is of a later format")
	}
	return page.failed
}
