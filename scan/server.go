package scan

import (
	"context"
	"fmt"
	"strings"

	"github.com/jmoiron/sqlx"
)

// maxScheduler is the largest degree of parallelism SQL Server takes.
const maxScheduler = 64

// Server is what the kit wants to know of the server it talks to.
type Server struct {
	Version    string
	Edition    string
	Schedulers *int   // visible ones
	PoolBytes  *int64 // target of the buffer pool
	RampUp     *bool  // of the embedded engine: page requests read whole extents until the pool has been full
	Embedded   bool   // the kit's own engine, in this process or served by another
}

// Ask reads the server's facts. Only the version is needed; the rest is unknown
// when it cannot be read.
func Ask(ctx context.Context, q sqlx.QueryerContext) (Server, error) {
	var s Server
	if err := sqlx.GetContext(ctx, q, &s.Version, "SELECT @@VERSION;"); err != nil {
		return s, fmt.Errorf("ask the server's version: %w", err)
	}
	_ = sqlx.GetContext(ctx, q, &s.Edition, "SELECT CAST(SERVERPROPERTY('Edition') AS nvarchar(128));")
	s.Embedded = isEmbedded(s.Version) || isEmbedded(s.Edition)
	for _, text := range []string{
		"SELECT COUNT(*) FROM sys.dm_os_schedulers WHERE status = N'VISIBLE ONLINE';",
		"SELECT scheduler_count FROM sys.dm_os_sys_info;",
	} {
		var n int
		if err := sqlx.GetContext(ctx, q, &n, text); err == nil && n > 0 {
			s.Schedulers = &n
			break
		}
	}
	var kb int64
	if err := sqlx.GetContext(ctx, q, &kb, "SELECT committed_target_kb FROM sys.dm_os_sys_info;"); err == nil && kb > 0 {
		kb *= 1024
		s.PoolBytes = &kb
	}
	_ = sqlx.GetContext(ctx, q, &s.RampUp, "SELECT CAST(SERVERPROPERTY('BufferPoolRampUp') AS bit);")
	return s, nil
}

// isEmbedded recognises the kit's own engine, also behind a TCP port, by what it
// says in @@VERSION and as its edition.
func isEmbedded(text string) bool { return strings.HasPrefix(text, "scanfrag embedded engine") }

// Degree is the MAXDOP to send for a wanted one: 0 in the database-scoped
// setting would mean "use the server's", so all schedulers are sent by number,
// 64 at most.
func (s Server) Degree(want int) (int, error) {
	if want != 0 {
		return want, nil
	}
	if s.Schedulers == nil {
		return 0, fmt.Errorf("MAXDOP 0 means all schedulers, but the server does not say how many it has: name a number")
	}
	return min(*s.Schedulers, maxScheduler), nil
}

// setMaxdop sets the degree for the current database of conn.
func setMaxdop(ctx context.Context, conn *sqlx.Conn, degree int) error {
	text := fmt.Sprintf("ALTER DATABASE SCOPED CONFIGURATION SET MAXDOP = %d;", degree)
	if _, err := conn.ExecContext(ctx, text); err != nil {
		return fmt.Errorf("set MAXDOP %d: %w", degree, err)
	}
	return nil
}
