package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"scanfrag/internal/drive"
	"scanfrag/internal/report"
	"scanfrag/scan"
)

// place is a drive made ready: its scratch directory, and what the system says
// of it.
type place struct {
	drive   drive.Drive
	scratch *drive.Scratch
	facts   scan.Drive
}

// chooseDrives reads --drive, or takes the default, whose directory it makes
// unless dry.
func chooseDrives(args []string, dry bool) ([]drive.Drive, error) {
	if len(args) > 0 {
		ds, err := drive.ParseAll(args)
		if err != nil {
			return nil, usageError(err)
		}
		for i, d := range ds {
			if ds[i].Dir, err = filepath.Abs(d.Dir); err != nil {
				return nil, fmt.Errorf("drive %s: %w", d.Name, err)
			}
		}
		return ds, nil
	}
	d, err := drive.Default()
	if err != nil {
		return nil, err
	}
	if !dry {
		if err := d.Ensure(); err != nil {
			return nil, err
		}
	}
	return []drive.Drive{d}, nil
}

// preparePlaces makes a scratch directory on every drive that will do. The
// others are reported and skipped; it is an error when none is left.
func preparePlaces(e env, drives []drive.Drive, want int64, by string, timing bool, quiet bool) (places []place, skipped []string, err error) {
	for _, d := range drives {
		p, err := preparePlace(e, d, want, by, timing, quiet)
		if err != nil {
			e.say("scanfrag: %v", err)
			skipped = append(skipped, fmt.Sprintf("drive %s skipped: %v", d.Name, err))
			continue
		}
		places = append(places, p)
	}
	if len(places) == 0 {
		return nil, skipped, outcome(exitFailure)
	}
	return places, skipped, nil
}

func preparePlace(e env, d drive.Drive, want int64, by string, timing, quiet bool) (place, error) {
	if err := d.Check(); err != nil {
		return place{}, err
	}
	if err := clearLeftovers(e, d, timing, quiet); err != nil {
		return place{}, err
	}
	f := drive.Inspect(d.Dir)
	if f.FreeBytes != nil && *f.FreeBytes < want {
		return place{}, fmt.Errorf("drive %s: %s are needed (%s), %s are free in %s: make space, take fewer --rows or another --drive",
			d.Name, report.Bytes(want), by, report.Bytes(*f.FreeBytes), d.Dir)
	}
	s, err := drive.NewScratch(d.Dir)
	if err != nil {
		return place{}, fmt.Errorf("drive %s: %w", d.Name, err)
	}
	return place{d, s, scan.Drive{Name: d.Name, Dir: d.Dir, FileSystem: f.FileSystem, Device: f.Device, Rotational: f.Rotational,
		FreeBytes: f.FreeBytes, TotalBytes: f.TotalBytes}}, nil
}

// clearLeftovers removes what dead runs left on the drive. A live one is an
// error when times are to be taken: each would spoil the other's.
func clearLeftovers(e env, d drive.Drive, timing, quiet bool) error {
	found, err := drive.List(d.Dir)
	if err != nil {
		return fmt.Errorf("drive %s: %w", d.Name, err)
	}
	for _, f := range found {
		if f.Alive {
			if timing {
				return fmt.Errorf("drive %s: another run is using %s: wait for it, or its scans and these would slow each other", d.Name, f.Dir)
			}
			continue
		}
		removed, err := drive.Clean(f)
		if err != nil {
			return fmt.Errorf("drive %s: %w", d.Name, err)
		}
		if removed && !quiet {
			e.say("removed the leftover of a dead run: %s (%s)", f.Dir, report.Bytes(f.Bytes))
		}
	}
	return nil
}

// serverDrives are the drives of a named server: directories of its machine,
// of which nothing is known here. The default is the server's own data path.
func serverDrives(ctx context.Context, t *target, args []string) ([]scan.Drive, error) {
	if len(args) == 0 {
		var dir *string
		err := t.db.GetContext(ctx, &dir, "SELECT CAST(SERVERPROPERTY('InstanceDefaultDataPath') AS nvarchar(260));")
		if err != nil || dir == nil {
			return nil, usageError(errors.New("the server does not tell its data path: name a directory of its machine with --drive NAME=DIR"))
		}
		return []scan.Drive{{Name: drive.DefaultName, Dir: *dir}}, nil
	}
	ds, err := drive.ParseAll(args)
	if err != nil {
		return nil, usageError(err)
	}
	var out []scan.Drive
	for _, d := range ds {
		out = append(out, scan.Drive{Name: d.Name, Dir: d.Dir})
	}
	return out, nil
}
