//go:build cgo

package main

/*
// SQLite itself is compiled by the driver's package and met by the linker.
#cgo linux LDFLAGS: -Wl,--unresolved-symbols=ignore-all
#cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
#include <stdio.h>
#include <string.h>

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
extern const char *sqlite3_libversion(void);
extern int sqlite3_open_v2(const char *, sqlite3 **, int, const char *);
extern int sqlite3_close(sqlite3 *);
extern int sqlite3_exec(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **);
extern const char *sqlite3_errmsg(sqlite3 *);
extern int sqlite3_prepare_v2(sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
extern int sqlite3_bind_int64(sqlite3_stmt *, int, long long);
extern int sqlite3_bind_text(sqlite3_stmt *, int, const char *, int, void (*)(void *));
extern int sqlite3_step(sqlite3_stmt *);
extern int sqlite3_reset(sqlite3_stmt *);
extern long long sqlite3_column_int64(sqlite3_stmt *, int);
extern int sqlite3_finalize(sqlite3_stmt *);

enum { ok = 0, row = 100, done = 101, readwrite = 2, create = 4, nomutex = 0x8000 };

static sqlite3 *bench_open(const char *path) {
	sqlite3 *db = NULL;
	if (sqlite3_open_v2(path, &db, readwrite | create | nomutex, NULL) != ok) {
		sqlite3_close(db);
		return NULL;
	}
	return db;
}

static int bench_exec(sqlite3 *db, const char *text) { return sqlite3_exec(db, text, NULL, NULL, NULL); }

// bench_load inserts the keys of the alternating load in its order; the blanks are
// bound once. The loop is in C, so that the peer pays for no call out of Go.
static int bench_load(sqlite3 *db, long long rows, long long batch) {
	static char c3[256], c4[740];
	sqlite3_stmt *st = NULL;
	long long i, top = rows + rows % 2;
	int rc = sqlite3_prepare_v2(db, "INSERT INTO test (c1, c2, c3, c4) VALUES (?, ?, ?, ?)", -1, &st, NULL);
	memset(c3, ' ', sizeof c3);
	memset(c4, ' ', sizeof c4);
	if (rc == ok) rc = sqlite3_bind_text(st, 3, c3, sizeof c3, NULL);
	if (rc == ok) rc = sqlite3_bind_text(st, 4, c4, sizeof c4, NULL);
	if (rc == ok) rc = bench_exec(db, "BEGIN");
	for (i = 1; i <= rows && rc == ok; i++) {
		sqlite3_bind_int64(st, 1, i);
		sqlite3_bind_int64(st, 2, i % 2 == 0 ? i : top - i);
		rc = sqlite3_step(st) == done ? ok : 1;
		sqlite3_reset(st);
		if (rc == ok && i % batch == 0) {
			rc = bench_exec(db, "COMMIT");
			if (rc == ok) rc = bench_exec(db, "BEGIN");
		}
	}
	if (rc == ok) rc = bench_exec(db, "COMMIT");
	sqlite3_finalize(st);
	return rc;
}

// bench_number is the first column of the first row, -1 on an error.
static long long bench_number(sqlite3 *db, const char *text) {
	sqlite3_stmt *st = NULL;
	long long n = -1;
	if (sqlite3_prepare_v2(db, text, -1, &st, NULL) == ok && sqlite3_step(st) == row) n = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	return n;
}
*/
import "C"

import (
	"fmt"
	"time"

	_ "github.com/mattn/go-sqlite3" // the library that the declarations above are of
)

// sqliteVersion is that of the library compiled in, "" without one.
func sqliteVersion() string { return C.GoString(C.sqlite3_libversion()) }

// loadSQLite makes the file at path and loads rows rows; memory is the cache in bytes.
// Settings are those that favour the load: no journal, no syncs, no lock calls.
func loadSQLite(path string, rows, memory int64) (secs float64, err error) {
	db := C.bench_open(C.CString(path))
	if db == nil {
		return 0, fmt.Errorf("open %s: SQLite refuses", path)
	}
	defer C.sqlite3_close(db)
	fail := func(step string) error { return fmt.Errorf("%s: %s", step, C.GoString(C.sqlite3_errmsg(db))) }
	for _, text := range []string{
		"PRAGMA page_size = 8192", fmt.Sprintf("PRAGMA cache_size = -%d", memory/1024),
		"PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "PRAGMA locking_mode = EXCLUSIVE", "PRAGMA temp_store = MEMORY",
	} {
		if C.bench_exec(db, C.CString(text)) != C.ok {
			return 0, fail(text)
		}
	}
	start := time.Now()
	const table = "CREATE TABLE test (c1 INTEGER NOT NULL, c2 INTEGER NOT NULL, c3 TEXT NOT NULL, c4 TEXT NOT NULL, PRIMARY KEY (c2, c3)) WITHOUT ROWID"
	if C.bench_exec(db, C.CString(table)) != C.ok {
		return 0, fail("create the table")
	}
	if C.bench_load(db, C.longlong(rows), sqliteBatch) != C.ok {
		return 0, fail("insert")
	}
	secs = time.Since(start).Seconds()
	for _, check := range []struct {
		text string
		want int64
	}{{"PRAGMA page_size", 8192}, {"SELECT COUNT(*) FROM test", rows}} {
		if n := int64(C.bench_number(db, C.CString(check.text))); n != check.want {
			return 0, fmt.Errorf("%s gives %d, not %d", check.text, n, check.want)
		}
	}
	return secs, nil
}
