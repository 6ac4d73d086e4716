package enginetest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/golang-sql/sqlexp"
	"github.com/jmoiron/sqlx"
	mssql "github.com/microsoft/go-mssqldb"

	"scanfrag/internal/engine"
	"scanfrag/internal/server"
)

// throughDriver runs scripts through sqlx and go-mssqldb.
type throughDriver struct {
	srv   *server.Server
	db    *sqlx.DB
	conns map[string]*sqlx.Conn
}

func newThroughDriver(inst *engine.Instance) (*throughDriver, error) {
	srv := server.ForInstance(inst, server.Config{ServerName: "scanfrag"})
	c, err := mssql.NewConnector(server.DSN(database))
	if err != nil {
		return nil, err
	}
	c.Dialer = srv.Dialer()
	return &throughDriver{srv: srv, db: sqlx.NewDb(sql.OpenDB(c), "sqlserver"), conns: map[string]*sqlx.Conn{}}, nil
}

func (r *throughDriver) conn(ctx context.Context, name string) (*sqlx.Conn, error) {
	if c := r.conns[name]; c != nil {
		return c, nil
	}
	c, err := r.db.Connx(ctx)
	if err != nil {
		return nil, err
	}
	r.conns[name] = c
	return c, nil
}

func (r *throughDriver) batch(ctx context.Context, conn, text string) (string, error) {
	return r.query(ctx, conn, text)
}

func (r *throughDriver) call(ctx context.Context, conn, text string) (string, error) {
	return r.query(ctx, conn, text, int64(7), "seven")
}

// query follows the driver's message loop: results, messages, errors and row counts in the order they came.
func (r *throughDriver) query(ctx context.Context, conn, text string, args ...any) (string, error) {
	c, err := r.conn(ctx, conn)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	msgs := &sqlexp.ReturnMessage{}
	rows, err := c.QueryContext(ctx, text, append([]any{msgs}, args...)...)
	if err != nil {
		return errorText(err)
	}
	defer rows.Close()
	for active := true; active; {
		switch m := msgs.Message(ctx).(type) {
		case sqlexp.MsgNotice:
			if e, ok := m.Message.(mssql.Error); ok {
				b.WriteString(messageText(e.Number, e.Class, e.State, e.LineNo, e.Message))
			} else {
				b.WriteString(fmt.Sprintf("message: %s\n", m.Message))
			}
		case sqlexp.MsgError:
			s, err := errorText(m.Error)
			if err != nil {
				return b.String(), err
			}
			b.WriteString(s)
		case sqlexp.MsgRowsAffected:
			b.WriteString(rowsText(m.Count))
		case sqlexp.MsgNext:
			if err := printRows(&b, rows); err != nil {
				return b.String(), err
			}
		case sqlexp.MsgNextResultSet:
			active = rows.NextResultSet()
		}
	}
	if err := rows.Err(); err != nil {
		var e mssql.Error
		if !errors.As(err, &e) { // the server's errors came as messages
			return b.String(), err
		}
	}
	return b.String(), nil
}

func errorText(err error) (string, error) {
	var e mssql.Error
	if !errors.As(err, &e) {
		return "", err
	}
	return messageText(e.Number, e.Class, e.State, e.LineNo, e.Message), nil
}

func printRows(b *strings.Builder, rows *sql.Rows) error {
	types, err := rows.ColumnTypes()
	if err != nil {
		return err
	}
	if len(types) == 0 {
		return nil
	}
	var heads []string
	for _, t := range types {
		heads = append(heads, columnHead(t.Name(), strings.ToLower(t.DatabaseTypeName())))
	}
	b.WriteString(strings.Join(heads, " | ") + "\n")
	vals := make([]any, len(types))
	ptrs := make([]any, len(types))
	for i := range vals {
		ptrs[i] = &vals[i]
	}
	for n := 0; rows.Next(); n++ {
		if err := rows.Scan(ptrs...); err != nil {
			return err
		}
		if n >= maxRows {
			continue
		}
		out := make([]string, len(vals))
		for i, v := range vals {
			out[i] = driverText(types[i], v)
		}
		b.WriteString(strings.Join(out, " | ") + "\n")
	}
	return nil
}

// driverText prints a value of the driver.
func driverText(t *sql.ColumnType, v any) string {
	typ := t.DatabaseTypeName()
	switch v := v.(type) {
	case nil:
		return "NULL"
	case bool:
		if v {
			return "1"
		}
		return "0"
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case string:
		return quoted(v)
	case []byte:
		switch typ {
		case "DECIMAL", "MONEY", "SMALLMONEY":
			return string(v)
		case "UNIQUEIDENTIFIER":
			var u mssql.UniqueIdentifier
			if err := u.Scan(v); err != nil {
				return err.Error()
			}
			return u.String()
		}
		return fmt.Sprintf("0x%X", v)
	case time.Time:
		return timeText(t, typ, v)
	}
	return fmt.Sprint(v)
}

func timeText(t *sql.ColumnType, typ string, v time.Time) string {
	frac := ""
	if _, scale, ok := t.DecimalSize(); ok && scale > 0 {
		frac = "." + strings.Repeat("0", int(scale))
	}
	switch typ {
	case "DATE":
		return v.Format("2006-01-02")
	case "DATETIME":
		return v.Format("2006-01-02 15:04:05.000")
	case "SMALLDATETIME":
		return v.Format("2006-01-02 15:04:05.000")
	case "TIME":
		return v.Format("15:04:05" + frac)
	case "DATETIMEOFFSET":
		return v.Format("2006-01-02 15:04:05" + frac + " -07:00")
	}
	return v.Format("2006-01-02 15:04:05" + frac)
}

func (r *throughDriver) close() error {
	var errs []error
	for _, c := range r.conns {
		errs = append(errs, c.Close())
	}
	errs = append(errs, r.db.Close(), r.srv.Close())
	return errors.Join(errs...)
}
