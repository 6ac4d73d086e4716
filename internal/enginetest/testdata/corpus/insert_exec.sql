-- INSERT .. EXEC of a procedure and of dynamic SQL.
-- check: SELECT COUNT(*), SUM(n) FROM dbo.test
-- want: 60 | 3010
CREATE TABLE dbo.test (n int NOT NULL);
GO
CREATE PROCEDURE dbo.Give @high int AS SELECT number FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND @high;
GO
INSERT dbo.test EXEC dbo.Give 40;
INSERT dbo.test EXEC ('SELECT number FROM master..spt_values WHERE type = ''P'' AND number BETWEEN 100 AND 119');
GO
