-- 0129_test_descriptions.sql
-- Packages of the ICPC's format say what a test is about, for judges who explain a verdict. That was not read.

-- What the author says of the test, for supervisors. No part of what a verdict depends on.
alter table test add column description text;
