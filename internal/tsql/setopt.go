package tsql

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/system"
)

// flags are the ON/OFF options by the tree's names; nil means that the option is
// accepted and has no effect here because what it governs does not exist.
var flags = map[string]func(o *system.Options) *bool{
	"nocount":                func(o *system.Options) *bool { return &o.NoCount },
	"xactabort":              func(o *system.Options) *bool { return &o.XactAbort },
	"implicittransactions":   func(o *system.Options) *bool { return &o.ImplicitTransactions },
	"ansinulls":              func(o *system.Options) *bool { return &o.AnsiNulls },
	"ansiwarnings":           func(o *system.Options) *bool { return &o.AnsiWarnings },
	"ansipadding":            func(o *system.Options) *bool { return &o.AnsiPadding },
	"ansinulldflton":         func(o *system.Options) *bool { return &o.AnsiNullDfltOn },
	"arithabort":             func(o *system.Options) *bool { return &o.ArithAbort },
	"arithignore":            func(o *system.Options) *bool { return &o.ArithIgnore },
	"concatnullyieldsnull":   func(o *system.Options) *bool { return &o.ConcatNull },
	"quotedidentifier":       func(o *system.Options) *bool { return &o.QuotedIdentifier },
	"numericroundabort":      func(o *system.Options) *bool { return &o.NumericRoundAbort },
	"cursorcloseoncommit":    func(o *system.Options) *bool { return &o.CursorCloseOnCommit },
	"fmtonly":                func(o *system.Options) *bool { return &o.FmtOnly },
	"forceplan":              nil,
	"nobrowsetable":          nil,
	"remoteproctransactions": nil,
}

// neverOn are options that only OFF, which they are, can be said of here.
var neverOn = map[string]bool{"noexec": true, "parseonly": true, "showplanall": true, "showplantext": true, "showplanxml": true}

func (p *program) setPredicate(n *ast.PredicateSetStatement) (*stmt, error) {
	var set []func(o *system.Options) *bool
	for _, name := range strings.Split(n.Options, ",") {
		key := strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(strings.TrimSpace(name), "_", ""), " ", ""))
		switch key {
		case "ansidefaults":
			for _, k := range []string{"ansinulls", "ansinulldflton", "ansiwarnings", "ansipadding", "quotedidentifier", "implicittransactions", "cursorcloseoncommit"} {
				set = append(set, flags[k])
			}
			continue
		case "ansinulldfltoff":
			on := n.IsOn
			return simple(func(f *frame) error {
				if on {
					f.s.set.AnsiNullDfltOn = false
				}
				f.count(0)
				return nil
			}), nil
		}
		get, ok := flags[key]
		if !ok && !n.IsOn && neverOn[key] {
			continue
		}
		if !ok {
			return nil, unsupported("SET " + strings.ToUpper(strings.TrimSpace(name)))
		}
		if get != nil {
			set = append(set, get)
		}
	}
	on := n.IsOn
	// QUOTED_IDENTIFIER takes effect when a batch is parsed: setting it here is for the next one.
	return simple(func(f *frame) error {
		for _, get := range set {
			*get(&f.s.set) = on
		}
		f.count(0)
		return nil
	}), nil
}

func (p *program) setStatistics(n *ast.SetStatisticsStatement) (*stmt, error) {
	var set []func(o *system.Options) *bool
	for _, name := range strings.Split(n.Options, ",") {
		switch strings.ToUpper(strings.TrimSpace(name)) {
		case "IO":
			set = append(set, func(o *system.Options) *bool { return &o.StatisticsIO })
		case "TIME":
			set = append(set, func(o *system.Options) *bool { return &o.StatisticsTime })
		case "XML", "PROFILE":
			if n.IsOn {
				return nil, unsupported("SET STATISTICS " + strings.ToUpper(strings.TrimSpace(name)) + " ON")
			}
		default:
			return nil, unsupported("SET STATISTICS " + strings.ToUpper(strings.TrimSpace(name)))
		}
	}
	on := n.IsOn
	return simple(func(f *frame) error {
		for _, get := range set {
			*get(&f.s.set) = on
		}
		f.count(0)
		return nil
	}), nil
}

func (p *program) setRowCount(n *ast.SetRowCountStatement) (*stmt, error) {
	e, err := p.scalarAs(n.NumberRows, sqltype.Of(sqltype.BigInt))
	if err != nil {
		return nil, err
	}
	return simple(func(f *frame) error {
		v, err := e.eval(f)
		if err != nil {
			return err
		}
		if v.Null || v.I < 0 {
			return errorf(1003, 15, "Line %d: The number of rows for SET ROWCOUNT must not be negative.", f.line)
		}
		f.s.set.RowCount = v.I
		f.count(0)
		return nil
	}), nil
}

func (p *program) setTextSize(n *ast.SetTextSizeStatement) (*stmt, error) {
	e, err := p.scalarAs(n.TextSize, sqltype.Of(sqltype.BigInt))
	if err != nil {
		return nil, err
	}
	return simple(func(f *frame) error {
		v, err := e.eval(f)
		if err == nil {
			f.s.set.TextSize = v.I
			f.count(0)
		}
		return err
	}), nil
}

func (p *program) setIsolation(n *ast.SetTransactionIsolationLevelStatement) (*stmt, error) {
	levels := map[string]system.Isolation{"READUNCOMMITTED": system.ReadUncommitted, "READCOMMITTED": system.ReadCommitted,
		"REPEATABLEREAD": system.RepeatableRead, "SERIALIZABLE": system.Serializable}
	l, ok := levels[strings.ToUpper(strings.ReplaceAll(n.Level, " ", ""))]
	if !ok {
		return nil, unsupported("SET TRANSACTION ISOLATION LEVEL " + strings.ToUpper(n.Level))
	}
	return simple(func(f *frame) error {
		f.s.set.Isolation = l
		f.count(0)
		return nil
	}), nil
}

func (p *program) setIdentityInsert(n *ast.SetIdentityInsertStatement) (*stmt, error) {
	parts := query.Parts(n.Table)
	on := n.IsOn
	return simple(func(f *frame) error {
		s := f.s
		t := s.FindTable(parts...)
		if t == nil {
			return errorf(1088, 16, "Cannot find the object \"%s\" because it does not exist or you do not have permissions.", strings.Join(parts, "."))
		}
		identity := false
		for i := range t.Columns {
			identity = identity || t.Columns[i].Identity != nil
		}
		if !identity {
			return errorf(8106, 16, "Table '%s' does not have the identity property. Cannot perform SET operation.", t.Name)
		}
		switch {
		case !on:
			if s.IdentityInsert(t) {
				s.idInsert = nil
			}
		case s.idInsert != nil && !s.IdentityInsert(t):
			return errorf(8107, 16, "IDENTITY_INSERT is already ON for table '%s.%s.%s'. Cannot perform SET operation for table '%s'.",
				s.idInsert.Database().Name(), s.idInsert.Schema, s.idInsert.Name, t.Name)
		default:
			s.idInsert = t
		}
		f.count(0)
		return nil
	}), nil
}
