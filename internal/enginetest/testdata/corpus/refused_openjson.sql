-- OPENJSON is not supported and refused by name.
-- error: OPENJSON
-- check: SELECT OBJECT_ID('dbo.test')
-- want: NULL
DECLARE @json nvarchar(max) = N'[{"id":1,"name":"a"},{"id":2,"name":"b"}]';
SELECT id, name INTO dbo.test FROM OPENJSON(@json) WITH (id int '$.id', name varchar(10) '$.name');
GO
