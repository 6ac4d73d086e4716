-- An alias type: CREATE TYPE … FROM.
-- check: SELECT COUNT(*), MAX(code) FROM dbo.test
-- want: 2 | B
CREATE TYPE dbo.Code FROM char(1) NOT NULL;
GO
CREATE TABLE dbo.test (code dbo.Code, n int NOT NULL);
DECLARE @c dbo.Code = 'A';
INSERT dbo.test VALUES (@c, 1), ('B', 2);
GO
