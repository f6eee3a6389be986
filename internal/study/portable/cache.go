package portable

import (
	"encoding/json"
	"sync"
)

// Bounds of what is kept between orders: 1024 scenarios take some 10 MB, and files as they are
// read take about four times their size.
const (
	mostCached      = 1024
	mostCachedBytes = 128 << 20
)

// A Cache keeps what was read for orders, the latest ones. The zero Cache is empty.
type Cache[T any] struct {
	mutex sync.Mutex
	by    map[string]*cached[T]
	order []string // the oldest first
	bytes int
}

type cached[T any] struct {
	once  sync.Once
	value T
	bytes int // of files
	err   error
}

// Get returns the value of a spec, and loads it if it is not kept. Two orders never load the
// same spec at the same time. load also returns how many bytes of files it has read.
func (c *Cache[T]) Get(spec any, load func() (T, int, error)) (T, error) {
	var none T
	text, err := json.Marshal(spec)
	if err != nil {
		return none, err
	}
	key := string(text)
	c.mutex.Lock()
	if c.by == nil {
		c.by = map[string]*cached[T]{}
	}
	one, known := c.by[key]
	if !known {
		one = new(cached[T])
		c.by[key], c.order = one, append(c.order, key)
	}
	c.mutex.Unlock()
	one.once.Do(func() {
		bytes := 0
		if one.value, bytes, one.err = load(); one.err != nil {
			return
		}
		c.mutex.Lock()
		defer c.mutex.Unlock()
		if c.by[key] == one { // else it is forgotten already
			one.bytes = bytes
			c.bytes += bytes
		}
	})
	if one.err != nil {
		c.drop(key, one)
		return none, one.err
	}
	c.trim()
	return one.value, nil
}

// drop forgets a spec that could not be read, because what was missing may come later.
func (c *Cache[T]) drop(key string, failed *cached[T]) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.by[key] != failed {
		return // another order reads it again
	}
	delete(c.by, key)
	for i, k := range c.order {
		if k == key {
			c.order = append(c.order[:i], c.order[i+1:]...)
			return
		}
	}
}

// trim forgets the oldest beyond the bounds, but never the latest.
func (c *Cache[T]) trim() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for len(c.order) > 1 && (len(c.order) > mostCached || c.bytes > mostCachedBytes) {
		c.bytes -= c.by[c.order[0]].bytes
		delete(c.by, c.order[0])
		c.order = c.order[1:]
	}
}
