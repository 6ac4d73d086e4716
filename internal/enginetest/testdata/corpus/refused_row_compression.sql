-- Row compression is not supported and refused by name.
-- error: ompression
-- check: SELECT OBJECT_ID('dbo.test')
-- want: NULL
CREATE TABLE dbo.test (id int NOT NULL, pad char(900) NOT NULL) WITH (DATA_COMPRESSION = ROW);
GO
