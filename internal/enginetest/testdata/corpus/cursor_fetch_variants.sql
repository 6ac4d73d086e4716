-- FETCH FIRST, LAST, ABSOLUTE, RELATIVE and PRIOR; @@CURSOR_ROWS; CURSOR_STATUS.
-- check: SELECT STRING_AGG(CAST(v AS varchar(10)), ',') WITHIN GROUP (ORDER BY pos) FROM dbo.test
-- want: 10,1,5,8,7,10,-9,1,-1
CREATE TABLE dbo.test (pos int IDENTITY(1,1), v int);
DECLARE @v int, @k int = 5;
DECLARE scr CURSOR SCROLL STATIC FOR SELECT TOP (10) number + 1 FROM master..spt_values WHERE type = 'P' ORDER BY number;
OPEN scr;
INSERT dbo.test (v) VALUES (ABS(@@CURSOR_ROWS));
FETCH FIRST FROM scr INTO @v; INSERT dbo.test (v) VALUES (@v);
FETCH ABSOLUTE @k FROM scr INTO @v; INSERT dbo.test (v) VALUES (@v);
FETCH RELATIVE 3 FROM scr INTO @v; INSERT dbo.test (v) VALUES (@v);
FETCH PRIOR FROM scr INTO @v; INSERT dbo.test (v) VALUES (@v);
FETCH ABSOLUTE -1 FROM scr INTO @v; INSERT dbo.test (v) VALUES (@v);
FETCH RELATIVE 1 FROM scr INTO @v; INSERT dbo.test (v) VALUES (CASE @@FETCH_STATUS WHEN -1 THEN -9 ELSE @v END);
INSERT dbo.test (v) VALUES (CURSOR_STATUS('global', 'scr'));
CLOSE scr;
INSERT dbo.test (v) VALUES (CURSOR_STATUS('global', 'scr'));
DEALLOCATE scr;
GO
