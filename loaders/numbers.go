package loaders

// numbers is a derived table with a column i: 1, 2, 3 … for TOP to cut. One spt_values gives about 2,500 rows and
// two 6,300,000, too few for the 6,666,666 of heap at the published size: the reason why the published heap fell short.
const numbers = `(SELECT ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) AS i
      FROM master..spt_values AS a CROSS JOIN master..spt_values AS b CROSS JOIN master..spt_values AS c)`
