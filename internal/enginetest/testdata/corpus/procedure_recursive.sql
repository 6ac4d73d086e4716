-- A procedure that calls itself 20 levels deep.
-- check: SELECT COUNT(*), SUM(level) FROM dbo.test
-- want: 20 | 210
CREATE TABLE dbo.test (level int NOT NULL);
GO
CREATE PROCEDURE dbo.Descend @left int AS
IF @left = 0 RETURN;
INSERT dbo.test VALUES (@@NESTLEVEL);
SET @left -= 1;
EXEC dbo.Descend @left;
GO
EXEC dbo.Descend 20;
GO
