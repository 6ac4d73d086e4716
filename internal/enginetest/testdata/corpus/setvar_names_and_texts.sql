-- sqlcmd variables: :setvar with and without quotes, $(var) in names and texts; :on error.
-- check: SELECT COUNT(*), MAX(tag) FROM dbo.test
-- want: 25 | load-1
:setvar TableName test
:setvar RowCnt 25
:setvar Tag "load-1"
:on error exit
CREATE TABLE dbo.[$(TableName)] (id int NOT NULL, tag varchar(20) NOT NULL);
GO
INSERT INTO dbo.$(TableName) SELECT TOP ($(RowCnt)) ROW_NUMBER() OVER (ORDER BY (SELECT NULL)), '$(Tag)' FROM sys.all_columns;
PRINT '$(TableName) done';
GO
