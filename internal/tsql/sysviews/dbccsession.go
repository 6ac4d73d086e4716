package sysviews

import (
	"fmt"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// Commands about sessions and the log, of which there is none.
func init() {
	dbcc("INPUTBUFFER", func(c *system.Call, a args, _ dbccOptions) error {
		id, ok := a.intArg(0)
		var rows []sessionRow
		_ = eachSession(c, nil, func(r sessionRow) bool {
			if ok && int64(r.ID) == id {
				rows = append(rows, r)
			}
			return true
		})
		if len(rows) == 0 {
			return sqltype.Errorf(7955, "Invalid SPID %d specified.", id)
		}
		return result(c, fields[sessionRow](
			opt("EventType", sqltype.NVarCharOf(30), func(sessionRow) value { return str("Language Event") }),
			opt("Parameters", tSmall, func(sessionRow) value { return num(0) }),
			opt("EventInfo", sqltype.NVarCharOf(4000), func(r sessionRow) value {
				text := r.Batch.Load()
				if text == nil {
					return null
				}
				return str(sqltype.SliceUTF16(*text, 0, min(4000, sqltype.UTF16Len(*text))))
			}),
		), rows)
	})

	dbcc("OPENTRAN", func(c *system.Call, a args, _ dbccOptions) error {
		if _, err := dbccDatabase(c, a, 0); err != nil {
			return err
		}
		oldest := 0
		_ = eachSession(c, nil, func(r sessionRow) bool {
			if r.TranCount.Load() > 0 && oldest == 0 {
				oldest = r.ID
			}
			return oldest == 0
		})
		if oldest == 0 {
			return c.Info(7969, "No active open transactions.")
		}
		return c.Info(0, fmt.Sprintf("An active transaction:\n    SPID (server process ID): %d", oldest))
	})

	dbcc("SQLPERF", func(c *system.Call, a args, _ dbccOptions) error {
		switch {
		case sameName(a.at(0), "LOGSPACE"):
			type db = *engine.Database
			return result(c, fields[db](
				opt("Database Name", tName, func(d db) value { return str(d.Name()) }),
				nulls[db](tReal, "Log Size (MB)", "Log Space Used (%)"),
				always[db](tInt, num(0), "Status"),
			), c.Session.Instance().Databases())
		case len(a) == 2 && sameName(a.at(0), "sys.dm_os_wait_stats") && sameName(a.at(1), "CLEAR"):
			for _, w := range waitTypes(c) {
				w.Reset()
			}
			return nil
		}
		return badDBCC("SQLPERF takes LOGSPACE, or 'sys.dm_os_wait_stats', CLEAR")
	})

	dbcc("USEROPTIONS", func(c *system.Call, _ args, _ dbccOptions) error {
		o := c.Session.Options()
		rows := [][]string{
			{"textsize", fmt.Sprint(o.TextSize)}, {"language", o.Language}, {"dateformat", o.DateFormat}, {"datefirst", fmt.Sprint(o.DateFirst)},
			{"lock_timeout", fmt.Sprint(o.LockTimeout)},
		}
		for _, s := range []struct {
			name string
			on   bool
		}{
			{"quoted_identifier", o.QuotedIdentifier}, {"arithabort", o.ArithAbort}, {"nocount", o.NoCount}, {"xact_abort", o.XactAbort},
			{"ansi_null_dflt_on", o.AnsiNullDfltOn}, {"ansi_warnings", o.AnsiWarnings}, {"ansi_padding", o.AnsiPadding}, {"ansi_nulls", o.AnsiNulls},
			{"concat_null_yields_null", o.ConcatNull}, {"numeric_roundabort", o.NumericRoundAbort}, {"implicit_transactions", o.ImplicitTransactions},
			{"cursor_close_on_commit", o.CursorCloseOnCommit}, {"statistics io", o.StatisticsIO}, {"statistics time", o.StatisticsTime},
		} {
			if s.on {
				rows = append(rows, []string{s.name, "SET"})
			}
		}
		if int(o.Isolation) < len(isolationNames) {
			rows = append(rows, []string{"isolation level", isolationNames[o.Isolation]})
		}
		t := sqltype.NVarCharOf(128)
		return result(c, texts([]string{"Set Option", "Value"}, t), rows)
	})
}

var isolationNames = [...]string{"", "read uncommitted", "read committed", "repeatable read", "serializable", "snapshot"}
