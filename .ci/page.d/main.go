//go:build page

// Command page drives the page of an agent in Chromium while its cluster has troubles.
//
//	page WORK [PICTURES]    WORK has the program bellwether, and takes the states of the agents
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

const (
	gossipPort = 47301
	httpPort   = 47401
	// patience is several times what a takeover or a detection takes on a busy machine.
	patience = 60 * time.Second
)

// names are those of the agents, the least capable first: the page is that of the first.
var names = []string{"alpha", "beta", "gamma", "delta", "a-name-of-a-member-that-is-rather-long-for-a-table-on-a-telephone"}

type cluster struct {
	work   string
	agents map[string]*exec.Cmd
}

func (c *cluster) start(i int) {
	at := fmt.Sprintf("127.0.0.1:%d", gossipPort)
	if i == 0 {
		at = fmt.Sprintf("127.0.0.1:%d", gossipPort+1)
	}
	agent := exec.Command(filepath.Join(c.work, "bellwether"), "live", "--name", names[i], "--timing", "local",
		"--bind", fmt.Sprintf("127.0.0.1:%d", gossipPort+i), "--join", at, "--capability", fmt.Sprintf("static=%d", 10*(i+1)),
		"--state", filepath.Join(c.work, "state", names[i]), "--http", fmt.Sprintf("127.0.0.1:%d", httpPort+i))
	if err := agent.Start(); err != nil {
		panic(err)
	}
	c.agents[names[i]] = agent
}

func (c *cluster) signal(s syscall.Signal, of ...string) {
	for _, name := range of {
		_ = c.agents[name].Process.Signal(s)
	}
}

func (c *cluster) kill(name string) {
	_ = c.agents[name].Process.Kill()
	_ = c.agents[name].Wait()
}

// A step is a trouble and what the page then shows.
type step struct {
	name string
	act  func()
	true string
}

func (c *cluster) steps() []step {
	best := names[len(names)-1]
	return []step{
		{"the leader", func() {}, `text('leader') === '` + best + `' && document.title.startsWith('` + best + `')`},
		{"five rows, one leader", func() {}, `rows().length === 5 && rows().filter((r) => r.includes('leader')).length === 1`},
		{"a round trip", func() {}, `rows().some((r) => / ms/.test(r))`},
		{"a picture in words", func() {}, `document.querySelector('#picture svg').getAttribute('aria-label').includes('4 alive')`},
		{"no alarm", func() {}, `text('alarms') === ''`},
		{"the leader is killed", func() { c.kill(best) }, `text('leader') === 'delta'`},
		{"its death is an alarm", func() {}, `text('alarms').includes('Failed: ` + best + `')`},
		{"both leaders are in the past", func() {}, `text('leaders').includes('delta') && text('leaders').includes('` + best + `')`},
		{"an event is loud", func() {}, `document.querySelector('#events .loud') !== null`},
		{"two do not answer", func() { c.signal(syscall.SIGSTOP, "gamma", "delta") }, `/Failed: .*delta, gamma/.test(text('alarms')) && !/delta|gamma/.test(text('leader'))`},
		{"they are back", func() { c.signal(syscall.SIGCONT, "gamma", "delta") }, `text('leader') === 'delta' && !/delta|gamma/.test(text('alarms'))`},
		{"this agent does not answer", func() { c.signal(syscall.SIGSTOP, "alpha") }, `text('link') === 'Connection lost' && !$('note').hidden && text('note').includes('old')`},
		{"it answers again", func() { c.signal(syscall.SIGCONT, "alpha") }, `text('link') === 'Connected' && $('note').hidden`},
		{"this agent is killed", func() { c.kill("alpha") }, `text('link') === 'Connection lost'`},
		{"a new life", func() { c.start(0) }, `text('link') === 'Connected' && text('leader') === 'delta' && $('events').children.length > 0 && !text('events').includes('lost without')`},
		{"nothing overflows sideways", func() {}, `document.documentElement.scrollWidth <= window.innerWidth`},
	}
}

const prelude = `const $ = (id) => document.getElementById(id), text = (id) => $(id).textContent, rows = () => [...document.querySelectorAll('#members tbody tr')].map((r) => r.textContent);`

func main() {
	c := &cluster{work: os.Args[1], agents: map[string]*exec.Cmd{}}
	for i := range names {
		c.start(i)
	}
	failed := c.drive(os.Args[2:])
	for _, name := range names {
		c.kill(name)
	}
	if failed > 0 {
		fmt.Printf("%d checks fail\n", failed)
		os.Exit(1)
	}
}

// drive goes through the steps, and writes pictures to a directory if one is named.
func (c *cluster) drive(pictures []string) (failed int) {
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx, chromedp.WithErrorf(func(string, ...any) {})) // of events that it does not know
	defer cancel()
	url := fmt.Sprintf("http://localhost:%d/", httpPort)
	var mu sync.Mutex
	fail := func(format string, args ...any) {
		mu.Lock()
		defer mu.Unlock()
		failed++
		fmt.Printf("FAIL %s\n", fmt.Sprintf(format, args...))
	}
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			fail("an exception: %s", e.ExceptionDetails.Error())
		case *network.EventRequestWillBeSent:
			if u := e.Request.URL; !strings.HasPrefix(u, url) && !strings.HasPrefix(u, "data:") || e.Request.Method != "GET" {
				fail("it asks for %s %s", e.Request.Method, u)
			}
		}
	})
	opens := func() (err error) { // the agent may begin to serve later
		for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
			if err = chromedp.Run(ctx, network.Enable(), chromedp.EmulateViewport(1280, 800), chromedp.Navigate(url)); err == nil {
				return nil
			}
		}
		return err
	}
	if err := opens(); err != nil {
		fail("it does not open: %v", err)
		return failed
	}
	for i, s := range c.steps() {
		s.act()
		began := time.Now()
		if !holds(ctx, s.true) {
			fail("%s", s.name)
			continue
		}
		fmt.Printf("%s: after %v\n", s.name, time.Since(began).Round(10*time.Millisecond))
		if len(pictures) > 0 {
			picture(ctx, filepath.Join(pictures[0], fmt.Sprintf("%02d.png", i)))
		}
	}
	for _, width := range []int64{1920, 390} {
		if err := chromedp.Run(ctx, chromedp.EmulateViewport(width, 844)); err != nil || !holds(ctx, `document.documentElement.scrollWidth <= window.innerWidth`) {
			fail("it overflows sideways at %d", width)
		}
	}
	return failed
}

func picture(ctx context.Context, file string) {
	var png []byte
	if err := chromedp.Run(ctx, chromedp.CaptureScreenshot(&png)); err == nil {
		_ = os.WriteFile(file, png, 0o644) // pictures are an extra
	}
}

// holds asks until a script is true, or patience ends.
func holds(ctx context.Context, script string) bool {
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		var yes bool
		if err := chromedp.Run(ctx, chromedp.Evaluate("(() => {"+prelude+"return Boolean("+script+");})()", &yes)); err == nil && yes {
			return true
		}
	}
	return false
}
