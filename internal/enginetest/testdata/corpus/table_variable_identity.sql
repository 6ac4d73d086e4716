-- Gaps stay out of a table variable's identity; its rows number the load.
-- check: SELECT COUNT(*), SUM(seq * k) FROM dbo.test
-- want: 64 | 1992640
DECLARE @t TABLE (seq int IDENTITY(1, 1) PRIMARY KEY, k int NOT NULL);
INSERT @t (k) SELECT 1000 - number FROM master..spt_values WHERE type = 'P' AND number < 64 ORDER BY number;
SELECT seq, k INTO dbo.test FROM @t;
GO
