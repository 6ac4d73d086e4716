-- Nested procedures that share a temp table and count with @@NESTLEVEL.
-- check: SELECT COUNT(*), MAX(lvl) FROM dbo.test
-- want: 3 | 3
CREATE TABLE dbo.test (lvl int);
GO
CREATE PROCEDURE dbo.p3 AS INSERT #shared SELECT @@NESTLEVEL; 
GO
CREATE PROCEDURE dbo.p2 AS BEGIN INSERT #shared SELECT @@NESTLEVEL; EXEC dbo.p3; END
GO
CREATE PROCEDURE dbo.p1 AS
CREATE TABLE #shared (lvl int);
INSERT #shared SELECT @@NESTLEVEL;
EXEC dbo.p2;
INSERT dbo.test SELECT lvl FROM #shared;
GO
EXEC dbo.p1;
GO
