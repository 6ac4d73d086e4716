-- A trigger is not supported and refused by name.
-- error: create trigger
-- check: SELECT COUNT(*) FROM dbo.test
-- want: 0
CREATE TABLE dbo.test (id int NOT NULL);
GO
CREATE TRIGGER dbo.tr_test ON dbo.test AFTER INSERT AS
BEGIN
    SET NOCOUNT ON;
    PRINT 'inserted';
END
GO
