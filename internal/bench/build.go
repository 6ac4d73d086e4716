package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// build makes the binary under test from the source around the current directory,
// or takes the one of --scanfrag.
func (b *bench) build(ctx context.Context) error {
	if b.opt.scanfrag != "" {
		path, err := filepath.Abs(b.opt.scanfrag)
		if err == nil {
			_, err = os.Stat(path)
		}
		if err != nil {
			return fmt.Errorf("--scanfrag: %w", err)
		}
		b.scanfrag = path
		return nil
	}
	wd, err := os.Getwd()
	if err != nil {
		return err
	}
	root, err := sourceRoot(wd)
	if err != nil {
		return err
	}
	b.scanfrag = filepath.Join(b.dir, "scanfrag")
	if runtime.GOOS == "windows" {
		b.scanfrag += ".exe"
	}
	b.say("building scanfrag from %s", root)
	cmd := command(ctx, "go", "build", "-o", b.scanfrag, "./cmd/scanfrag")
	cmd.Dir = root
	if _, err := output(ctx, cmd); err != nil {
		return fmt.Errorf("build scanfrag: %w", err)
	}
	return nil
}

// sourceRoot is the directory of scanfrag's go.mod, at dir or above it.
func sourceRoot(dir string) (string, error) {
	for {
		raw, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil {
			first, _, _ := strings.Cut(string(raw), "\n")
			if strings.TrimSpace(first) == "module scanfrag" {
				return dir, nil
			}
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("find the source of scanfrag: no go.mod of it around the current directory: change into internal/bench, or name a built binary with --scanfrag")
		}
		dir = up
	}
}
