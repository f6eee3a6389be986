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

// patience is several times what a takeover or a detection takes on a busy machine.
const patience = 60 * time.Second

// names are the names of the agents, the least capable first: the page belongs to the first.
var names = []string{"alpha", "beta", "gamma", "delta", "a-name-of-a-member-that-is-rather-long-for-a-table-on-a-telephone"}

type cluster struct {
	work   string
	agents map[string]*exec.Cmd
}

// start starts an agent in its namespace, page-1 to page-5: the first is the namespace of this
// program.
func (c *cluster) start(i int) {
	join := "10.83.0.1"
	if i == 0 {
		join = "10.83.0.2"
	}
	agent := exec.Command("ip", "netns", "exec", namespace(i), filepath.Join(c.work, "bellwether"), "live", "--name", names[i], "--timing", "lan",
		"--bind", fmt.Sprintf("10.83.0.%d", i+1), "--join", join, "--capability", fmt.Sprintf("static=%d", 10*(i+1)),
		"--state", filepath.Join(c.work, "state", names[i]), "--trace", filepath.Join(c.work, "traces"))
	if err := agent.Start(); err != nil { // the process of ip becomes the agent, so signals reach it
		panic(err)
	}
	c.agents[names[i]] = agent
}

func namespace(i int) string { return fmt.Sprintf("page-%d", i+1) }

