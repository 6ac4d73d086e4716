-- A loop of GOTO and labels, as in scripts of the nineties.
-- check: SELECT COUNT(*), SUM(id) FROM dbo.test
-- want: 750 | 281625
set nocount on
create table dbo.test (id int not null, filler char(100) not null default 'a')
declare @i int
select @i = 0
next_row:
select @i = @i + 1
if @i > 750 goto finished
insert into dbo.test (id) values (@i)
goto next_row
finished:
print 'loaded'
go
