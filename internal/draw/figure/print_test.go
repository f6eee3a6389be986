package figure_test

import (
	"bytes"
	"fmt"
	"image/png"
	"math"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"bellwether/internal/draw/figure"
)

// exampleFigures returns the figures of the examples, and draws no file.
func exampleFigures(t *testing.T) []figure.Figure {
	drawn, files = nil, nil
	t.Cleanup(func() { files = figure.Images() })
	for _, e := range examples {
		e.draw()
	}
	return drawn
}

// prints are the named sizes, the least and the greatest, and each kind of letters.
var prints = []figure.Print{
	{Width: figure.Column, TextPt: 8},
	{Width: figure.Column, TextPt: 8, Font: figure.Serif, Without: []figure.Words{figure.Title, figure.Notes}},
	{Width: figure.Page, TextPt: 8, Without: []figure.Words{figure.Notes}},
	{Width: figure.Screen, TextPt: 14},
	{Width: "60mm", TextPt: 7, Without: []figure.Words{figure.Title}},
	{Width: "51.43", TextPt: 6},
	{Width: "600mm", TextPt: 24},
}

// Every example is legible in every size: no text is smaller than asked for, leaves the page or
// covers another.
func TestPrintsAreLegible(t *testing.T) {
	for i, f := range exampleFigures(t) {
		for _, as := range prints {
			legiblePrint(t, fmt.Sprintf("%s, %v", examples[i].name, as), f, as)
		}
	}
}

// The size in a file is the size asked for, in each format and with each kind of letters.
func TestFilesHaveTheSizeAskedFor(t *testing.T) {
	f := exampleFigures(t)[0]
	for _, as := range []figure.Print{{}, {Width: figure.Column}, {Width: figure.Page, Letters: figure.Outlined}, {Width: "122mm", TextPt: 9}, {Width: figure.Screen}} {
		want := map[figure.Width]float64{"": 240.945, figure.Column: 252, figure.Page: 515.52, "122mm": 345.827, figure.Screen: 720}[as.Width]
		for image, size := range map[figure.Image]*regexp.Regexp{
			figure.PDF: regexp.MustCompile(`/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]`),
			figure.EPS: regexp.MustCompile(`(?m)^%%HiResBoundingBox: 0 0 ([0-9.]+) ([0-9.]+)$`),
			figure.SVG: regexp.MustCompile(`<svg width="([0-9.]+)pt" height="([0-9.]+)pt"`),
		} {
			var b bytes.Buffer
			if _, err := as.Write(&b, image, f); err != nil {
				t.Fatal(err)
			}
			found := size.FindStringSubmatch(b.String())
			if len(found) != 3 {
				t.Fatalf("%v as %s has no size", as, image)
			}
			var wide float64
			fmt.Sscan(found[1], &wide)
			if math.Abs(wide-want) > 0.01 {
				t.Errorf("%v as %s is %v points wide, want %v", as, image, wide, want)
			}
		}
		var b bytes.Buffer
		if _, err := as.Write(&b, figure.PNG, f); err != nil {
			t.Fatal(err)
		}
		c, err := png.DecodeConfig(&b)
		if pixels := want * 300 / 72; err != nil || math.Abs(float64(c.Width)-pixels) > 1 {
			t.Errorf("%v is %d pixels wide, want %v: %v", as, c.Width, pixels, err)
		}
	}
}

