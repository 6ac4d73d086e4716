-- Random strings by a loop over an alphabet, by CHAR(65 + …), by CONVERT of CRYPT_GEN_RANDOM.
-- check: SELECT COUNT(*), MIN(LEN(a)), MAX(LEN(a)), MIN(LEN(b)), MIN(LEN(c)), SUM(CASE WHEN a LIKE '%[^A-Za-z0-9]%' THEN 1 ELSE 0 END) FROM dbo.test
-- want: 50 | 20 | 20 | 10 | 32 | 0
CREATE TABLE dbo.test (id int NOT NULL IDENTITY, a varchar(20) NOT NULL, b char(10) NOT NULL, c varchar(32) NOT NULL);
GO
CREATE PROCEDURE dbo.MakeRow AS
SET NOCOUNT ON
DECLARE @chars varchar(62), @a varchar(20), @b varchar(10), @k int
SET @chars = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
SELECT @a = '', @b = '', @k = 0
WHILE @k < 20
    SELECT @a = @a + SUBSTRING(@chars, CONVERT(int, RAND() * LEN(@chars)) + 1, 1), @k = @k + 1
SET @k = 10
WHILE @k > 0
BEGIN
    SET @b += CHAR(65 + FLOOR(RAND() * 26)); SET @k -= 1
END
INSERT dbo.test (a, b, c) VALUES (@a, @b, CONVERT(varchar(32), CRYPT_GEN_RANDOM(16), 2))
GO
EXEC dbo.MakeRow
GO 50
