-- Parents and children by SCOPE_IDENTITY, though the children have an identity of their own and a procedure makes them.
-- check: SELECT COUNT(*), SUM(parent), MAX(id) FROM dbo.test
-- want: 90 | 10395 | 90
CREATE TABLE dbo.parents (id int IDENTITY(101, 1) PRIMARY KEY, name char(10));
CREATE TABLE dbo.test (id int IDENTITY(1, 1) PRIMARY KEY, parent int NOT NULL, n int NOT NULL);
CREATE TABLE dbo.log (id int IDENTITY(7000, 1), at datetime DEFAULT GETDATE());
GO
CREATE PROCEDURE dbo.AddChild @parent int, @n int AS
    INSERT dbo.test (parent, n) VALUES (@parent, @n);
GO
SET NOCOUNT ON;
DECLARE @i int = 1, @p int;
WHILE @i <= 30
BEGIN
    INSERT dbo.parents (name) VALUES ('p');
    EXEC ('INSERT dbo.log DEFAULT VALUES');
    SET @p = SCOPE_IDENTITY();
    EXEC dbo.AddChild @p, 1;
    IF @p <> SCOPE_IDENTITY() OR @@IDENTITY = @p RAISERROR ('parent %d is lost', 16, 1, @p);
    EXEC dbo.AddChild @p, 2;
    INSERT dbo.parents (name) VALUES ('q');
    DELETE dbo.parents WHERE name = 'q';
    DBCC CHECKIDENT ('dbo.parents', RESEED, @p) WITH NO_INFOMSGS;
    INSERT dbo.test (parent, n) VALUES (SCOPE_IDENTITY() - 1, 3);
    SET @i += 1;
END;
GO
