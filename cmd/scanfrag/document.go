package main

import (
	"runtime"
	"time"

	"scanfrag/scan"
)

// newDocument is a document without results.
func newDocument(e env, t *target) scan.Document {
	commit, driver := buildFacts()
	args := make([]string, len(e.args))
	for i, a := range e.args {
		args[i] = redactArg(a)
	}
	env := scan.Environment{
		StartedAt: time.Now().UTC().Truncate(time.Second), Command: args, OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU(),
		Server: t.address, ServerVersion: t.facts.Version, Edition: t.facts.Edition, Schedulers: t.facts.Schedulers, PoolBytes: t.facts.PoolBytes,
		RampUp: t.facts.RampUp,
		Drives: []scan.Drive{}, Notes: []string{},
	}
	if ram := physicalMemory(); ram > 0 && !t.named() {
		env.MemoryBytes = &ram
	}
	if env.RampUp != nil && *env.RampUp {
		env.Notes = append(env.Notes, "buffer-pool ramp-up is on: until the pool has been full, a request of one page reads the 64 KiB around it.")
	}
	return scan.Document{Schema: scan.Schema, Tool: scan.Tool{Name: "scanfrag", Version: version, Commit: commit, Go: runtime.Version(), Driver: driver},
		Environment: env, Results: []scan.Result{}}
}
