// Package tsql runs T-SQL batches against the embedded engine: text in, result sets and messages out to a Sink.
//
// The way of a batch:
//
//	Session.Batch, Session.Call, Session.Bulk                    batch.go, procedure.go, bulk.go
//	  compiled already? (same text, database, schema version)    sqltext.go
//	  parse: the text, rewritten for the parser, to a tree       package syntax
//	  compile: each statement of the tree to a stmt, a closure   program.go
//	  run: stmt by stmt in a frame, control flow by signals      frame.go
//	  an error: sent, caught by TRY, or the end of the batch     failing.go, errors.go
//
// A statement that touches tables is a plan (plan.go): bound to the catalog when it first runs, again when the schema changed
// since, and run as one statement, all of it or nothing. Its inside is made by the packages below:
//
//	expr        scalar expressions and conditions
//	syntax      text to tree; what the parser lacks
//	query       SELECT, and the rows that UPDATE, DELETE and MERGE meet
//	spool       rows set aside, sorted or not
//	dml         INSERT, UPDATE, DELETE, MERGE, bulk loads
//	ddl         CREATE, ALTER, DROP, TRUNCATE
//	system      what objects of the system surface are made of
//	sysviews    those objects: catalog views, DMVs, procedures, functions, DBCC
//	documented  names in a script that SQL Server's documentation does not have
//
// Where to look here:
//
//	control flow, variables, expressions      control.go, vars.go, scalar.go
//	SELECT, changes, SELECT INTO              data.go, selectinto.go
//	cursors                                   cursor.go, fetch.go, positioned.go
//	EXECUTE and sp_executesql                 execute.go, executesql.go, insertexec.go
//	procedures, functions: compiled, called   routine.go, call.go, bind.go, function.go, tablefunction.go
//	modules and types in the catalog          definition.go, module.go, usertype.go
//	temp tables, table variables              names.go, tablevar.go, tableparam.go
//	transactions                              tran.go, transtmt.go
//	SET, USE, DBCC, GRANT                     setopt.go, setcommand.go, use.go, dbcc.go, permissions.go
//	what the packages below ask the session   host.go
package tsql
