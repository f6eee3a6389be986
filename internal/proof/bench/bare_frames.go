package bench

// frame is one transmission on its way.
type frame struct {
	ends int64 // nanoseconds
	from uint32
}

// frames are the frames on their way, in a heap with four children a node: the first to
// end comes first. Frames of one instant come in an arbitrary order, which is the same in
// each run.
type frames []frame

const children = 4

func (h *frames) push(f frame) {
	*h = append(*h, f)
	q := *h
	i := len(q) - 1
	for i > 0 {
		parent := (i - 1) / children
		if q[parent].ends <= f.ends {
			break
		}
		q[i] = q[parent]
		i = parent
	}
	q[i] = f
}

func (h *frames) pop() frame {
	q := *h
	top, last := q[0], q[len(q)-1]
	q = q[:len(q)-1]
	*h = q
	if len(q) == 0 {
		return top
	}
	i := 0
	for {
		least := children*i + 1
		if least >= len(q) {
			break
		}
		for k := least + 1; k < min(least+children, len(q)); k++ {
			if q[k].ends < q[least].ends {
				least = k
			}
		}
		if last.ends <= q[least].ends {
			break
		}
		q[i] = q[least]
		i = least
	}
	q[i] = last
	return top
}
