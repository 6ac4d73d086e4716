// Package enginetest runs T-SQL scripts twice: in process, against a session's sink,
// and through sqlx and go-mssqldb over the server's in-memory connection. Both must print the same.
//
// A script is a datadriven file. Its directives:
//
//	batch [conn=NAME]        run the text as one batch on that connection ("a" when not said)
//	call [conn=NAME]         the same over RPC, as a driver with parameters does: @p1 is 7, @p2 N'seven'
//
// Every script ends with a check of all pages of all its databases.
package enginetest
