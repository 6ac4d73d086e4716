package main

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"scanfrag/internal/drive"
)

// environment is where and with what the figures were made; empty is unknown.
type environment struct {
	StartedAt  time.Time         `json:"started_at"`
	Seconds    float64           `json:"seconds"`
	OS         string            `json:"os"`
	Arch       string            `json:"arch"`
	CPUs       int               `json:"cpus"`
	Go         string            `json:"go"`
	Dir        string            `json:"dir"`
	FileSystem string            `json:"file_system"`
	Device     string            `json:"device"`
	Rotational *bool             `json:"rotational"`
	Scanfrag   string            `json:"scanfrag"`
	Peers      map[string]string `json:"peers"` // versions of those found
}

func (b *bench) environment(started time.Time) environment {
	f := drive.Inspect(b.dir)
	e := environment{StartedAt: started.UTC(), Seconds: time.Since(started).Seconds(), OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU(), Go: runtime.Version(),
		Dir: filepath.Dir(b.dir), FileSystem: f.FileSystem, Device: f.Device, Rotational: f.Rotational, Peers: b.tools.versions}
	if out, err := output(context.Background(), command(context.Background(), b.scanfrag, "--version")); err == nil {
		e.Scanfrag = strings.TrimSpace(string(out))
	}
	return e
}

// lines are the environment as notes of a table.
func (e environment) lines() []string {
	var peers []string
	for _, p := range []string{needSQLite, needPostgres, needFio} {
		if v := e.Peers[p]; v != "" {
			peers = append(peers, p+" "+v)
		}
	}
	where := fmt.Sprintf("%s/%s, %d processors, %s", e.OS, e.Arch, e.CPUs, e.Dir)
	if e.FileSystem != "" {
		where += fmt.Sprintf(" (%s on %s)", e.FileSystem, e.Device)
	}
	return []string{fmt.Sprintf("%s; %s; %s; took %.0f s", where, e.Scanfrag, strings.Join(peers, ", "), e.Seconds)}
}
