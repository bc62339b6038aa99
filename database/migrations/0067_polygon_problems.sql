-- 0067_polygon_problems.sql
-- A problem remembers its number in Polygon, so that its newest package can be asked for: a package itself does not tell
-- the number. An import that a relay has fetched knows it first.

alter table package_import
  add column polygon_server_id integer references outside_server on delete set null,
  add column polygon_problem_id integer;
create index package_import_of_polygon on package_import (polygon_server_id) where polygon_server_id is not null;

alter table problem_package
  add column polygon_server_id integer references outside_server on delete set null,
  add column polygon_problem_id integer;
create index problem_package_of_polygon on problem_package (polygon_server_id, polygon_problem_id)
  where polygon_server_id is not null;
