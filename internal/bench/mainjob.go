package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"scanfrag/scan"
)

// runMain times the main job as the README gives it, on a built binary.
func runMain(ctx context.Context, b *bench, _ []string) (err error) {
	dir, remove, err := b.subdir("main")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remove()) }()
	return b.pairs(ctx, mainWork, func(ctx context.Context) (float64, error) {
		result := filepath.Join(dir, "result.json")
		cmd := command(ctx, b.scanfrag, "run", "--drive", "bench="+dir, "--rows", strconv.FormatInt(b.opt.rows, 10),
			"--memory", strconv.FormatInt(b.opt.memory, 10), "--json", result, "--quiet", "--yes")
		start := time.Now()
		_, err := output(ctx, cmd)
		took := time.Since(start).Seconds()
		b.resident(cmd, "run")
		if err != nil {
			return 0, err
		}
		return took, b.mainNotes(result)
	}, nil)
}

// mainNotes says where the time of the main job went.
func (b *bench) mainNotes(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("read the main job's result: %w", err)
	}
	defer f.Close()
	doc, err := scan.Read(f)
	if err != nil {
		return fmt.Errorf("read the main job's result: %w", err)
	}
	var load, scans float64
	seen := map[string]bool{}
	for _, r := range doc.Results {
		if r.LoadSeconds != nil && !seen[r.Loader] {
			load += *r.LoadSeconds
		}
		seen[r.Loader] = true
		for _, s := range r.Scans {
			scans += s.ElapsedSeconds
		}
	}
	b.note(mainWork, "%d loads %s s, %d scan cells %s s, the rest rules, stats and checkpoints", len(seen), number(load), len(doc.Results), number(scans))
	return nil
}
