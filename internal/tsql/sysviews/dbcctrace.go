package sysviews

import (
	"fmt"
	"slices"
	"strings"

	"scanfrag/internal/tsql/system"
)

func sameName(v value, name string) bool { return !v.Null && strings.EqualFold(v.S, name) }

// traceKeepGhosts stops the removal of ghost records, in SQL Server as here.
const traceKeepGhosts = 661

// traceFlags have an effect: 652 switches read-ahead off, 8744 the prefetch of look-ups; 3604 lets DBCC PAGE print to
// the client; 30001 see system.TraceInPlace.
var traceFlags = []int{system.TraceNoReadAhead, system.TraceNoPrefetch, tracePrint, system.TraceInPlace, traceKeepGhosts}

// idleTraceFlags are documented ones that scripts set and that have nothing to change here: minimal logging, growth and
// extents that SQL Server 2016 no longer asks them about, reports of deadlocks and backups, lock escalation, the threshold of
// statistics, fixes of the optimizer. Any other is refused.
var idleTraceFlags = []int{610, 1117, 1118, 1204, 1211, 1222, 1224, 2371, 3226, 4199}

func init() {
	set := func(on bool) func(c *system.Call, a args, with dbccOptions) error {
		return func(c *system.Call, a args, _ dbccOptions) error {
			flags, global, err := flagArgs(a)
			if err != nil {
				return err
			}
			for _, f := range flags {
				if on && !slices.Contains(traceFlags, f) && !slices.Contains(idleTraceFlags, f) {
					return badDBCC(fmt.Sprintf("trace flag %d is not supported by the embedded engine: 652, 661, 3604, 8744 and 30001 are", f))
				}
				switch {
				case global:
					c.Session.Server().Trace.Set(f, on)
					if f == traceKeepGhosts {
						c.Session.Instance().KeepGhosts(on)
					}
				case on && f == traceKeepGhosts:
					return badDBCC("trace flag 661 is one of all sessions: DBCC TRACEON (661, -1)")
				default:
					o := c.Session.Options()
					o.TraceFlags = system.SetFlag(o.TraceFlags, f, on)
				}
			}
			return nil
		}
	}
	dbcc("TRACEON", set(true))
	dbcc("TRACEOFF", set(false))

	type flag struct {
		n               int
		global, session bool
	}
	dbcc("TRACESTATUS", func(c *system.Call, a args, _ dbccOptions) error {
		want, _, err := flagArgs(a)
		if err != nil {
			return err
		}
		own, all := c.Session.Options().TraceFlags, c.Session.Server().Trace.List()
		if len(want) == 0 { // those that are on
			want = slices.Compact(slices.Sorted(slices.Values(slices.Concat(own, all))))
			if len(want) == 0 {
				return nil
			}
		}
		var rows []flag
		for _, n := range want {
			rows = append(rows, flag{n, slices.Contains(all, n), slices.Contains(own, n)})
		}
		return result(c, fields[flag](
			opt("TraceFlag", tSmall, func(f flag) value { return num(f.n) }),
			opt("Status", tSmall, func(f flag) value { return bit(f.global || f.session) }),
			opt("Global", tSmall, func(f flag) value { return bit(f.global) }),
			opt("Session", tSmall, func(f flag) value { return bit(f.session) }),
		), rows)
	})
}

// flagArgs are the flags, and whether -1 (every session) is among them.
func flagArgs(a args) (flags []int, global bool, err error) {
	for i := range a {
		n, ok := a.intArg(i)
		switch {
		case !ok || n < -1 || n > 1<<20:
			return nil, false, badDBCC("a trace flag is a number")
		case n == -1:
			global = true
		default:
			flags = append(flags, int(n))
		}
	}
	return flags, global, nil
}
