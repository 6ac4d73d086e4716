-- Explicit identity values, then the identity goes on above the highest.
-- check: SELECT COUNT(*), MIN(id), MAX(id) FROM dbo.test
-- want: 103 | 1 | 5002
CREATE TABLE dbo.test (id int IDENTITY(1,1) NOT NULL PRIMARY KEY, v char(10) NOT NULL DEFAULT '');
GO
INSERT dbo.test DEFAULT VALUES;
GO 100
SET IDENTITY_INSERT dbo.test ON;
INSERT dbo.test (id) VALUES (5000);
SET IDENTITY_INSERT dbo.test OFF;
INSERT dbo.test DEFAULT VALUES;
INSERT dbo.test DEFAULT VALUES;
GO
