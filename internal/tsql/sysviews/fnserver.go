package sysviews

import (
	"os"
	"path/filepath"
	"strings"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// Functions and global variables about the server and the session. There are no permissions:
// whoever is logged in may do everything, as dbo.
func init() {
	meta("SERVERPROPERTY", tVariant, func(c *system.Call, a args) value {
		prop, _ := a.text(0)
		return serverProperty(c, strings.ToLower(prop))
	})
	meta("CONNECTIONPROPERTY", tVariant, func(c *system.Call, a args) value {
		prop, _ := a.text(0)
		k := c.Session.Server().ConnectionOf(c.Session.ID())
		switch strings.ToLower(prop) {
		case "net_transport":
			return known(k.Transport != "", str(k.Transport))
		case "local_tcp_port":
			return known(k.Local.IsValid(), as(tInt, num(k.Local.Port())))
		case "client_net_address":
			return known(k.Client.IsValid(), str(k.Client.Addr().Unmap().String()))
		case "protocol_type":
			return str("TSQL")
		case "auth_scheme":
			return str("SQL")
		}
		return null
	})
	meta("SESSIONPROPERTY", tVariant, func(c *system.Call, a args) value {
		prop, _ := a.text(0)
		o := c.Session.Options()
		on, ok := map[string]bool{
			"ANSI_NULLS": o.AnsiNulls, "ANSI_PADDING": o.AnsiPadding, "ANSI_WARNINGS": o.AnsiWarnings, "ARITHABORT": o.ArithAbort,
			"CONCAT_NULL_YIELDS_NULL": o.ConcatNull, "NUMERIC_ROUNDABORT": o.NumericRoundAbort, "QUOTED_IDENTIFIER": o.QuotedIdentifier,
		}[strings.ToUpper(prop)]
		return known(ok, as(tInt, bit(on)))
	})
	constant("SESSION_CONTEXT", tVariant, null)
	constant("CONTEXT_INFO", sqltype.VarBinaryOf(128), null)

	login := func(c *system.Call, _ args) value { return str(c.Session.Login()) }
	one := func(name string) { constant(name, tInt, num(1)) }
	meta("SUSER_NAME", tName, login)
	meta("SUSER_SNAME", tName, login)
	meta("ORIGINAL_LOGIN", tName, login)
	one("SUSER_ID")
	constant("SUSER_SID", sqltype.VarBinaryOf(85), bin(1))
	constant("USER_NAME", tName, str("dbo"))
	one("USER_ID")
	one("DATABASE_PRINCIPAL_ID")
	one("IS_MEMBER")
	one("IS_ROLEMEMBER")
	one("IS_SRVROLEMEMBER")
	one("HAS_PERMS_BY_NAME")
	one("GETANSINULL")
	meta("HOST_NAME", tName, func(c *system.Call, _ args) value { return known(c.Session.Host() != "", str(c.Session.Host())) })
	meta("HOST_ID", sqltype.CharOf(10), func(*system.Call, args) value { return null })
	app := func(c *system.Call, _ args) value { return str(c.Session.App()) }
	meta("APP_NAME", tName, app)
	meta("PROGRAM_NAME", tName, app)
	meta("CURSOR_STATUS", tSmall, func(c *system.Call, a args) value {
		scope, _ := a.text(0)
		name, _ := a.text(1)
		if s, ok := c.Session.(interface {
			CursorStatus(scope, name string) int
		}); ok {
			return num(int64(s.CursorStatus(scope, name)))
		}
		return num(-3)
	})

	meta("@@VERSION", sqltype.NVarCharOf(300), func(*system.Call, args) value { return str(versionText()) })
	meta("@@SERVERNAME", tName, func(*system.Call, args) value { return machine() })
	constant("@@SERVICENAME", tName, str("scanfrag"))
	constant("@@LANGID", tSmall, num(0))
	constant("@@MAX_CONNECTIONS", tInt, num(32767))
	constant("@@MICROSOFTVERSION", tInt, num(productMajor<<24|1000))
	constant("@@REMSERVER", tName, null)
	meta("@@OPTIONS", tInt, func(c *system.Call, _ args) value { return num(optionBits(c.Session.Options())) })
	meta("@@TOTAL_READ", tInt, func(c *system.Call, _ args) value { r, _ := totalIO(c); return num(r) })
	meta("@@TOTAL_WRITE", tInt, func(c *system.Call, _ args) value { _, w := totalIO(c); return num(w) })
}

// totalIO counts the reads and writes of all files.
func totalIO(c *system.Call) (reads, writes int64) {
	chosenFiles(c, nil, func(f dataFile) bool {
		reads += f.f.Counters().Reads.Load()
		writes += f.f.Counters().Writes.Load()
		return true
	})
	return reads & (1<<31 - 1), writes & (1<<31 - 1)
}

// optionBits is @@OPTIONS: the documented bits of the user options that are on.
func optionBits(o *system.Options) (n int64) {
	for _, b := range []struct {
		bit int64
		on  bool
	}{
		{2, o.ImplicitTransactions}, {4, o.CursorCloseOnCommit}, {8, o.AnsiWarnings}, {16, o.AnsiPadding}, {32, o.AnsiNulls},
		{64, o.ArithAbort}, {128, o.ArithIgnore}, {256, o.QuotedIdentifier}, {512, o.NoCount}, {1024, o.AnsiNullDfltOn},
		{4096, o.ConcatNull}, {8192, o.NumericRoundAbort}, {16384, o.XactAbort},
	} {
		if b.on {
			n |= b.bit
		}
	}
	return n
}

// serverProperty takes the property's name in lower case.
func serverProperty(c *system.Call, prop string) value {
	n := func(i int64) value { return sqltype.IntOf(sqltype.Int, i) }
	switch prop {
	case "productversion":
		return str(productVersion)
	case "productmajorversion":
		return str("16")
	case "productminorversion":
		return str("0")
	case "productbuild":
		return str("1000")
	case "productlevel":
		return str("embedded engine")
	case "bufferpoolrampup": // the embedded engine's own
		return bit(c.Session.Instance().RampUp())
	case "edition":
		return str(edition)
	case "engineedition": // 1 to 11 are Microsoft's
		return n(100)
	case "editionid":
		return sqltype.IntOf(sqltype.BigInt, 0)
	case "servername", "machinename", "computernamephysicalnetbios":
		return machine()
	case "instancename", "productupdatelevel", "productupdatereference", "productbuildtype", "resourceversion", "buildclrversion":
		return null
	case "collation":
		return str(collation)
	case "collationid":
		return null
	case "lcid":
		return n(1033)
	case "sqlcharset":
		return n(1)
	case "sqlcharsetname":
		return str("iso_1")
	case "sqlsortorder":
		return n(52)
	case "sqlsortordername":
		return str("nocase_iso")
	case "processid":
		return n(int64(os.Getpid()))
	case "instancedefaultdatapath", "instancedefaultlogpath":
		return dataDir(c)
	case "isclustered", "ishadrenabled", "isfulltextinstalled", "isintegratedsecurityonly", "issingleuser", "isxtpsupported", "ispolybaseinstalled",
		"isadvancedanalyticsinstalled", "islocaldb", "isbigdatacluster", "filestreamconfiguredlevel", "filestreameffectivelevel", "isexternalauthenticationonly":
		return n(0)
	}
	return null
}

// dataDir is where the databases of users lie, as far as one is there to tell.
func dataDir(c *system.Call) value {
	for _, d := range c.Session.Instance().Databases() {
		if d.ID() > 4 && filepath.Base(d.Path()) != d.Path() {
			return str(filepath.Dir(filesOf(d)[0].physical()) + string(filepath.Separator))
		}
	}
	return null
}
