-- sqlcmd variables set the size of the load.
-- check: SELECT COUNT(*), SUM(id), MAX(label) FROM dbo.load_a
-- want: 250 | 31375 | run-25
:setvar name load_a
:setvar batches 10
:setvar each "25"
CREATE TABLE dbo.$(name) (id int IDENTITY, label varchar(20));
GO
INSERT dbo.[$(name)] (label) SELECT TOP ($(each)) 'run-$(each)' FROM sys.all_objects;
GO $(batches)
