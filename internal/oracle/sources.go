package oracle

// Source says where a row was published.
type Source struct {
	Key, Short, Where string
}

// Sources by key.
var Sources = map[string]Source{}

func init() {
	for _, s := range []Source{
		{"B1", "Randal, anatomy of a page", "P. Randal, Inside the Storage Engine: Anatomy of a page, sqlskills.com/blogs/paul/inside-the-storage-engine-anatomy-of-a-page/"},
		{"B3", "Rasmussen 2011", "M. Rasmussen, Anatomy of a forwarded record: the forwarding stub, improve.dk"},
		{"B5", "tinyint question", "Stack Overflow question on DBCC PAGE of a one-column tinyint table (copy: c-reactjs.developreference.com/article/24863178)"},
		{"B7", "Randal 2009", "P. Randal, How expensive are page splits in terms of transaction log?, sqlskills.com, with its script PageSplitCost.sql"},
		{"B8", "Ufford 2009", "M. Ufford, Page splitting & rollbacks, sqlfool.com/2009/04/page-splitting-rollbacks/"},
		{"B13", "Fritchey, pages 247-263", "G. Fritchey, SQL Server Query Performance Tuning, pages 247, 248 and 263 (what-when-how.com/Tutorial/topic-1146bnhp98)"},
		{"B14", "Smith, dba.se 9963", "M. Smith's answer to dba.stackexchange.com/questions/9963"},
		{"B16", "Smith, so 12133037", "SQL Server insertion performance, Stack Overflow 12133037 (devhide.com/sql-server-insertion-performance-12133037)"},
		{"B17", "sql_sasquatch 2016", "I got a hunch about SQL Server fragmentation: Part VI, sql-sasquatch.blogspot.com/2016/05/i-got-hunch-about-sql-server.html"},
		{"B18", "so 41299389", "Sort order of a clustered index, Stack Overflow 41299389 (techqa.club/v/q/sort-order-of-an-sql-server-2008-clustered-index-41299389)"},
		{"B21", "Korotkevitch, pages 37-39", "D. Korotkevitch, Pro SQL Server Internals, pages 37-39 (what-when-how.com/Tutorial/topic-21534j9n)"},
		{"B22", "Nunes Rossi", "DBAmatheusNunesRossi/Query-Tuning on GitHub, ForwardedRecords.sql"},
		{"B24", "dinesql 2016", "Forwarding pointers, dinesql.blogspot.com/2016/08"},
		{"B26", "dba.se 179915", "Answer to dba.stackexchange.com/questions/179915, with sys.dm_db_database_page_allocations"},
		{"B27b", "Kuznetsov 2006", "A. Kuznetsov's comment under H. Kornelis, The table scan from hell, sqlblog.com/blogs/hugo_kornelis/archive/2006/11/03/"},
		{"B31", "sqlservergeeks", "Fill factor versus record length, sqlservergeeks.com/fill-factor-versus-record-length"},
		{"B36", "Smith, dba.se 146298", "M. Smith's answer to dba.stackexchange.com/questions/146298"},
		{"B44", "sqlservergeeks", "Read-ahead reads in SQL Server, sqlservergeeks.com/read-ahead-reads-in-sql-server/"},
		{"B46", "Shea, June 2009", "L. Shea, Performance impact: logical scan fragmentation, 100% may not be as bad as 85%, sqlblog.com/blogs/linchi_shea/archive/2009/06/22/"},
		{"B47", "SHOWCONTIG sample", "Index maintenance overview with sample outputs, improvehomelife.com"},
		{"B53", "madebysql 2019", "Forwarded records in a heap, madebysql.blogspot.com/2019/08/forwarded-records-in-heap.html"},
		{"D7", "Books Online 2000", "SQL Server 7.0/2000 Books Online, CREATE INDEX (copy: blog.csdn.net/andkylee/article/details/5793213)"},
		{"shea-2009", "May 2009", "L. Shea's posts of May 2009 on data loads and scan time, sqlblog.com: the exercise whose loads the kit repeats"},
		{"R4", "SQL Server 2008 Internals", "Copy of the bigrows split script of SQL Server 2008 Internals, chapter 6 (public script)"},
		{"R6", "Fill factor examples", "Blog post Fill factor examples, 2022-09-18 (a public repository of posts)"},
		{"R7", "Ozar, HeapsOfHeaps", "Brent Ozar Unlimited, HeapsOfHeaps demo script, brentozar.com/archive/2012/05/video-heaps"},
	} {
		Sources[s.Key] = s
	}
}

// Cite is the key and a short name.
func (s Source) Cite() string { return s.Key + " " + s.Short }
