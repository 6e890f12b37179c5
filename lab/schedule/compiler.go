package schedule

import (
	"sync"

	"buluo/rules"
)

// Compiler compiles the rules of jobs, those that many jobs share once. The zero value is ready for any number of goroutines.
type Compiler struct {
	mu   sync.Mutex
	done map[string]*rules.Rules // by name and stanza
}

// Rules returns a job's rules. The error is that of Spec or of the compiler, and is found out again the next time.
func (c *Compiler) Rules(j *Job) (*rules.Rules, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := j.Variant + "\x00" + j.Stanza
	if r := c.done[key]; r != nil {
		return r, nil
	}
	spec, err := j.Spec()
	if err != nil {
		return nil, err
	}
	r, err := rules.Compile(spec)
	if err != nil {
		return nil, err
	}
	if c.done == nil {
		c.done = map[string]*rules.Rules{}
	}
	c.done[key] = r
	return r, nil
}
