package look

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/browser"
	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/version"
	"bellwether/cmd/cli/internal/wasmpage"
	"bellwether/internal/base/durable"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/results"
	"bellwether/internal/viewer/lesson"
	"bellwether/internal/viewer/play"
	"bellwether/scenarios"
)

// playFlags are what the user chose.
type playFlags struct {
	registry  *registry.Registry
	program   registry.Program
	algorithm string
	seed      uint64
	set       []string
	lesson    string
	out       string
	static    string
	listen    string
	noOpen    bool
}

func playCommand(reg *registry.Registry) *cobra.Command {
	f := playFlags{registry: reg}
	cmd := &cobra.Command{
		Use:   "play [SCENARIO]",
		Short: "Break a world in the browser, and watch the election",
		Long: `Show one run of a scenario in the browser, and change it: crash and restart nodes, drag them
elsewhere, cut and mend links, part the network, jam a region, drain batteries, call an
election, lose or hold back the next message of a node. What follows is emulated anew at
once. Undo takes the last action back. To only watch a run that is recorded, use "bellwether view".

The session is a scenario: each action is one of its faults or interventions. It is written
after each action to SCENARIO-played.yaml here, or to --out, and

  bellwether run SCENARIO-played.yaml --trace played.ndjson

makes the same run. To go on, play that file. Without a scenario ten-nodes
is played, with the first of its algorithms unless --algorithm names another.

The page is served to this machine alone, until Ctrl-C. With --static a page is written that
needs no server: bellwether itself runs in it, and a browser opens it from disk. Without a scenario,
a lesson or --set it plays every lesson and every world that comes with bellwether, from a list. Go
builds that program, so a clone of bellwether must be the working directory.`,
		Example: `  bellwether play
  bellwether play two-islands --algorithm bully --seed 7
  bellwether play ten-nodes --set radio.range=150 --out mine.yaml
  bellwether play --lesson two-leaders
  bellwether play two-islands --static site
  bellwether play --static class               # all lessons and worlds`,
		Args:              cmdline.OneOrNone("a scenario, by its name or its file"),
		ValidArgsFunction: cmdline.CompleteScenarios,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := browser.CheckLoopback(f.listen); err != nil {
				return err
			}
			f.program = registry.Program(cmd.Root().Name())
			session, err := f.begin(args)
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("static") {
				if f.static == "" {
					return errors.New("--static has no name: name a directory, like site")
				}
				if len(args) == 0 && f.lesson == "" && f.algorithm == "" && f.seed == 0 && len(f.set) == 0 {
					return wasmpage.WriteAll(cmd.Context(), cmd.ErrOrStderr(), f.static)
				}
				return wasmpage.Write(cmd.Context(), cmd.ErrOrStderr(), f.static, wasmpage.Page{Session: session, Lesson: f.lesson})
			}
			if err := f.checkOut(args); err != nil {
				return err
			}
			return f.serve(cmd, session)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.algorithm, "algorithm", "", "the `row` of the scenario, or an algorithm, that is played")
	flags.Uint64Var(&f.seed, "seed", 0, "the run's `seed`; 0 is the scenario's")
	cmdline.Complete(cmd, "algorithm", reg.Names)
	flags.StringArrayVar(&f.set, "set", nil, "set a value of the scenario, as `path=value`; repeatable")
	flags.StringVar(&f.lesson, "lesson", "", "play the world of a lesson, by its `name`")
	flags.StringVar(&f.out, "out", "", "write the session to this `file` after each action")
	flags.StringVar(&f.static, "static", "", "write a page into this `directory` that plays without a server, and serve none; of all lessons and worlds if none is named")
	cmd.MarkFlagsMutuallyExclusive("static", "out")
	flags.StringVar(&f.listen, "listen", "127.0.0.1:0", "serve at this `address` of this machine; port 0 is a free one")
	flags.BoolVar(&f.noOpen, "no-open", false, "do not open a browser")
	return cmd
}

// begin loads what the command line asks for.
func (f *playFlags) begin(args []string) (*play.Session, error) {
	b := play.Base{Scenario: "ten-nodes", Load: f.registry.Options(), Seed: f.seed}
	if len(args) > 0 {
		b.Scenario = args[0]
	}
	if f.lesson != "" {
		if len(args) > 0 {
			return nil, errors.New("--lesson names a world of its own: leave out the scenario")
		}
		l, err := lesson.Load(f.lesson)
		if err != nil {
			return nil, err
		}
		outline, err := l.Outline()
		if err != nil {
			return nil, err
		}
		b.Scenario, b.Text, b.Lesson = l.Name+".yaml", []byte(l.Scenario), []byte(f.program.Says(string(outline)))
	}
	if f.algorithm != "" {
		b.Load.Algorithms = []string{f.algorithm}
	}
	for _, one := range f.set {
		path, value, found := strings.Cut(one, "=")
		if !found {
			return nil, fmt.Errorf("--set %s: want path=value, like radio.range=150", one)
		}
		b.Load.Set = append(b.Load.Set, scenarios.Assign(path, value))
	}
	session, err := play.Begin(b)
	var wrong *strictyaml.Error
	if errors.As(err, &wrong) {
		for i := range wrong.Faults {
			if file := &wrong.Faults[i].File; *file == "--algorithms "+f.algorithm { // as run has it
				*file = "--algorithm " + f.algorithm
			}
		}
	}
	return session, err
}

