package sysviews

import (
	"fmt"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

func init() {
	fs := fields[system.Setting](
		col("name", sqltype.NVarCharOf(35), func(s system.Setting) value { return str(s.Name) }),
		opt("minimum", tInt, func(s system.Setting) value { return num(s.Min) }),
		opt("maximum", tInt, func(s system.Setting) value { return num(s.Max) }),
		opt("config_value", tInt, func(s system.Setting) value { return num(s.Value) }),
		opt("run_value", tInt, func(s system.Setting) value { return num(s.Running) }),
	)
	proc("sp_configure", []system.Param{in("@configname", sqltype.VarCharOf(35), null), in("@configvalue", tInt, null)}, func(c *system.Call, a procArgs) error {
		cfg := &c.Session.Server().Config
		name, ok := a.text(0)
		if !ok {
			advanced := cfg.Running("show advanced options") != 0
			var list []system.Setting
			for _, s := range cfg.List() {
				if advanced || !s.Advanced {
					list = append(list, s)
				}
			}
			return result(c, fs, list)
		}
		if a[1].Value.Null {
			s, err := cfg.Find(name)
			if err != nil {
				return err
			}
			return result(c, fs, []system.Setting{s})
		}
		was, err := cfg.Set(name, a[1].Value.I)
		if err != nil {
			return err
		}
		if was.Note != "" {
			if err := c.Info(0, was.Note); err != nil {
				return err
			}
		}
		return c.Info(15457, fmt.Sprintf("Configuration option '%s' changed from %d to %d. Run the RECONFIGURE statement to install.", was.Name, was.Value, a[1].Value.I))
	})
}
