package sysviews

import (
	"fmt"
	"strconv"
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// sp_spaceused. For a table: pages owned, leaf pages, the other used pages (levels above the
// leaf and IAM pages), and pages owned but not used; each times 8 KB.

func kb(pages int64) string { return strconv.FormatInt(pages*(page.Size/1024), 10) + " KB" }

func mb(pages int64) string { return fmt.Sprintf("%.2f MB", float64(pages)*page.Size/(1<<20)) }

var tSize = sqltype.VarCharOf(18)

func init() {
	proc("sp_spaceused", []system.Param{
		in("@objname", sqltype.NVarCharOf(776), null), in("@updateusage", sqltype.VarCharOf(5), str("false")),
		in("@mode", sqltype.VarCharOf(11), str("ALL")), in("@oneresultset", tBit, num(0)), in("@include_total_xtp_storage", tBit, num(0)),
	}, func(c *system.Call, a procArgs) error {
		if usage, ok := a.text(1); ok && !strings.EqualFold(usage, "true") && !strings.EqualFold(usage, "false") {
			return sqltype.Errorf(15143, "'%s' is not a valid option for the @updateusage parameter. Enter either 'true' or 'false'.", usage)
		}
		// The counts are those of the pages themselves: there is nothing to update. Nothing is remote.
		switch mode, _ := a.text(2); strings.ToUpper(mode) {
		case "ALL", "LOCAL_ONLY", "":
		case "REMOTE_ONLY":
			return sqltype.Errorf(40517, "@mode = 'REMOTE_ONLY' is not supported by the embedded engine: no table is stretched to another server.")
		default:
			return sqltype.Errorf(40517, "@mode = '%s' is none of ALL, LOCAL_ONLY and REMOTE_ONLY.", mode)
		}
		if name, ok := a.text(0); ok {
			t, err := findTable(c, name)
			if err != nil {
				return err
			}
			return tableSpace(c, t)
		}
		return databaseSpace(c, a[3].Value.I != 0, a[4].Value.I != 0)
	})
}

func tableSpace(c *system.Call, t *engine.Table) error {
	s := t.Space()
	fs := fields[*engine.Table](
		col("name", tName, func(t *engine.Table) value { return str(t.Name) }),
		col("rows", sqltype.CharOf(20), func(t *engine.Table) value { return str(strconv.FormatInt(t.Rows(), 10)) }),
		col("reserved", tSize, func(*engine.Table) value { return str(kb(s.Reserved)) }),
		col("data", tSize, func(*engine.Table) value { return str(kb(s.Data)) }),
		col("index_size", tSize, func(*engine.Table) value { return str(kb(s.Used - s.Data)) }),
		col("unused", tSize, func(*engine.Table) value { return str(kb(s.Reserved - s.Used)) }),
	)
	return result(c, fs, []*engine.Table{t})
}

// databaseSpace is two result sets, or one: the database's size and what nobody owns, then the
// sum over its tables. The one set may end with columns about memory-optimized tables, which are NULL without any.
func databaseSpace(c *system.Call, one, memory bool) error {
	d := database(c)
	var s engine.Space
	for _, t := range d.Tables() {
		n := t.Space()
		s.Reserved += n.Reserved
		s.Used += n.Used
		s.Data += n.Data
	}
	size := databasePages(d)
	first := texts([]string{"database_name", "database_size", "unallocated space"}, tName, tSize)
	second := texts([]string{"reserved", "data", "index_size", "unused"}, tSize)
	a := []string{d.Name(), mb(size), mb(max(0, size-s.Reserved))}
	b := []string{kb(s.Reserved), kb(s.Data), kb(s.Used - s.Data), kb(s.Reserved - s.Used)}
	if one {
		all := texts([]string{"database_name", "database_size", "unallocated space", "reserved", "data", "index_size", "unused"}, tName, tSize)
		if memory {
			all = append(all, nulls[[]string](tSize, "xtp_precreated", "xtp_used", "xtp_pending_truncation")...)
		}
		return result(c, all, [][]string{append(a, b...)})
	}
	if err := result(c, first, [][]string{a}); err != nil {
		return err
	}
	return result(c, second, [][]string{b})
}

// databasePages is the size of all files of a database; there is no log.
func databasePages(d *engine.Database) (pages int64) {
	if !used(d) || d.Refusal() != nil || d.Store() == nil {
		return 0
	}
	for n := range d.Store().Files() {
		pages += int64(d.Store().File(uint16(n + 1)).Pages())
	}
	return pages
}
