package ddl

import (
	"context"
	"strings"
	"unicode"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
)

// kept are the ON/OFF options of ALTER DATABASE … SET. But for the first they have no meaning here (statistics, plans, ownership, a
// service broker) or give way to what every connection sets for itself (ANSI_NULLS and its like): sys.databases shows them.
var kept = []string{"MIXED_PAGE_ALLOCATION", "AUTO_CREATE_STATISTICS", "AUTO_UPDATE_STATISTICS", "AUTO_UPDATE_STATISTICS_ASYNC", "ANSI_NULL_DEFAULT", "ANSI_NULLS", "ANSI_PADDING", "ANSI_WARNINGS",
	"ARITHABORT", "CONCAT_NULL_YIELDS_NULL", "NUMERIC_ROUNDABORT", "QUOTED_IDENTIFIER", "RECURSIVE_TRIGGERS", "TRUSTWORTHY", "DB_CHAINING",
	"DATE_CORRELATION_OPTIMIZATION", "HONOR_BROKER_PRIORITY"}

// setting is an option and its value, as engine.Database.Config keeps it.
type setting struct {
	name  string
	value int64
}

// alterDatabaseSet keeps the options that can be honoured or that change nothing here, and refuses the others by name.
func alterDatabaseSet(n *ast.AlterDatabaseSetStatement) (*Statement, error) {
	if len(n.Options) == 0 { // the parser passes over what it does not know
		return nil, query.Unsupported("this option of ALTER DATABASE … SET")
	}
	var set []setting
	for _, o := range n.Options {
		s, err := databaseOption(o)
		if err != nil {
			return nil, err
		}
		if s.name != "" {
			set = append(set, s)
		}
	}
	return &Statement{Outside: "ALTER DATABASE", Run: func(_ context.Context, h Host, _ func(int32, string) error) error {
		d, err := altered(h, n.DatabaseName)
		if err != nil {
			return err
		}
		if v, _ := d.Config(engine.UserAccess); v == engine.SingleUser && h.Server().InUse(d, h.ID()) {
			return sqltype.Errorf(5064, "Changes to the state or options of database '%s' cannot be made at this time. The database is in single-user mode, and a user is currently connected to it.", d.Name())
		}
		for _, s := range set {
			if err := s.apply(h, d); err != nil {
				return err
			}
		}
		return nil
	}}, nil
}

func (s setting) apply(h Host, d *engine.Database) error {
	switch s.name {
	case "MIXED_PAGE_ALLOCATION":
		return d.SetMixedPages(s.value != 0)
	case engine.UserAccess:
		if d.ID() < 5 {
			return sqltype.Errorf(5058, "Option '%s' cannot be set in database '%s'.", engine.UserAccesses[s.value], d.Name())
		}
		// No session is ended for it, whatever WITH says: a statement of another one may be half done.
		if s.value == engine.SingleUser && h.Server().InUse(d, h.ID()) {
			return sqltype.Errorf(5070, "Database state cannot be changed while other users are using the database '%s'", d.Name())
		}
	}
	return d.SetConfig(s.name, s.value)
}

