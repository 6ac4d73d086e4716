package main

import (
	"fmt"
	"os/exec"
)

// memoryAllowance is what a process may need beside its pool, in MB of 10^6 bytes.
const memoryAllowance = 300

// judgeMemory adds the line about resident memory, of all scanfrag processes that ran.
func (b *bench) judgeMemory() {
	if b.peakRSS == 0 {
		return
	}
	limit := float64(b.opt.memory)/1e6 + memoryAllowance
	w := Work{Name: memoryWork, Title: fmt.Sprintf("resident memory, at most --memory + %d MB", memoryAllowance), Unit: "MB", Floor: limit, Aim: limit, Lower: true, Absolute: true}
	b.outcomes[memoryWork] = &Outcome{Work: w, Pairs: []Pair{{Ours: float64(b.peakRSS) / 1e6}}, Notes: []string{"largest: scanfrag " + b.peakOf}}
	b.order = append(b.order, memoryWork)
}

// resident takes the peak memory of an ended scanfrag process into account.
func (b *bench) resident(cmd *exec.Cmd, what string) int64 {
	n := residentPeak(cmd.ProcessState)
	if n > b.peakRSS {
		b.peakRSS, b.peakOf = n, what
	}
	return n
}
