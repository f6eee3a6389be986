package reproduce

// published are the values of one line of the paper's figures, digitised from its vector
// graphics: exact to about half a per cent of the axis. Figs. 9 and 10b are left out:
// they are to be predicted.
type published struct {
	figure int
	series string
	metric Metric
	values [6]float64 // at Nodes
}

var fromPaper = []published{
	{5, "TCP", F, [6]float64{.076, .170, .283, .357, .469, .547}},
	{5, "UDP", F, [6]float64{.045, .113, .195, .258, .336, .373}},
	{5, "Bcast", F, [6]float64{.003, .040, .076, .109, .126, .114}},
	{5, "Opt", F, [6]float64{.001, .009, .018, .026, .030, .024}},

	{8, "Vmax 3", R, [6]float64{0, .145, .180, .170, .137, .105}},
	{8, "Vmax 9", R, [6]float64{0, .190, .207, .172, .116, .075}},
	{8, "Vmax 19", R, [6]float64{0, .196, .186, .119, .058, .035}},
	{8, "Vmax 3", F, [6]float64{0, .0114, .0209, .0290, .0272, .0200}},
	{8, "Vmax 9", F, [6]float64{0, .0027, .0058, .0063, .0043, .0031}},
	{8, "Vmax 19", F, [6]float64{0, .0037, .0055, .0048, .0032, .0013}},

	{10, "Vmax 3", T, [6]float64{2.49, 5.15, 8.28, 12.10, 15.01, 15.49}},
	{10, "Vmax 9", T, [6]float64{2.49, 6.09, 10.90, 15.24, 18.50, 19.02}},
	{10, "Vmax 19", T, [6]float64{2.55, 7.42, 14.03, 18.82, 21.16, 23.40}},
}

// theirs returns the published value of a point, if it exists.
func theirs(p Point, m Metric) (float64, bool) {
	for _, f := range fromPaper {
		if f.figure != p.Figure || f.series != p.Series || f.metric != m {
			continue
		}
		for i, n := range sizesOfFigures {
			if n == p.Nodes {
				return f.values[i], true
			}
		}
	}
	return 0, false
}
