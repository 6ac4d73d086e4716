CREATE TABLE dbo.test (
    id int IDENTITY(1,1) NOT NULL,
    first_name varchar(50) NOT NULL,
    last_name varchar(50) NOT NULL,
    CONSTRAINT pk_test PRIMARY KEY CLUSTERED (id) WITH (FILLFACTOR = 80)
);
GO
SET NOCOUNT ON;
DECLARE @i int = 0;
WHILE @i < 10000
BEGIN
    INSERT INTO dbo.test (first_name, last_name) VALUES ('Joanna', 'Winters');
    SET @i += 1;
END;
GO
--> loaded
ALTER INDEX pk_test ON dbo.test REBUILD;
GO
--> rebuilt
SET NOCOUNT ON;
DECLARE @i int = 0;
WHILE @i < 100
BEGIN
    INSERT INTO dbo.test (first_name, last_name) VALUES ('Joanna', 'Winters');
    SET @i += 1;
END;
GO
--> +100
SET NOCOUNT ON;
DECLARE @i int = 0;
WHILE @i < 1000
BEGIN
    INSERT INTO dbo.test (first_name, last_name) VALUES ('Joanna', 'Winters');
    SET @i += 1;
END;
GO
--> +1,000
SET NOCOUNT ON;
DECLARE @i int = 0;
WHILE @i < 10000
BEGIN
    INSERT INTO dbo.test (first_name, last_name) VALUES ('Joanna', 'Winters');
    SET @i += 1;
END;
GO
--> +10,000
