package scan

import (
	"fmt"
	"time"

	"scanfrag/loaders"
)

// Spec is a whole experiment.
type Spec struct {
	Engine  string
	Drives  []Drive
	Plans   []loaders.Plan
	Maxdop  []int         // 0: all visible schedulers
	Runs    int           // scans per MAXDOP
	Timeout time.Duration // of one load; 0: none
	// ValidateOnly loads, judges and reads statistics but scans nothing.
	ValidateOnly bool
	// AllowInvalid scans loads that broke a rule too.
	AllowInvalid bool
	// Keep leaves the databases in place.
	Keep bool
	// Schedulers is the number DryRun prints for MAXDOP 0; 0 is unknown. A run asks
	// the server.
	Schedulers int
	// ID makes the database names of this run unique.
	ID string
	// CachedPages counts the pages of a data file in this kernel's page cache;
	// nil when that cannot be asked (another machine, another system).
	CachedPages func(path string) (int64, error)
}

// Step is one timed scan in the order of the plan.
type Step struct {
	Maxdop int
	Run    int // 1-based
}

// Order is the sequence of scans of one load. The degrees take turns, so that a
// drift of the drive during the scans hits all of them alike.
func (s Spec) Order() []Step {
	var out []Step
	for run := 1; run <= s.Runs; run++ {
		for _, m := range s.Maxdop {
			out = append(out, Step{m, run})
		}
	}
	return out
}

// Check refuses a spec that cannot be run.
func (s Spec) Check() error {
	switch {
	case len(s.Drives) == 0:
		return fmt.Errorf("no drive to run on")
	case len(s.Plans) == 0:
		return fmt.Errorf("no loader to run")
	}
	seen := map[string]bool{}
	for _, p := range s.Plans {
		if seen[p.Loader.Name()] {
			return fmt.Errorf("loader %s is given twice", p.Loader.Name())
		}
		seen[p.Loader.Name()] = true
	}
	if s.ValidateOnly {
		return nil
	}
	return s.CheckScans()
}

// CheckScans refuses runs and degrees that cannot be scanned with.
func (s Spec) CheckScans() error {
	switch {
	case s.Runs < 1:
		return fmt.Errorf("%d runs: at least 1 is needed", s.Runs)
	case len(s.Maxdop) == 0:
		return fmt.Errorf("no MAXDOP to scan with")
	}
	dop := map[int]bool{}
	for _, m := range s.Maxdop {
		if m < 0 || m > 32767 {
			return fmt.Errorf("MAXDOP %d: 0 to 32767 is wanted", m)
		}
		if dop[m] {
			return fmt.Errorf("MAXDOP %d is given twice", m)
		}
		dop[m] = true
	}
	return nil
}