// databaseOption is the setting that an option gives; none when it only says what holds anyway.
func databaseOption(o ast.DatabaseOption) (s setting, err error) {
	switch o := o.(type) {
	case *ast.RecoveryDatabaseOption:
		return setting{"RECOVERY", map[string]int64{"FULL": 1, "BULKLOGGED": 2, "SIMPLE": 3}[strings.ToUpper(o.Value)]}, nil
	case *ast.AutoCreateStatisticsDatabaseOption:
		return switched("AUTO_CREATE_STATISTICS", o.OptionState)
	case *ast.DelayedDurabilityDatabaseOption:
		return setting{"DELAYED_DURABILITY", map[string]int64{"ALLOWED": 1, "FORCED": 2}[strings.ToUpper(o.Value)]}, nil
	case *ast.ParameterizationDatabaseOption:
		if o.IsSimple {
			return setting{"PARAMETERIZATION", 0}, nil
		}
		return setting{"PARAMETERIZATION", 1}, nil
	case *ast.TargetRecoveryTimeDatabaseOption:
		s.name = "TARGET_RECOVERY_TIME"
		if s.value, err = constInt(o.RecoveryTime); strings.EqualFold(o.Unit, "Minutes") {
			s.value *= 60
		}
		return s, err
	case *ast.LiteralDatabaseOption:
		if o.OptionKind == "CompatibilityLevel" {
			return compatibilityLevel(o.Value)
		}
		return s, refusedOption(o.OptionKind)
	case *ast.QueryStoreDatabaseOption, *ast.CursorDefaultDatabaseOption:
		return s, nil
	case *ast.PageVerifyDatabaseOption:
		if !strings.EqualFold(o.Value, "Checksum") {
			return s, query.Unsupported("ALTER DATABASE … SET PAGE_VERIFY " + spelled(o.Value))
		}
		return s, nil
	case *ast.ContainmentDatabaseOption:
		if !strings.EqualFold(o.Value, "None") {
			return s, query.Unsupported("ALTER DATABASE … SET CONTAINMENT = " + spelled(o.Value))
		}
		return s, nil
	case *ast.AcceleratedDatabaseRecoveryDatabaseOption:
		return switched(spelled(o.OptionKind), o.OptionState)
	case *ast.OnOffDatabaseOption:
		return switched(spelled(o.OptionKind), o.OptionState)
	case *ast.SimpleDatabaseOption:
		return state(o.OptionKind)
	case *ast.GenericDatabaseOption:
		return state(o.OptionKind)
	}
	return s, query.Unsupported("ALTER DATABASE … SET with a " + query.NodeName(o))
}

// state is an option that is one word.
func state(kind string) (s setting, err error) {
	switch name := spelled(kind); name {
	case "ONLINE", "READ_WRITE", "DISABLE_BROKER":
		return s, nil
	case "MULTI_USER":
		return setting{engine.UserAccess, engine.MultiUser}, nil
	case "SINGLE_USER":
		return setting{engine.UserAccess, engine.SingleUser}, nil
	case "RESTRICTED_USER": // every login is an owner
		return setting{engine.UserAccess, engine.RestrictedUser}, nil
	default:
		return s, refusedOption(name)
	}
}

// switched is an option that is ON or OFF. What the engine does not know is OFF.
func switched(name, state string) (setting, error) {
	on := strings.EqualFold(state, "On")
	if !on && !strings.EqualFold(state, "Off") {
		e := sqltype.Errorf(102, "Incorrect syntax near '%s'.", state)
		e.Class = 15
		return setting{}, e
	}
	for _, o := range kept {
		if strings.ReplaceAll(o, "_", "") != strings.ReplaceAll(name, "_", "") {
			continue
		}
		if on {
			return setting{o, 1}, nil
		}
		return setting{o, 0}, nil
	}
	if on {
		return setting{}, refusedOption(name + " ON")
	}
	return setting{}, nil
}

func compatibilityLevel(n ast.ScalarExpression) (setting, error) {
	v, err := constInt(n)
	if err == nil && (v < 100 || v > 160 || v%10 != 0) {
		err = sqltype.Errorf(15048, "Valid values of the database compatibility level are 100, 110, 120, 130, 140, 150, or 160.")
	}
	return setting{"COMPATIBILITY_LEVEL", v}, err
}

func refusedOption(name string) error {
	return query.Unsupported("ALTER DATABASE … SET " + spelled(name))
}

// spelled is the parser's name of an option, "ReadOnly", as T-SQL has it.
func spelled(kind string) string {
	if kind == strings.ToUpper(kind) {
		return kind
	}
	var b strings.Builder
	for i, r := range kind {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToUpper(r))
	}
	return b.String()
}
