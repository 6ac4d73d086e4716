// Package sysviews registers the system surface with package system: catalog
// views, dynamic management views, system procedures and DBCC commands, one per file.
package sysviews
