package report

import (
	"fmt"
	"html/template"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Colours of a figure are in the styles of its elements. On the page they are variables, which
// the style of the page sets where the reader has chosen a dark screen.
var (
	styleOf  = regexp.MustCompile(`style="[^"]*"`)
	colourOf = regexp.MustCompile(`(fill|stroke):#([0-9A-F]{6})`)
	variable = regexp.MustCompile(`var\(--c([0-9A-F]{6}),`)
)

// shaded makes the colours of a figure variables, each with its own value unless the page sets it.
func shaded(svg string) string {
	return styleOf.ReplaceAllStringFunc(svg, func(style string) string {
		return colourOf.ReplaceAllString(style, "$1:var(--c$2,#$2)")
	})
}

// The ground and the ink of a dark page, as page.css has them.
var (
	darkGround = rgb{0x16, 0x18, 0x1a}
	darkInk    = rgb{0xe8, 0xe8, 0xe8}
)

// leastContrast is the contrast to the ground below which a colour is made lighter: 3 is what
// WCAG 2.2 asks of graphics (§1.4.11), and thin lines need more.
const leastContrast = 4

// dark sets the variables of all colours of some figures for a dark screen.
func dark(all ...numberedFigure) template.CSS {
	var found []string
	for _, f := range all {
		for _, panel := range f.Panels {
			for _, match := range variable.FindAllStringSubmatch(string(panel.SVG), -1) {
				if !slices.Contains(found, match[1]) {
					found = append(found, match[1])
				}
			}
		}
	}
	slices.Sort(found)
	var b strings.Builder
	for _, name := range found {
		hex, err := strconv.ParseUint(name, 16, 32)
		if err != nil {
			panic("report: " + err.Error()) // it has six hexadecimal digits
		}
		c := rgb{float64(hex >> 16), float64(hex >> 8 & 255), float64(hex & 255)}
		fmt.Fprintf(&b, " --c%s: %s;", name, c.onDark())
	}
	return template.CSS(strings.TrimSpace(b.String()))
}

// rgb is red, green and blue, from 0 to 255.
type rgb [3]float64

func (c rgb) String() string {
	return fmt.Sprintf("#%02x%02x%02x", int(c[0]+0.5), int(c[1]+0.5), int(c[2]+0.5))
}

// onDark returns the colour for a dark ground: of a grey the one as far from the ground as it
// was from white, else the same hue, lighter if it would be hard to see.
func (c rgb) onDark() rgb {
	if c[0] == c[1] && c[1] == c[2] {
		return darkInk.toward(darkGround, c[0]/255)
	}
	white := rgb{255, 255, 255}
	for part := 0.0; part < 1; part += 0.05 {
		if lighter := c.toward(white, part); lighter.contrast(darkGround) >= leastContrast {
			return lighter
		}
	}
	return white
}

// toward returns the colour that lies so far on the way to another one.
func (c rgb) toward(other rgb, part float64) (out rgb) {
	for i := range c {
		out[i] = float64(c[i]*(1-part)) + float64(other[i]*part)
	}
	return out
}

// contrast returns the contrast of two colours, from 1 to 21 (WCAG 2.2).
func (c rgb) contrast(other rgb) float64 {
	a, b := c.luminance(), other.luminance()
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

// luminance returns the relative luminance, from 0 to 1 (WCAG 2.2).
func (c rgb) luminance() float64 {
	linear := func(v float64) float64 {
		if v /= 255; v > 0.04045 {
			return math.Pow((v+0.055)/1.055, 2.4)
		}
		return v / 12.92
	}
	return float64(0.2126*linear(c[0])) + float64(0.7152*linear(c[1])) + float64(0.0722*linear(c[2]))
}
