package sysviews

import (
	"errors"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// Commands about caches and files.
func init() {
	// Clean pages only, of every database: who wants a cold cache runs CHECKPOINT before.
	dbcc("DROPCLEANBUFFERS", func(c *system.Call, _ args, _ dbccOptions) error {
		return eachDatabase(c, nil, func(d *engine.Database) bool {
			if used(d) {
				if st := d.Store(); st != nil {
					st.DropClean()
				}
			}
			return true
		})
	})
	forget := func(c *system.Call, _ args, _ dbccOptions) error {
		c.Session.Server().Queries.Clear()
		c.Session.SchemaChanged() // compiled plans are made anew
		return nil
	}
	dbcc("FREEPROCCACHE", forget)
	dbcc("FREESYSTEMCACHE", forget)
	// Undocumented by Microsoft. Tables that a transaction is using are passed over.
	dbcc("FORCEGHOSTCLEANUP", func(c *system.Call, _ args, _ dbccOptions) error {
		var errs []error
		err := eachDatabase(c, nil, func(d *engine.Database) bool {
			errs = append(errs, d.ForceGhostCleanup(c.Ctx))
			return true
		})
		return errors.Join(append(errs, err)...)
	})
	nothing := func(*system.Call, args, dbccOptions) error { return nil }
	dbcc("FREESESSIONCACHE", nothing)

	// Counts are kept exact; there is nothing to correct.
	dbcc("UPDATEUSAGE", func(c *system.Call, a args, _ dbccOptions) error {
		if _, err := dbccDatabase(c, a, 0); err != nil || len(a) < 2 {
			return err
		}
		_, err := dbccTable(c, a, 1)
		return err
	})

	// Shrinking gives the unallocated tail back (TRUNCATEONLY); pages are never moved.
	shrink := func(d *engine.Database) error { return d.TrimTail() }
	dbcc("SHRINKDATABASE", func(c *system.Call, a args, _ dbccOptions) error {
		d, err := dbccDatabase(c, a, 0)
		if err != nil {
			return err
		}
		return shrink(d)
	})
	dbcc("SHRINKFILE", func(c *system.Call, a args, _ dbccOptions) error {
		d := database(c)
		id, number := a.intArg(0)
		if number && id != 1 || !number && !sameName(a.at(0), d.Name()) {
			return sqltype.Errorf(8985, "Could not locate file '%s' for database '%s' in sys.database_files.", a.at(0).S, d.Name())
		}
		return shrink(d)
	})
	for _, name := range []string{"SHOW_STATISTICS", "SHOWSTATISTICS"} {
		dbcc(name, func(*system.Call, args, dbccOptions) error {
			return sqltype.Errorf(40517, "DBCC SHOW_STATISTICS is not supported by the embedded engine: it keeps no statistics.")
		})
	}
}
