package tsql

import (
	"scanfrag/internal/tsql/system"
	"strings"

	"github.com/sqlc-dev/teesql/ast"
)

// permission compiles GRANT, DENY and REVOKE; handled is false for other statements. There are no logins to tell apart: every one is
// sysadmin, to which SQL Server applies no permission. The object and the principals must be there: error 15151.
func (p *program) permission(n ast.Statement) (st *stmt, handled bool) {
	var to []*ast.SecurityPrincipal
	var on *ast.SecurityTargetObject
	switch n := n.(type) {
	case *ast.GrantStatement:
		to, on = n.Principals, n.SecurityTargetObject
	case *ast.DenyStatement:
		to, on = n.Principals, n.SecurityTargetObject
	case *ast.RevokeStatement:
		to, on = n.Principals, n.SecurityTargetObject
	default:
		return nil, false
	}
	return simple(func(f *frame) error {
		if err := f.s.securable(on); err != nil {
			return err
		}
		for _, u := range to {
			name := "public"
			if u.Identifier != nil {
				name = u.Identifier.Value
			}
			switch strings.ToLower(name) {
			case "public", "guest":
			case "dbo", "sa", "sys", "information_schema":
				return f.info(4624, "Cannot grant, deny, or revoke permissions to sa, dbo, entity owner, information_schema, sys, or yourself.")
			default:
				return cannotFindThe("user", name)
			}
		}
		return f.defined()
	}), true
}

func cannotFindThe(kind, name string) error {
	return errorf(15151, 16, "Cannot find the %s '%s', because it does not exist or you do not have permission.", kind, name)
}

// securable is the error for what ON of a permission statement names and is not there.
func (s *Session) securable(on *ast.SecurityTargetObject) error {
	if on == nil || on.ObjectName == nil || on.ObjectName.MultiPartIdentifier == nil {
		return nil
	}
	ids := on.ObjectName.MultiPartIdentifier.Identifiers
	var parts []string
	for _, id := range ids {
		parts = append(parts, id.Value)
	}
	name := parts[len(parts)-1]
	switch kind := strings.ToLower(on.ObjectKind); kind {
	case "object", "notspecified", "":
		m, _ := s.findModule(parts)
		_, schema, _ := system.Locate(s.inst, s.db, parts)
		if m == nil && s.FindTable(parts...) == nil && s.db.Sequence(schema, name) == nil {
			return cannotFindThe("object", name)
		}
	case "type":
		if s.findType(&ast.SchemaObjectName{Identifiers: ids, BaseIdentifier: ids[len(ids)-1]}) == nil {
			return cannotFindThe("type", name)
		}
	case "schema", "database":
	default:
		return unsupported("a permission ON " + strings.ToUpper(kind))
	}
	return nil
}
