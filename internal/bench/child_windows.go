package main

import (
	"os"
	"os/exec"
)

func detach(*exec.Cmd) {}

// stopGently cannot be gentle here: there is no signal to send.
func stopGently(p *os.Process) error { return p.Kill() }

func runAs(*exec.Cmd, *account) {}

// residentPeak is unknown.
func residentPeak(*os.ProcessState) int64 { return 0 }

func stopFast(p *os.Process) error { return p.Kill() }
