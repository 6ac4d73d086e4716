-- GENERATE_SERIES, upwards with a step and downwards.
-- check: SELECT tag, COUNT(*), MIN(n), MAX(n), SUM(n) FROM dbo.test GROUP BY tag ORDER BY tag
-- want: down | 100 | 1 | 100 | 5050
-- want: up | 334 | 0 | 999 | 166833
CREATE TABLE dbo.test (tag varchar(4), n int);
INSERT dbo.test SELECT 'up', value FROM GENERATE_SERIES(0, 999, 3);
INSERT dbo.test SELECT 'down', value FROM GENERATE_SERIES(100, 1);
GO
