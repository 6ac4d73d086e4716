package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"scanfrag/internal/drive"
	"scanfrag/internal/report"
)

func cleanupCommand(fs *pflag.FlagSet) action {
	drives := fs.StringArray("drive", nil, "drive to look at, as `NAME=DIR`; repeatable (default: the default drive)")
	dirs := fs.StringArray("dir", nil, "the same by its directory `DIR` alone; repeatable")
	kept := fs.Bool("kept", false, "remove the databases that run --keep left, too")
	yes := fs.Bool("yes", false, "do not ask")
	return func(ctx context.Context, e env, _ []string) error {
		var where []drive.Drive
		var err error
		if len(*drives) > 0 || len(*dirs) == 0 {
			if where, err = chooseDrives(*drives, true); err != nil {
				return err
			}
		}
		for _, d := range *dirs {
			where = append(where, drive.Drive{Name: d, Dir: d})
		}
		named := len(*drives)+len(*dirs) > 0
		var dead []drive.Found
		var bytes int64
		for _, d := range where {
			if named { // the default need not be there yet
				if err := d.Check(); err != nil {
					return err
				}
			}
			found, err := drive.List(d.Dir)
			if err != nil {
				return err
			}
			wanted, err := drive.ListKept(d.Dir)
			if err != nil {
				return err
			}
			for _, f := range append(found, wanted...) {
				switch {
				case f.Alive:
					e.say("%s is in use: left alone", f.Dir)
				case f.Kept && !*kept:
					e.say("%s (%s) was kept by --keep: left alone; --kept removes it", f.Dir, report.Bytes(f.Bytes))
				default:
					e.say("%s (%s)", f.Dir, report.Bytes(f.Bytes))
					dead = append(dead, f)
					bytes += f.Bytes
				}
			}
		}
		if len(dead) == 0 {
			e.say("nothing to remove")
			return nil
		}
		if err := e.confirm(*yes, fmt.Sprintf("%s of %d run%s to be removed", report.Bytes(bytes), len(dead), plural(int64(len(dead))))); err != nil {
			return err
		}
		var failed error
		for _, f := range dead {
			if removed, err := drive.Clean(f); err != nil {
				failed = errors.Join(failed, err)
			} else if removed {
				fmt.Fprintf(e.stdout, "removed %s\n", f.Dir)
			}
		}
		return failed
	}
}
