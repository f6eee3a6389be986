package look

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/browser"
	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/base/durable"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/results"
	"bellwether/internal/viewer/film"
	"bellwether/internal/viewer/lesson"
)

const lessonsLong = `Without a name, list the lessons. With a name, run the lesson's world and print the lesson: what
is to be seen at each step, with the messages before it, then questions, and what to change.
With --answers it also prints the answers, and what the changes do. With --scenario it
prints the world, as a file to run and to change.

With --view the lesson is shown in the browser, beside its run; --out writes the same as one
page, to hand out. NAME.html#question=1 opens at the first question, with its answer hidden.

With --site and without a name, write a directory for a class: a page for each lesson, index.html
that lists them, and notes.html for the teacher, with all answers: take it out before you hand
the directory out.`

func lessonsCommand() *cobra.Command {
	var format cmdline.ListFormat
	var scenario, answers, shown, noOpen bool
	var page, site string
	cmd := &cobra.Command{
		Use: "lessons [NAME]", Short: "Learn why elections go wrong, in small worlds",
		Long:    lessonsLong,
		Example: "  bellwether lessons\n  bellwether lessons two-leaders\n  bellwether lessons two-leaders --view\n  bellwether lessons two-leaders --out two-leaders.html\n  bellwether lessons two-leaders --scenario > two-leaders.yaml\n  bellwether lessons --site class",
		Args:    cmdline.OneOrNone("the name of a lesson"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return lesson.Names(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if noOpen && !shown {
				return errors.New("--no-open goes with --view")
			}
			if cmd.Flags().Changed("site") {
				if len(args) > 0 || site == "" {
					return errors.New("--site is for all lessons: give it a directory, like class, and no lesson")
				}
				return writeSite(cmd, site)
			}
			if len(args) == 0 {
				if scenario || answers || shown || page != "" {
					return errors.New("--scenario, --answers, --view and --out are of one lesson: name it")
				}
				return listLessons(cmd, format)
			}
			if cmd.Flags().Changed("format") {
				return errors.New("--format is for the list; one lesson is told in words")
			}
			l, err := lesson.Load(args[0])
			if err != nil {
				return err
			}
			if scenario {
				_, err := cmd.OutOrStdout().Write([]byte(l.Scenario))
				return err
			}
			if shown || page != "" {
				return showLesson(cmd, l, shownLesson{page, noOpen})
			}
			var o lesson.TellOptions
			if screen, is := cmd.OutOrStdout().(*table.Screen); is {
				o.Columns = screen.Columns
			}
			if answers {
				o.Answers = lesson.Told
			}
			var told strings.Builder
			if err := lesson.Tell(cmd.Context(), &told, l, o); err != nil {
				return err
			}
			_, err = io.WriteString(cmd.OutOrStdout(), registry.Program(cmd.Root().Name()).Says(told.String()))
			return err
		},
	}
	format.Bind(cmd)
	cmd.Flags().BoolVar(&scenario, "scenario", false, "print the lesson's world, a scenario file")
	cmd.Flags().BoolVar(&answers, "answers", false, "print the answers, and what the changes do, too")
	cmd.Flags().BoolVar(&shown, "view", false, "show the lesson in the browser, until Ctrl-C")
	cmd.Flags().BoolVar(&noOpen, "no-open", false, "with --view: do not open a browser")
	cmd.Flags().StringVar(&page, "out", "", "write the lesson as one page to this `file`")
	cmd.Flags().StringVar(&site, "site", "", "write all lessons as pages into this `directory`, with an index and teacher's notes")
	cmd.MarkFlagsMutuallyExclusive("scenario", "answers", "view", "out", "site")
	return cmd
}

func listLessons(cmd *cobra.Command, format cmdline.ListFormat) error {
	list := table.Table{Header: []string{"lesson", "steps", "about"}, Right: []bool{false, true}}
	for _, name := range lesson.Names() {
		l, err := lesson.Load(name)
		if err != nil {
			return err
		}
		list.Rows = append(list.Rows, []string{l.Name, strconv.Itoa(len(l.Steps)), l.Title})
	}
	return format.Write(cmd.OutOrStdout(), list)
}

// shownLesson says how a lesson is shown: as a page, if one is named.
type shownLesson struct {
	page   string
	noOpen bool // it is served, and no browser is opened
}

// showLesson shows a lesson beside its run: in the browser, or as a page.
func showLesson(cmd *cobra.Command, l *lesson.Lesson, o shownLesson) error {
	one, err := filmLesson(cmd, l)
	if err != nil {
		return err
	}
	defer one.Close()
	if o.page != "" {
		return browser.WritePage(cmd.ErrOrStderr(), o.page, []*film.Film{one})
	}
	return browser.ServeFilms(cmd, "127.0.0.1:0", []*film.Film{one}, !o.noOpen)
}

// filmLesson runs a lesson, and returns the film of it with its text.
func filmLesson(cmd *cobra.Command, l *lesson.Lesson) (*film.Film, error) {
	var recorded bytes.Buffer
	if err := lesson.Record(cmd.Context(), l, &recorded); err != nil {
		return nil, err
	}
	one, err := film.Read(&recorded, film.Options{Name: l.Name})
	if err != nil {
		return nil, err
	}
	outline, err := l.Outline()
	if err != nil {
		return nil, errors.Join(err, one.Close())
	}
	one.Head.Lesson = []byte(registry.Program(cmd.Root().Name()).Says(string(outline)))
	return one, nil
}

// writeSite writes a page for each lesson into a directory, then the pages that link them.
func writeSite(cmd *cobra.Command, dir string) error {
	site, err := lesson.NewSite()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, name := range lesson.Names() {
		l, err := lesson.Load(name)
		if err != nil {
			return err
		}
		if err := showLesson(cmd, l, shownLesson{page: filepath.Join(dir, name+".html")}); err != nil {
			return err
		}
	}
	program := registry.Program(cmd.Root().Name())
	for _, page := range []struct {
		name string
		text []byte
	}{{"index.html", site.Index}, {"notes.html", site.Notes}} {
		if err := durable.Write(durable.OS{}, filepath.Join(dir, page.name), results.Readable, []byte(program.Says(string(page.text)))); err != nil {
			return err
		}
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s lists them; %s is for the teacher and has all answers: take it out before you hand the directory out\n", filepath.Join(dir, "index.html"), filepath.Join(dir, "notes.html"))
	return nil
}
