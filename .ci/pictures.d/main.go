//go:build pictures

// Command pictures takes pictures of pages in Chromium. Each line of its input is one picture:
//
//	PAGE<tab>WIDTHxHEIGHT<tab>light or dark<tab>FILE.png<tab>what is done first, in JavaScript
//
// app is the page's App, key presses a key, and act does an action in a world that answers. A picture is taken one second
// after what was done, when the page rests.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// prelude has what scripts name.
const prelude = `const app = window.bellwether, $ = (id) => document.getElementById(id), key = (k) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: k, bubbles: true, cancelable: true }));
	const until = async (is) => { while (!is()) await new Promise((f) => setTimeout(f, 50)); };
	const whole = () => app.session.state.whole && app.session.film === app.session.state.film;
	const act = async (action) => { await app.session.change('do', { action }); await until(whole); };`

func main() {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	first, stop := chromedp.NewContext(ctx) // keeps the browser open
	defer stop()
	if err := chromedp.Run(first); err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
	failed := false
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		if lines.Text() == "" {
			continue
		}
		if err := take(first, strings.SplitN(lines.Text(), "\t", 5)); err != nil {
			fmt.Fprintf(os.Stderr, "pictures: %s: %v\n", lines.Text(), err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

func awaited(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }

// take takes one picture, in a tab of its own.
func take(browser context.Context, words []string) error {
	if len(words) < 4 {
		return fmt.Errorf("%d words, and a picture has 4 or 5", len(words))
	}
	var width, height int64
	if _, err := fmt.Sscanf(words[1], "%dx%d", &width, &height); err != nil {
		return fmt.Errorf("its size: %w", err)
	}
	ctx, closes := chromedp.NewContext(browser)
	defer closes()
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	scheme := emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: words[2]}})
	if err := chromedp.Run(ctx, scheme, chromedp.EmulateViewport(width, height), chromedp.Navigate(words[0])); err != nil {
		return err
	}
	script := ""
	if len(words) == 5 {
		script = words[4]
	}
	ready := chromedp.Poll("!document.querySelector('#transport') || document.documentElement.dataset.ready === 'yes'", nil)
	if err := chromedp.Run(ctx, ready, chromedp.Evaluate("(async () => {"+prelude+script+"})()", nil, awaited), chromedp.Sleep(time.Second)); err != nil {
		return err
	}
	var picture []byte
	forget := chromedp.Evaluate("try { localStorage.clear(); } catch { }", nil) // the theme, for the next page
	if err := chromedp.Run(ctx, chromedp.CaptureScreenshot(&picture), forget); err != nil {
		return err
	}
	return os.WriteFile(words[3], picture, 0o600)
}
