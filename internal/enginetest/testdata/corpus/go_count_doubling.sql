-- A doubling batch repeated by GO: 1 row becomes 2^12.
-- check: SELECT COUNT(*), SUM(n) FROM dbo.test
-- want: 4096 | 28672
create table dbo.test (n int)
insert into dbo.test values (7)
go
insert into dbo.test select n from dbo.test
go 12
