package system

import (
	"fmt"
	"sort"
	"strings"
	"sync"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
)

// Setting is one sp_configure option. Value is what was set, Running what is in force after RECONFIGURE.
type Setting struct {
	Name           string
	Min, Max       int64
	Value, Running int64
	Advanced       bool
	Description    string
	// Note says what the embedded engine does differently with it; "" nothing.
	Note string
}

// Config holds the server's sp_configure options.
type Config struct {
	mu sync.Mutex
	m  map[string]*Setting
}

func newSettings(inst *engine.Instance) map[string]*Setting {
	m := map[string]*Setting{}
	pool := int64(inst.Pool().Frames()) / 128
	for _, s := range []Setting{
		{Name: "show advanced options", Max: 1, Description: "show advanced options"},
		{Name: "max degree of parallelism", Max: 32767, Advanced: true, Description: "maximum degree of parallelism"},
		{Name: "cost threshold for parallelism", Max: 32767, Value: 5, Advanced: true, Description: "cost threshold for parallelism",
			Note: fmt.Sprintf("The embedded engine has no costs: tables of at least %d pages are scanned in parallel whatever the threshold.", engine.SerialPages)},
		{Name: "max server memory (MB)", Min: pool, Max: pool, Value: pool, Advanced: true, Description: "Maximum size of server memory (MB)",
			Note: "The buffer pool's size is fixed when the embedded engine starts."},
	} {
		s.Running = s.Value
		m[s.Name] = &s
	}
	return m
}

// List gives copies of the settings by name.
func (c *Config) List() []Setting {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]Setting, 0, len(c.m))
	for _, s := range c.m {
		out = append(out, *s)
	}
	sort.Slice(out, func(a, b int) bool { return out[a].Name < out[b].Name })
	return out
}

// Running is the value in force of the option with that exact name; 0 when unknown.
func (c *Config) Running(name string) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.m[name]; s != nil {
		return s.Running
	}
	return 0
}

// Find gives the option whose name is, or uniquely begins with, name. Advanced options are
// hidden until "show advanced options" is in force: error 15123, ambiguous: 15124.
func (c *Config) Find(name string) (Setting, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, err := c.find(name)
	if err != nil {
		return Setting{}, err
	}
	return *s, nil
}

func (c *Config) find(name string) (*Setting, error) {
	var found []*Setting
	lower := strings.ToLower(name)
	for n, s := range c.m {
		if s.Advanced && c.m["show advanced options"].Running == 0 {
			continue
		}
		if strings.EqualFold(n, lower) {
			return s, nil
		}
		if strings.Contains(strings.ToLower(n), lower) {
			found = append(found, s)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return nil, sqltype.Errorf(15123, "The configuration option '%s' does not exist, or it may be an advanced option.", name)
	}
	return nil, sqltype.Errorf(15124, "The configuration option '%s' is not unique.", name)
}

// Set stores a value; RECONFIGURE (Apply) puts it in force. Out of range: error 15129.
func (c *Config) Set(name string, v int64) (before Setting, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, err := c.find(name)
	if err != nil {
		return Setting{}, err
	}
	if v < s.Min || v > s.Max {
		return Setting{}, sqltype.Errorf(15129, "'%d' is not a valid value for configuration option '%s'.", v, s.Name)
	}
	before = *s
	s.Value = v
	return before, nil
}

// Apply is RECONFIGURE.
func (c *Config) Apply() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.m {
		s.Running = s.Value
	}
}
