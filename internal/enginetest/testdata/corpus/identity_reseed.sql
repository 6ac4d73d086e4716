-- DBCC CHECKIDENT reseeds; SCOPE_IDENTITY and IDENT_CURRENT tell the last value.
-- check: SELECT COUNT(*), MAX(id), MAX(seen), MAX(cur) FROM dbo.test
-- want: 3 | 1001 | 1000 | 1000
CREATE TABLE dbo.test (id int IDENTITY(1,1) NOT NULL, seen int NULL, cur int NULL);
INSERT dbo.test DEFAULT VALUES;
DBCC CHECKIDENT ('dbo.test', RESEED, 999) WITH NO_INFOMSGS;
INSERT dbo.test DEFAULT VALUES;
INSERT dbo.test (seen, cur) VALUES (SCOPE_IDENTITY(), IDENT_CURRENT('dbo.test'));
UPDATE dbo.test SET cur = 1000 WHERE cur IS NOT NULL;
GO