// checkOut refuses a file that cannot be written after each action, or that is the world itself.
func (f *playFlags) checkOut(args []string) error {
	if f.out == "" {
		return nil
	}
	if err := cmdline.Apart(f.out, args); err != nil {
		return err
	}
	if stat, err := os.Stat(filepath.Dir(f.out)); err != nil {
		return fmt.Errorf("--out %s: %w", f.out, err)
	} else if !stat.IsDir() {
		return fmt.Errorf("--out %s: %s is no directory", f.out, filepath.Dir(f.out))
	}
	return nil
}

// again begins with another world, algorithm or seed, as the page asks. The page names the
// worlds that come with bellwether and the one that the command line named: no other file.
func (f *playFlags) again(first string, args []string) func(scenario, algorithm string, seed uint64) (*play.Session, error) {
	return func(scenario, algorithm string, seed uint64) (*play.Session, error) {
		next := *f
		next.algorithm, next.seed = algorithm, seed
		if scenario == first {
			return next.begin(args)
		}
		if _, builtin := scenarios.Source(scenario); !builtin {
			return nil, fmt.Errorf("%s is not one of the worlds to choose from", scenario)
		}
		next.set, next.lesson = nil, ""
		return next.begin([]string{scenario})
	}
}

// change begins with a change of the lesson that is played.
func (f *playFlags) change(n int) (*play.Session, error) {
	l, err := lesson.Load(f.lesson)
	if err != nil {
		return nil, err
	}
	if n < 1 || n > len(l.Changes) {
		return nil, fmt.Errorf("%s has %d changes: there is no change %d", l.Name, len(l.Changes), n)
	}
	next := *f
	next.algorithm, next.seed, next.set = "", 0, l.Changes[n-1].Set
	return next.begin(nil)
}

// serve plays until the command is interrupted.
func (f *playFlags) serve(cmd *cobra.Command, session *play.Session) error {
	first := session.World().Name
	l, err := browser.Listen(f.listen)
	if err != nil {
		return err
	}
	kept := &keptSession{name: f.out, scenario: first, named: f.out != ""}
	again := f.again(first, cmd.Flags().Args())
	options := play.Options{Build: version.Of(f.registry), Keep: kept.write,
		Begin: func(scenario, algorithm string, seed uint64) (*play.Session, error) {
			return kept.anew(again(scenario, algorithm, seed))
		},
		Worlds: play.Worlds(first), Algorithms: f.registry.Names()}
	if f.lesson != "" {
		options.Change = func(n int) (*play.Session, error) { return kept.anew(f.change(n)) }
	}
	player := play.New(session, options)
	defer player.Close()
	url := "http://" + l.Addr().String() + "/"
	fmt.Fprintf(cmd.OutOrStdout(), "%s\n", url)
	fmt.Fprintln(cmd.ErrOrStderr(), "Ctrl-C ends it.")
	if !f.noOpen {
		browser.Open(url)
	}
	err = browser.ServeUntil(cmd.Context(), l, player.Handler())
	kept.print(cmd.ErrOrStderr(), f.program)
	return err
}

// A keptSession is the file to which a session is written.
type keptSession struct {
	name     string // "": a new one in this directory, named by the scenario
	named    bool   // by the user
	scenario string
	written  bool
}

// anew gives the session that begins a file of its own, unless the user has named the file.
func (k *keptSession) anew(s *play.Session, err error) (*play.Session, error) {
	if err == nil {
		k.scenario = s.World().Name
		if !k.named {
			k.name = ""
		}
	}
	return s, err
}

func (k *keptSession) write(text []byte) (file string, err error) {
	for n := 1; k.name == ""; n++ {
		name := k.scenario + "-played.yaml"
		if n > 1 {
			name = fmt.Sprintf("%s-played-%d.yaml", k.scenario, n)
		}
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			k.name = name
		} else if err != nil {
			return "", err
		}
	}
	if err := durable.Write(durable.OS{}, k.name, results.Readable, text); err != nil {
		return "", fmt.Errorf("the action is done, but the session cannot be written: %w", err)
	}
	k.written = true
	return k.name, nil
}

// print prints the name of the file, if it was written.
func (k *keptSession) print(w io.Writer, program registry.Program) {
	if k.written {
		fmt.Fprintf(w, "%s is the session. The same run again: %s\n", k.name, program.Says("bellwether run "+k.name))
	}
}
