//go:build unix

package main

import (
	"os"
	"os/exec"
	"syscall"
)

func detach(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
	dieWithParent(cmd.SysProcAttr)
}

func stopGently(p *os.Process) error { return p.Signal(syscall.SIGTERM) }

// runAs has the child run as another user; only root may.
func runAs(cmd *exec.Cmd, u *account) {
	if u == nil {
		return
	}
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(u.uid), Gid: uint32(u.gid)}
}

// stopFast is PostgreSQL's word for: end the sessions, then shut down.
func stopFast(p *os.Process) error { return p.Signal(syscall.SIGINT) }
