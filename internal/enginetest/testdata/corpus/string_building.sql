-- Padding with REPLICATE, RIGHT, STUFF, LEFT, REVERSE and UPPER.
-- check: SELECT COUNT(*), MIN(code), MAX(code), MIN(masked), MAX(LEN(pad)), MAX(DATALENGTH(pad)) FROM dbo.test
-- want: 999 | C-00001 | C-00999 | 000xx0 | 20 | 20
-- check: SELECT code, masked, RTRIM(rev) FROM dbo.test WHERE id = 345
-- want: C-00345 | 000xx5 | 543-ITEM
CREATE TABLE dbo.test (id int PRIMARY KEY, code char(7) NOT NULL, masked char(6) NOT NULL, rev char(12) NOT NULL, pad varchar(20) NOT NULL);
GO
DECLARE @i int = 1;
WHILE @i < 1000
BEGIN
    INSERT dbo.test
    VALUES (@i,
            'C-' + RIGHT('00000' + CAST(@i AS varchar(5)), 5),
            STUFF(RIGHT(REPLICATE('0', 6) + CONVERT(varchar(6), @i), 6), 4, 2, 'xx'),
            REVERSE(CONVERT(varchar(6), @i)) + '-' + UPPER(LEFT('items', 4)),
            REPLICATE('ab', @i % 11));
    SET @i = @i + 1;
END;
GO
