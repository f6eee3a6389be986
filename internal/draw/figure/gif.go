package figure

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/gif"
	"io"
	"slices"
	"time"

	"bellwether/internal/base/durable"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// Animations are for screens: 144 dots an inch make 482 or 1009 pixels of the two widths.
const screenDots = 144

// gifTick is the unit of a GIF's delays; browsers show shorter ones than two as ten.
const gifTick = 10 * time.Millisecond

// FrameLasts is for how long a frame of an animation is seen at least. A GIF counts
// hundredths of a second, and browsers slow down what is faster.
const FrameLasts = 50 * time.Millisecond

// WriteAnimation writes an animation as a GIF that begins again, each frame seen for so long.
func WriteAnimation(w io.Writer, a *Animation, as Print, lasts time.Duration) error {
	if err := as.Check(); err != nil {
		return err
	}
	wide, _, _ := as.size()
	t := as.typeface()
	pages, err := a.plan(t, wide)
	if err != nil {
		return err
	}
	paint := func(p *page) *image.RGBA { return p.onScreen(t, as) }
	ink := newInks(pages, paint)
	out := gif.GIF{}
	var before *image.RGBA
	for i, p := range pages {
		now := paint(p)
		out.Image = append(out.Image, ink.changed(before, now))
		out.Delay = append(out.Delay, int(max(lasts, FrameLasts)/gifTick))
		before = now
		if i == len(pages)-1 {
			out.Delay[i] = int(2 * time.Second / gifTick) // the end is seen before it begins again
		}
	}
	return gif.EncodeAll(w, &out)
}

// onScreen draws the page in the pixels of a screen.
func (p *page) onScreen(t *typeface, as Print) *image.RGBA {
	wide, scale, _ := as.size()
	canvas := vgimg.NewWith(vgimg.UseWH(wide*vg.Length(scale), p.height*vg.Length(scale)), vgimg.UseDPI(screenDots))
	p.onto(as.scaled(canvas, wide, p.height), t)
	return canvas.Image().(*image.RGBA)
}

// SaveAnimation writes an animation into a file, whole or not at all.
func SaveAnimation(file string, a *Animation, as Print, lasts time.Duration) error {
	var b bytes.Buffer
	if err := WriteAnimation(&b, a, as, lasts); err != nil {
		return err
	}
	return durable.Write(durable.OS{}, file, 0o644, b.Bytes())
}

// inks are the 256 colours of a GIF, and which of them each colour of 15 bits becomes.
type inks struct {
	palette color.Palette
	nearest [1 << 15]uint8
}

// sampled is how many frames the colours are taken from: they differ little.
const sampled = 12

// newInks takes the most frequent colours of some frames.
func newInks(pages []*page, paint func(*page) *image.RGBA) *inks {
	type sum struct{ n, r, g, b int }
	sums := make([]sum, 1<<15)
	for i := 0; i < len(pages); i += max(1, len(pages)/sampled) {
		pix := paint(pages[i]).Pix
		for k := 0; k < len(pix); k += 4 {
			s := &sums[key(pix[k:])]
			s.n, s.r, s.g, s.b = s.n+1, s.r+int(pix[k]), s.g+int(pix[k+1]), s.b+int(pix[k+2])
		}
	}
	slices.SortStableFunc(sums, func(a, b sum) int { return cmp.Compare(b.n, a.n) })
	out := &inks{}
	for _, s := range sums[:256] {
		if s.n > 0 {
			out.palette = append(out.palette, color.RGBA{uint8(s.r / s.n), uint8(s.g / s.n), uint8(s.b / s.n), 255})
		}
	}
	for k := range out.nearest {
		spread := func(bits int) uint8 { v := uint8(k >> bits & 31); return v<<3 | v>>2 }
		out.nearest[k] = uint8(out.palette.Index(color.RGBA{spread(10), spread(5), spread(0), 255}))
	}
	return out
}

// key is a colour in 15 bits.
func key(pix []uint8) int { return int(pix[0]>>3)<<10 | int(pix[1]>>3)<<5 | int(pix[2]>>3) }

// changed returns the rectangle of a picture that differs from the one before, or one pixel.
func (k *inks) changed(before, now *image.RGBA) *image.Paletted {
	area := now.Bounds()
	if before != nil {
		var differs image.Rectangle
		for y := area.Min.Y; y < area.Max.Y; y++ {
			a, b := before.Pix[before.PixOffset(area.Min.X, y):][:4*area.Dx()], now.Pix[now.PixOffset(area.Min.X, y):][:4*area.Dx()]
			if bytes.Equal(a, b) {
				continue
			}
			first, last := 0, len(b)-1
			for a[first] == b[first] {
				first++
			}
			for a[last] == b[last] {
				last--
			}
			differs = differs.Union(image.Rect(area.Min.X+first/4, y, area.Min.X+last/4+1, y+1))
		}
		if area = differs; area.Empty() {
			area = image.Rect(0, 0, 1, 1)
		}
	}
	out := image.NewPaletted(area, k.palette)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		from := now.Pix[now.PixOffset(area.Min.X, y):]
		to := out.Pix[out.PixOffset(area.Min.X, y):]
		for x := range area.Dx() {
			to[x] = k.nearest[key(from[4*x:])]
		}
	}
	return out
}
