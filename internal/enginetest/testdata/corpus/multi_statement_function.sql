-- A multi-statement table function and CROSS APPLY.
-- check: SELECT COUNT(*), SUM(part) FROM dbo.test
-- want: 820 | 11480
CREATE FUNCTION dbo.Expand (@n int) RETURNS @t TABLE (part int NOT NULL) AS
BEGIN
    WHILE @n > 0
    BEGIN
        INSERT @t VALUES (@n);
        SET @n = @n - 1;
    END;
    RETURN;
END;
GO
CREATE TABLE dbo.test (n int, part int);
INSERT dbo.test
SELECT v.number, e.part
FROM master..spt_values AS v CROSS APPLY dbo.Expand(v.number) AS e
WHERE v.type = 'P' AND v.number BETWEEN 1 AND 40;
GO