// A PDF embeds the font that it uses, and no letter of type 3, which publishers refuse. With outlined
// letters no format names a font. An EPS begins as the format asks for.
func TestFilesNeedNoFont(t *testing.T) {
	written := func(image figure.Image, as figure.Print) string {
		var b bytes.Buffer
		if _, err := as.Write(&b, image, exampleFigures(t)[0]); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	count := func(text, pattern string) int { return len(regexp.MustCompile(pattern).FindAllString(text, -1)) }
	for font, name := range map[figure.Font]string{figure.Sans: "LiberationSans", figure.Serif: "LiberationSerif"} {
		pdf := written(figure.PDF, figure.Print{Font: font})
		if fonts, files := count(pdf, `/Type ?/Font\b[^D]`), count(pdf, `/FontFile2 `); fonts != 1 || files != 1 || !strings.Contains(pdf, "/BaseFont /"+name) || strings.Contains(pdf, "/Type3") {
			t.Errorf("%s: %d fonts, %d files of them", font, fonts, files)
		}
	}
	for image, none := range map[figure.Image]string{figure.PDF: "/BaseFont", figure.SVG: "<text|font", figure.EPS: "findfont|show\\n"} {
		outlined := written(image, figure.Print{Letters: figure.Outlined})
		if image == figure.EPS {
			outlined = strings.TrimSuffix(outlined, "showpage\n")
		}
		if n := count(outlined, none); n > 0 {
			t.Errorf("%s with outlined letters has %d of %s", image, n, none)
		}
	}
	if eps := written(figure.EPS, figure.Print{}); !strings.HasPrefix(eps, "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 241 ") || strings.Contains(eps, "findfont") {
		t.Errorf("an EPS begins with %.60q, and names a font: %v", eps, strings.Contains(eps, "findfont"))
	}
}

// Outlined letters look as written ones: of all pixels few differ, and none of a figure's empty places.
func TestOutlinedLettersLookAsWrittenOnes(t *testing.T) {
	for _, font := range []figure.Font{figure.Sans, figure.Serif} {
		var pictures [2]bytes.Buffer
		for i, letters := range []figure.Letters{figure.Embedded, figure.Outlined} {
			if _, err := (&figure.Print{Font: font, Letters: letters}).Write(&pictures[i], figure.PNG, exampleFigures(t)[0]); err != nil {
				t.Fatal(err)
			}
		}
		a, err := png.Decode(&pictures[0])
		b, other := png.Decode(&pictures[1])
		if err != nil || other != nil || a.Bounds() != b.Bounds() {
			t.Fatalf("%v %v: %v and %v", err, other, a.Bounds(), b.Bounds())
		}
		var dark, differ float64
		for y := range a.Bounds().Dy() {
			for x := range a.Bounds().Dx() {
				one, _, _, _ := a.At(x, y).RGBA()
				two, _, _, _ := b.At(x, y).RGBA()
				dark += 1 - float64(one)/0xffff
				differ += math.Abs(float64(one)-float64(two)) / 0xffff
			}
		}
		if differ == 0 || differ > 0.1*dark {
			t.Errorf("%s: %.1f %% of the ink differs", font, 100*differ/dark)
		}
	}
}

// What a figure leaves out is not in it, makes it lower, and is returned for the caption.
func TestTextsLeftOutAreForTheCaption(t *testing.T) {
	for i, f := range exampleFigures(t) {
		var whole, bare bytes.Buffer
		if left, err := new(figure.Print).Write(&whole, figure.SVG, f); err != nil || left.Caption() != "" {
			t.Fatalf("%s: left out %q: %v", examples[i].name, left.Caption(), err)
		}
		as := figure.Print{Without: []figure.Words{figure.Notes, figure.Title}}
		left, err := as.Write(&bare, figure.SVG, f)
		if err != nil || left.Title == "" || len(left.Notes) == 0 {
			t.Fatalf("%s: left out %v: %v", examples[i].name, left, err)
		}
		texts, page, _ := figure.PrintedTexts(f, as)
		before, high, _ := figure.Texts(f, figure.Single)
		if !(page.Max.Y < high.Max.Y-8) {
			t.Errorf("%s is %v high, and was %v", examples[i].name, page.Max.Y, high.Max.Y)
		}
		has := map[string]bool{}
		for _, w := range texts {
			has[w.Text] = true
		}
		for _, w := range before { // all else is there
			part := strings.TrimSuffix(w.Text, "…")
			if said := strings.Contains(left.Caption(), part); !has[w.Text] && !said {
				t.Errorf("%s: %q is neither in the figure nor in the caption %q", examples[i].name, w.Text, left.Caption())
			}
		}
		if first := strings.Fields(left.Title)[0]; strings.Contains(bare.String(), ">"+first+" ") {
			t.Errorf("%s: the title is in the figure", examples[i].name)
		}
	}
}

// What no figure can be is refused, and nothing is written.
func TestPrintsThatCannotBe(t *testing.T) {
	f := exampleFigures(t)[0]
	for want, as := range map[string]figure.Print{
		`no width is called "triple"; there are single, double, column, page and screen, and millimetres like 122mm`: {Width: "triple"},
		"a figure 601 mm wide: must be above 0 and at most 600":                                                      {Width: "601mm"},
		"a figure -5 mm wide: must be above 0 and at most 600":                                                       {Width: "-5"},
		"a figure NaN mm wide: must be above 0 and at most 600":                                                      {Width: "NaN"},
		"a figure 60 mm wide has no room for text of 8 points: at least 68.57 mm":                                    {Width: "60mm"},
		"a figure 88.9 mm wide has no room for text of 12 points: at least 102.9 mm":                                 {Width: figure.Column, TextPt: 12},
		"text of 5 points: must be from 6 to 24":                                                                     {TextPt: 5},
		"text of NaN points: must be from 6 to 24":                                                                   {TextPt: math.NaN()},
		`no font is called "comic"; there are sans and serif`:                                                        {Font: "comic"},
		`no kind of letters is called "ink"; there are text and paths`:                                               {Letters: "ink"},
		`no text that can be left out is called "legend"; there are title and notes`:                                 {Without: []figure.Words{"legend"}},
	} {
		var b bytes.Buffer
		if _, err := as.Write(&b, figure.SVG, f); fmt.Sprint(err) != want || b.Len() > 0 {
			t.Errorf("%v: %v and %d bytes, want %s", as, err, b.Len(), want)
		}
	}
}

// Lines and marks grow with the text: a figure of twice the width and text is the same, twice as large.
func TestAFigureGrowsWithItsText(t *testing.T) {
	for i, f := range exampleFigures(t) {
		small, page, err := figure.PrintedTexts(f, figure.Print{Width: "85mm", TextPt: 7})
		large, twice, other := figure.PrintedTexts(f, figure.Print{Width: "170mm", TextPt: 14})
		if err != nil || other != nil || len(small) != len(large) {
			t.Fatalf("%s: %v %v, %d and %d texts", examples[i].name, err, other, len(small), len(large))
		}
		const slack = vg.Length(1e-6)
		if d := twice.Max.Y - 2*page.Max.Y; d > slack || d < -slack {
			t.Errorf("%s is %v high, and %v", examples[i].name, page.Max.Y, twice.Max.Y)
		}
		for k := range small {
			if d := large[k].Box.Min.X - 2*small[k].Box.Min.X; small[k].Text != large[k].Text || d > slack || d < -slack {
				t.Errorf("%s: %v and %v", examples[i].name, small[k], large[k])
			}
		}
	}
}
