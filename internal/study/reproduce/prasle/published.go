package prasle

// A topology is a logical network of the paper, and its hops.
type topology struct {
	name            string
	columns, around func(n int) int
	hops            func(n int) int
}

func none(int) int { return 0 }

// topologies are those of Table I. How the mesh of the paper looks is not known here: a grid that
// is as square as its nodes allow.
var topologies = []topology{
	{"ring", func(int) int { return 1 }, func(n int) int { return n }, func(n int) int { return n / 2 }},
	{"line", func(int) int { return 1 }, none, func(n int) int { return n - 1 }},
	{"mesh", width, none, func(n int) int { return width(n) + n/width(n) - 2 }},
	{"clique", none, none, func(int) int { return 1 }},
}

// width is the number of columns of a grid of n nodes: the least divisor from the root of n on.
func width(n int) int {
	for w := 1; ; w++ {
		if w*w >= n && n%w == 0 {
			return w
		}
	}
}

// sizes are the numbers of nodes of Table I.
var sizes = []int{10, 20, 30, 40}

// published are the seconds of Table I, by topology and size, with T = 0.1 s and K of at least the
// hops, as a public simulation of the paper quotes them. No intervals are known.
var published = map[string][4]float64{
	"ring":   {.66, 1.19, 1.88, 2.59},
	"line":   {.69, 1.28, 2.40, 2.95},
	"mesh":   {.66, .89, .99, 1.14},
	"clique": {.57, .85, .99, 1.17},
}