// part cuts all ways between two halves, or mends them.
func part(do string, halves ...[]int) {
	for _, a := range halves[0] {
		for _, b := range halves[1] {
			for _, way := range [][2]int{{a, b}, {b, a}} {
				route := exec.Command("ip", "-n", namespace(way[0]), "route", do, "blackhole", fmt.Sprintf("10.83.0.%d/32", way[1]+1))
				if out, err := route.CombinedOutput(); err != nil {
					panic(fmt.Sprintf("%v: %s", err, out))
				}
			}
		}
	}
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

// lossy makes the wire from gamma to the page's agent lose half of its datagrams, or mends it.
func lossy(do string) {
	out, err := exec.Command("ip", "netns", "exec", namespace(2), "iptables", do, "OUTPUT", "-p", "udp", "-d", "10.83.0.1",
		"-m", "statistic", "--mode", "random", "--probability", "0.55", "-j", "DROP").CombinedOutput()
	if err != nil {
		panic(fmt.Sprintf("%v: %s", err, out))
	}
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
		{"all round trips", func() {}, `rows().filter((r) => / ms/.test(r)).length === 4 && [...document.querySelectorAll('#picture text')].filter((t) => / ms$/.test(t.textContent)).length === 4`},
		{"nothing is lost", func() {}, `rows().filter((r) => /[^0-9]0 %/.test(r)).length === 4`},
		{"a picture in words", func() {}, `document.querySelector('#picture svg').getAttribute('aria-label').includes('4 alive')`},
		{"no alarm", func() {}, `text('alarms') === ''`},
		{"the leader is killed", func() { c.kill(best) }, `text('leader') === 'delta'`},
		{"its death is an alarm", func() {}, `text('alarms').includes('Failed: ` + best + `')`},
		{"both leaders are in the past", func() {}, `text('leaders').includes('delta') && text('leaders').includes('` + best + `')`},
		{"an event is loud", func() {}, `document.querySelector('#events .loud') !== null`},
		{"a link loses hellos", func() { lossy("-A") }, `document.querySelector('#picture .edge.poor') && /[5-9]0 % lost/.test($('picture').textContent)`},
		{"it loses nothing", func() { lossy("-D") }, `!document.querySelector('#picture .edge.poor') && !/lost/.test($('picture').textContent)`},
		{"the network is parted", func() { part("add", []int{0, 1}, []int{2, 3}) }, `text('leader') === 'beta' && text('leaders').includes('beta') && /Failed: .*delta, gamma/.test(text('alarms')) && [...document.querySelectorAll('#members td.failed')].length === 3 && text('events').includes('lost without a goodbye')`},
		{"the parts are one again", func() { part("del", []int{0, 1}, []int{2, 3}) }, `text('leader') === 'delta' && !/delta|gamma/.test(text('alarms')) && text('events').includes('back: ')`},
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
	const url = "http://localhost:7980/"
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
			if u := e.Request.URL; !strings.HasPrefix(u, url) && !strings.HasPrefix(u, "data:") && !strings.HasPrefix(u, "file://"+c.work) || e.Request.Method != "GET" {
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
	c.crowd(ctx, fail, pictures)
	for _, width := range []int64{1920, 390} {
		if err := chromedp.Run(ctx, chromedp.EmulateViewport(width, 844)); err != nil || !holds(ctx, `document.documentElement.scrollWidth <= window.innerWidth`) {
			fail("it overflows sideways at %d", width)
		}
	}
	c.traces(ctx, fail, pictures)
	return failed
}

// traces shows the traces of the agents as one run. It also shows one trace twice, which
// cannot be merged, on one clock.
func (c *cluster) traces(ctx context.Context, fail func(string, ...any), pictures []string) {
	all, _ := filepath.Glob(filepath.Join(c.work, "traces", "*.ndjson")) // the pattern is valid
	one := filepath.Join(c.work, "traces", "beta.1.ndjson")
	for _, v := range []struct {
		name   string
		traces []string
		true   string
	}{
		{"merged", all, `/^6 traces of live agents as one\. Their clocks are corrected, to within [0-9.]+(µs|ms)\. Warning: /.test(text('note')) && /61 nodes/.test(text('subtitle')) && !text('subtitle').includes('·')`},
		{"side-by-side", []string{one, one}, `/^One clock, by the clocks of the machines, which may differ: 0 is .*\d/.test(text('note')) && text('subtitle').includes('·')`},
	} {
		page := filepath.Join(c.work, v.name+".html")
		if out, err := exec.Command(filepath.Join(c.work, "bellwether"), append([]string{"view", "--out", page}, v.traces...)...).CombinedOutput(); err != nil {
			fail("%s traces: %v: %s", v.name, err, out)
			continue
		}
		if err := chromedp.Run(ctx, chromedp.EmulateViewport(1280, 800), chromedp.Navigate("file://"+page+"#t=30s")); err != nil || !holds(ctx, v.true) {
			fail("%s traces", v.name)
		}
		if len(pictures) > 0 {
			picture(ctx, filepath.Join(pictures[0], v.name+".png"))
		}
	}
}

// crowd enlarges the cluster to 60 members, and looks at the page at all sizes. It prints how
// long frames take.
func (c *cluster) crowd(ctx context.Context, fail func(string, ...any), pictures []string) {
	for k := range 56 { // beside the four that run
		i := 1 + k%4
		agent := exec.Command("ip", "netns", "exec", namespace(i), filepath.Join(c.work, "bellwether"), "live", "--name", fmt.Sprintf("member-%02d", k+5), "--timing", "lan",
			"--bind", fmt.Sprintf("10.83.0.%d:%d", i+1, 8000+k), "--join", "10.83.0.1", "--capability", "static=1", "--http", "off", "--state", filepath.Join(c.work, "state", fmt.Sprint(k)))
		if err := agent.Start(); err != nil {
			panic(err)
		}
		defer func() { _, _ = agent.Process.Kill(), agent.Wait() }()
	}
	if !holds(ctx, `rows().filter((r) => /alive/.test(r)).length === 60 && text('subtitle').includes('60 of 61 members alive')`) {
		fail("60 members")
		return
	}
	if !holds(ctx, `document.querySelectorAll('#picture .edge').length === 59 && !document.querySelector('#picture .edge.far, #picture .edge.poor')`) {
		fail("60 members: 59 good links")
	}
	for _, at := range []struct{ wide, high int64 }{{1280, 800}, {1920, 1080}, {390, 844}} {
		for _, theme := range []string{"light", "dark"} {
			if err := chromedp.Run(ctx, chromedp.EmulateViewport(at.wide, at.high), chromedp.Evaluate("document.documentElement.dataset.theme = '"+theme+"'", nil)); err != nil || !holds(ctx, `document.documentElement.scrollWidth <= window.innerWidth`) {
				fail("60 members overflow sideways at %d", at.wide)
			}
			if len(pictures) > 0 {
				picture(ctx, filepath.Join(pictures[0], fmt.Sprintf("60-%d-%s.png", at.wide, theme)))
			}
		}
	}
	var took string
	if err := chromedp.Run(ctx, chromedp.Evaluate(frames, &took, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) })); err != nil {
		fail("60 members: %v", err)
	}
	fmt.Printf("60 members: %s\n", took)
}

// frames tells the times between frames in ten seconds, in which the page shows five statuses.
const frames = `new Promise((done) => {
	const gaps = [];
	let last = performance.now();
	const begin = last;
	const next = (now) => {
		gaps.push(now - last);
		last = now;
		if (now - begin < 10000) return requestAnimationFrame(next);
		gaps.sort((a, b) => a - b);
		const share = (q) => gaps[Math.floor(q * (gaps.length - 1))].toFixed(0) + ' ms';
		done(gaps.length + ' frames in ten seconds, half within ' + share(0.5) + ', 99 % within ' + share(0.99) + ', all within ' + share(1));
	};
	requestAnimationFrame(next);
})`

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
